import type { PlatformClient } from "../../core/contract/client.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { failOnAbort } from "../../core/ground/abort.ts";
import type { PinnedTool } from "./mcp-file.ts";
import { type ListedTools, pinOf } from "./server-tools.ts";
import type { McpSession } from "./session.ts";
import { readResult } from "./tool-result.ts";

/** How old the list of tools can be for a read, in milliseconds. Before a write, the list is read again. */
const maxAgeMs = 60_000;

/**
 * Creates the client that calls the tools of a session. Calls only tools that are what they were when they were pinned.
 * `tools`: the tools by operation.
 */
export function pinnedClient(
  title: string,
  session: McpSession,
  tools: Readonly<Record<string, PinnedTool>>,
  ended: AbortSignal | undefined,
): PlatformClient {
  const checked = new WeakMap<ListedTools, Promise<ReadonlyMap<string, string>>>();
  const pinsOf = async (listed: ListedTools): Promise<ReadonlyMap<string, string>> => {
    let pins = checked.get(listed);
    if (!pins) {
      const each = listed.tools.map(async (tool) => [tool.name, await pinOf(tool)] as const);
      checked.set(listed, (pins = Promise.all(each).then((all) => new Map(all))));
    }
    return pins;
  };
  const check = (operation: string, pins: ReadonlyMap<string, string>): void => {
    const { name, sha256 } = tools[operation]!;
    if (pins.get(name) !== sha256) throw changed(title, operation, pins.has(name));
  };

  return {
    passesBeforeSend: true,
    async send(operation, args, { repeatable, signal, beforeSend }) {
      if (ended?.aborted) throw new ConnectorError("aborted", `The connection to ${title} has been closed.`);
      const what = `${title} ${operation}`;
      const listed = await failOnAbort(what, session.tools(repeatable ? maxAgeMs : 0), signal);
      check(operation, await pinsOf(listed));
      await beforeSend?.();
      const answer = await session.call(listed, tools[operation]!.name, args, {
        what,
        writes: !repeatable,
        signal,
      });
      const outcome = repeatable ? "not_started" : "unknown";
      return readResult(what, answer, { outcome, redact: session.redact });
    },
    async identify({ signal }) {
      const pins = await pinsOf(await failOnAbort(`${title} check`, session.tools(0), signal));
      for (const operation of Object.keys(tools)) check(operation, pins);
      return { identity: { tools: Object.keys(tools).length } };
    },
  };
}

const changed = (title: string, operation: string, isListed: boolean): ConnectorError =>
  new ConnectorError(
    "config_error",
    isListed
      ? `The server of ${title} has changed the tool of ${operation} since it was imported. Nothing was sent.`
      : `The server of ${title} no longer has the tool of ${operation}, or lists it twice. Nothing was sent.`,
    {
      path: "action",
      hint: "A person must look at it: run agent-connectors import again, compare the old and the new file with agent-connectors definition diff, and use the new file.",
    },
  );
