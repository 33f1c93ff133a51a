"""What a view holds, in full: its `repr` leaves the moves out, and a leak could be in them."""

from dataclasses import fields

from damero.domain.game import View


def every_field(view: View) -> str:
    return repr([(field.name, getattr(view, field.name)) for field in fields(view)])  # type: ignore[arg-type]
