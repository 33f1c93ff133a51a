"""What the application needs from outside. The infrastructure implements these protocols."""

from damero.application.ports.bus import *  # noqa: F403
from damero.application.ports.cluster import *  # noqa: F403
from damero.application.ports.endings import *  # noqa: F403
from damero.application.ports.engines import *  # noqa: F403
from damero.application.ports.errors import *  # noqa: F403
from damero.application.ports.judging import *  # noqa: F403
from damero.application.ports.matches import *  # noqa: F403
from damero.application.ports.moderation import *  # noqa: F403
from damero.application.ports.openings import *  # noqa: F403
from damero.application.ports.players import *  # noqa: F403
from damero.application.ports.puzzles import *  # noqa: F403
from damero.application.ports.reviews import *  # noqa: F403
from damero.application.ports.running import *  # noqa: F403
from damero.application.ports.server import *  # noqa: F403
from damero.application.ports.signing import *  # noqa: F403
