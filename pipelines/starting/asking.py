"""Answers from flags, from a person at the terminal, or by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pipelines.errors import InputError
from pipelines.starting.questions import QUESTIONS, Question

Answers = dict[str, str]


def answers_of(given: Mapping[str, str | None], ask: Callable[[str], str] | None) -> Answers:
    """An answer to every question. `given` are the flags; `ask` puts a question to a person, None where nobody is.

    A bad answer is asked again; where nobody can be asked it is an InputError that names the flag.
    """
    answers: Answers = {}
    for question in QUESTIONS:
        flag = given.get(question.name)
        if not question.asked(answers):
            if flag is not None:
                raise InputError(f"{question.flag} {flag}: does not apply to {answers['game']}; leave it out")
            continue
        answers[question.name] = _answer(question, flag, answers, ask)
    return answers


def _answer(question: Question, flag: str | None, answers: Answers, ask: Callable[[str], str] | None) -> str:
    if flag is not None:
        try:
            return question.check(flag, answers)
        except InputError as error:
            raise InputError(f"{question.flag}: {error}") from None
    default = question.default(answers)
    if ask is None:
        return question.check(default, answers)
    while True:
        said = ask(f"{question.words} ({question.hint(answers)}) [{default}] ").strip() or default
        try:
            return question.check(said, answers)
        except InputError as error:
            print(f"  {error}")
