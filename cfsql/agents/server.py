"""The server: lists the tools, checks arguments, and passes on what is answered."""

from __future__ import annotations

import sys
import traceback
from contextlib import AbstractAsyncContextManager
from typing import Any

import anyio
from mcp import types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from cfsql.agents.answers import failure
from cfsql.agents.calls import Calls
from cfsql.agents.schemas import checked
from cfsql.agents.settings import Settings
from cfsql.agents.tools import TOOLS, Tool
from cfsql.agents.worker import BUG
from cfsql.errors import CfsqlError, UnknownName
from cfsql.version import __version__

# Said once to every client.
INSTRUCTIONS = (
    "cfsql explains the outcomes of past cases from the cases themselves. Begin with "
    "list_tables and describe_table; find_rows finds a case by its description. Say "
    "what `meaning` says whenever you pass an answer on. Where `is_cut` is not false, "
    "it names what is not given in full, and `hint` says how to get it."
)


def build(settings: Settings) -> Server[Any]:
    """A server that answers from a database, which is opened for each question."""
    offered = {
        tool.name: tool
        for tool in TOOLS
        if not (settings.is_anonymous and tool.is_for_all_rows)
    }

    def calls(_: Server[Any]) -> AbstractAsyncContextManager[Calls]:
        return Calls(settings).open()

    async def list_tools(
        _: ServerRequestContext[Any], __: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        return types.ListToolsResult(
            tools=[_declared(tool) for tool in offered.values()]
        )

    async def call_tool(
        context: ServerRequestContext[Any], params: types.CallToolRequestParams
    ) -> types.CallToolResult:
        try:
            tool = offered.get(params.name)
            if tool is None:
                raise UnknownName("tool", params.name, offered, "this server")
            given = checked(
                tool.name, params.arguments or {}, tool.arguments, tool.required
            )
            reply = await context.lifespan_context.answer(tool.name, given)
        except CfsqlError as error:
            return _result(failure(error, settings.longest), is_error=True)
        except Exception:
            # A bug of ours: whoever started the server sees where.
            traceback.print_exc(file=sys.stderr)
            return _result(failure(BUG, settings.longest), is_error=True)
        return _result(reply["text"], is_error=reply["is_error"])

    return Server(
        "cfsql",
        version=__version__,
        instructions=INSTRUCTIONS,
        lifespan=calls,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _declared(tool: Tool) -> types.Tool:
    """A tool as clients are told of it."""
    return types.Tool(
        name=tool.name,
        title=tool.name.replace("_", " ").capitalize(),
        description=tool.about,
        input_schema={
            "type": "object",
            "properties": dict(tool.arguments),
            "required": list(tool.required),
            "additionalProperties": False,
        },
        annotations=types.ToolAnnotations(
            read_only_hint=True,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
    )


def _result(text: str, *, is_error: bool) -> types.CallToolResult:
    """An answer as text alone.

    Of text and structured content some clients pass on the one, some the other, and
    some both; whoever sends both is read twice, or has half of it lost.
    """
    return types.CallToolResult(
        content=[types.TextContent(type="text", text=text)], is_error=is_error
    )


def serve(settings: Settings) -> None:
    """Serve on standard input and output until the client goes away."""
    server = build(settings)

    async def run() -> None:
        async with stdio_server() as (reading, writing):
            await server.run(reading, writing, server.create_initialization_options())

    anyio.run(run)
