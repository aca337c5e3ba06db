"""Telling somebody that the night is done: a file, a webhook, a mail. All off unless `nightly.toml` turns them on.

What is told is the summary: figures and the chain's head, no player's name. The same summary is told once to each.
"""

from __future__ import annotations

import hashlib
import json
import os
import smtplib
import ssl
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from dashboards.shown import shown
from pipelines.errors import InputError
from pipelines.night.morning import nothing_came, summary_lines
from pipelines.night.put import put_file
from pipelines.night.settings import Settings
from warehouse.register_rows import BLIND, headline

TIMEOUT_SECONDS = 20
SUBJECT_MOST = 160


class NotTold(Exception):  # noqa: N818  it is a state of affairs, and reads so in a log
    """Somebody could not be told, and may be later."""


def tell(settings: Settings, summary: dict[str, Any], told: Path) -> list[str]:
    """Tells everybody in the settings who was not told this very summary; gives back who was. `told` remembers."""
    digest = hashlib.sha256(json.dumps(summary, sort_keys=True).encode()).hexdigest()
    hooks: dict[str, Callable[[], None]] = {}
    if settings.file is not None:
        path = settings.file
        hooks["file"] = lambda: put_file(path, (json.dumps(summary, indent=2, sort_keys=True) + "\n").encode())
    if settings.webhook is not None:
        url = settings.webhook
        hooks["webhook"] = lambda: _post(url, summary)
    if settings.smtp is not None:
        smtp = settings.smtp
        hooks["smtp"] = lambda: _mail(smtp, summary)
    known = _known(told)
    done, failed = [], []
    for name, hook in hooks.items():
        if known.get(name) == digest:
            continue
        try:
            hook()
        except (OSError, smtplib.SMTPException) as error:  # one that is down must not keep the others from knowing
            failed.append(f"{name}: {error}")
            continue
        done.append(name)
        known[name] = digest
        put_file(told, (json.dumps(known, sort_keys=True) + "\n").encode())
    if failed:
        raise NotTold("could not tell " + "; ".join(failed))
    return done


def _known(told: Path) -> dict[str, str]:
    try:
        known = json.loads(told.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def subject(summary: dict[str, Any]) -> str:
    """The line that is read on a telephone."""
    day, errors, found = summary["gaming_date"], summary["severities"]["error"], sum(summary["findings"].values())
    if nothing_came(summary):
        return f"Odd Chip {day}: nothing came"
    lacking = shown(headline(summary["feeds"], BLIND), SUBJECT_MOST)
    told = f"{errors:,} errors among {found:,} findings in {summary['hands']:,} hands"
    return f"Odd Chip {day}: {'; '.join(text for text in (lacking, told) if text)}"


def _post(url: str, summary: dict[str, Any]) -> None:
    request = urllib.request.Request(
        url, json.dumps(summary).encode(), {"Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
        answer.read(1024)


def _mail(smtp: dict[str, Any], summary: dict[str, Any]) -> None:
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject(summary), smtp["from"], ", ".join(smtp["to"])
    message.set_content("\n".join(summary_lines(summary)) + "\n")
    with smtplib.SMTP(smtp["host"], smtp.get("port", 25), timeout=TIMEOUT_SECONDS) as server:
        if smtp.get("starttls", False):
            server.starttls(context=ssl.create_default_context())
        if "user" in smtp:
            variable = smtp.get("password_env", "")
            password = os.environ.get(variable)
            if password is None:
                raise InputError(f"[notify.smtp] password_env: the variable {variable!r} is not set")
            server.login(smtp["user"], password)
        server.send_message(message)
