"""Errors that the Python package finds itself, in the form of those of the library."""

from __future__ import annotations

from . import _appell


def refusal(code: str, message: str, hint: str) -> _appell.Error:
    """An error with one finding."""
    error = _appell.Error(f"error[{code}]: {message}\n  hint: {hint}")
    error.findings = [{"severity": "error", "code": code, "message": message, "hints": [hint], "facts": {}}]
    return error
