"""What the server logs, as lines for people or as JSON, with the ids of the request, the match and the player."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic

import msgspec

TEXT, JSON = "text", "json"
LINE = "%(asctime)s %(levelname)s [%(request_id)s] %(name)s: %(message)s"
LOGGERS = ("damero", "asyncio", "uvicorn", "procrastinate", "psycopg", "redis")
WEB_SERVER = "uvicorn.error"
MINUTE = 60.0
_MATCH = re.compile(r"/(?:matches|match)/([A-Za-z0-9_-]{1,64})")

_request_id: ContextVar[str] = ContextVar("request_id", default="-")
_match_id: ContextVar[str | None] = ContextVar("match_id", default=None)
_player_id: ContextVar[str | None] = ContextVar("player_id", default=None)


def note_request(request_id: str, path: str) -> None:
    """What is logged from now on in this task, and in those that it starts, belongs to this request."""
    _request_id.set(request_id)
    found = _MATCH.search(path)
    _match_id.set(found[1] if found else None)
    _player_id.set(None)


def note_player(player_id: str) -> None:
    _player_id.set(player_id)


class Ids(logging.Filter):
    """Gives every log record the ids of what is being served."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = _request_id.get()
        record.match_id, record.player_id = _match_id.get(), _player_id.get()
        return True


class OncePerMinute(logging.Filter):
    """Drops repetitions of a message within a minute: strangers must not be able to fill the log."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._now = now
        self._logged_at: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        now, message = self._now(), record.msg
        if record.exc_info or now - self._logged_at.get(message, -MINUTE) >= MINUTE:
            self._logged_at[message] = now
            return True
        return False


class JsonLines(logging.Formatter):
    """One object a line. Ids that are not known are left out."""

    def format(self, record: logging.LogRecord) -> str:
        ids = {name: getattr(record, f"{name}_id", None) for name in ("request", "match", "player")}
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in ids.items() if value not in (None, "-")},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def log_to_stderr(style: str = TEXT) -> None:
    """Lines for people tell only of Damero itself; JSON lines also of the libraries beneath it."""
    handler = logging.StreamHandler()
    handler.addFilter(Ids())
    handler.setFormatter(JsonLines() if style == JSON else logging.Formatter(LINE))
    logging.getLogger(WEB_SERVER).addFilter(OncePerMinute())
    for name in LOGGERS if style == JSON else LOGGERS[:1]:
        logging.getLogger(name).handlers = [handler]
