from __future__ import annotations

from pathlib import Path

from litestar.handlers import HTTPRouteHandler
from litestar.utils.sync import AsyncCallable

from damero.bootstrap import Settings, web_app


def test_no_request_waits_for_the_shared_thread_pool(tmp_path: Path) -> None:
    """Litestar runs hooks that are not async in the pool that long work uses as well."""
    app = web_app(Settings(data_dir=tmp_path))
    handlers = {
        handler
        for route in app.routes
        for handler in getattr(route, "route_handlers", ())
        if isinstance(handler, HTTPRouteHandler) and not handler.paths & {"/openapi.json"}
    }
    assert len(handlers) > 20
    for handler in handlers:
        hooks = (handler.resolve_before_request(), handler.resolve_after_response())
        assert not any(isinstance(hook, AsyncCallable) for hook in hooks), handler
