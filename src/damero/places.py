"""How a place where work in bulk is done is written."""

from __future__ import annotations

LOCAL, RAY, RAY_CLIENT = "local", "ray", "ray://"


def is_place(text: str) -> bool:
    return text in (LOCAL, RAY) or (text.startswith(RAY_CLIENT) and text != RAY_CLIENT)
