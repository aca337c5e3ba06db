"""What code decides of the documentation site's navigation: the checks, by family. MkDocs loads it as a hook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from checks.catalogue import CHECKS
from pipelines.reference import FAMILIES

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

CHECKS_PAGE: Final = "reference/README.md"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Puts the pages of the checks behind the list of all checks, which `mkdocs.yml` names."""
    config.nav = _with_checks(config.nav)
    return config


def _with_checks(part: Any) -> Any:
    """The navigation, or a part of it, with the list of the checks grown into a section."""
    if isinstance(part, list):
        return [_with_checks(entry) for entry in part]
    if isinstance(part, dict):
        return {title: _with_checks(entry) for title, entry in part.items()}
    return [CHECKS_PAGE, *check_sections()] if part == CHECKS_PAGE else part


def check_sections() -> list[dict[str, list[dict[str, str]]]]:
    """For each family that has checks, a section with their pages."""
    sections = []
    for family, title in FAMILIES.items():
        members = [check for check in CHECKS.values() if check.family == family]
        pages = [{f"{check.code}: {check.title}": f"reference/{check.code}.md"} for check in members]
        if pages:
            sections.append({f"{family}: {title}": pages})
    return sections
