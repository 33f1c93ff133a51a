"""The messages between server and clients: one set of types for HTTP, WebSocket and the Python client.

Requests refuse unknown fields; replies are built by `damero.web.serialize`. All times are whole milliseconds.
"""

from damero.web.wire.analysis import *  # noqa: F403
from damero.web.wire.analysis_board import *  # noqa: F403
from damero.web.wire.base import *  # noqa: F403
from damero.web.wire.changes import *  # noqa: F403
from damero.web.wire.frames import *  # noqa: F403
from damero.web.wire.games import *  # noqa: F403
from damero.web.wire.lessons import *  # noqa: F403
from damero.web.wire.lists import *  # noqa: F403
from damero.web.wire.matches import *  # noqa: F403
from damero.web.wire.players import *  # noqa: F403
from damero.web.wire.puzzles import *  # noqa: F403
from damero.web.wire.reviews import *  # noqa: F403
