import type { Client, Transport } from "@modelcontextprotocol/client";
import { ConnectorError } from "../../core/ground/errors.ts";
import { quoteOthers } from "../../core/ground/quote-others.ts";
import type { Dict } from "../../core/ground/json.ts";
import { cleanText } from "../clean-text.ts";
import { toMcpError } from "./mcp-errors.ts";
import { type ListedTools, readTools } from "./server-tools.ts";

/** How a session reaches its server. `fault`: the first fault that the SDK does not report as the reason of a failure. */
export interface OpenTransport {
  transport: Transport;
  /** The last lines that a command has written to standard error. */
  lastWords?: () => string;
}

export interface SessionOptions {
  /** The name of the server in errors. */
  what: string;
  /** The milliseconds for the start of the server, for its list of tools and for each call. */
  timeoutMs: number;
  /** The milliseconds without a call after which a connection ends. Default: it stays open. */
  idleMs?: number | undefined;
  newClient: () => Client;
  /** Makes a new connection. `onFault` gets the faults that the SDK hides. */
  open: (onFault: (fault: ConnectorError) => void) => OpenTransport;
  /** Replaces credentials in a text. */
  redact: (text: string) => string;
}

/** A connection to an MCP server that opens when it is needed, and again after it has closed. */
export interface McpSession {
  /** Returns the server's tools, no older than `maxAgeMs`, and not from before the server has said that they change. */
  tools(maxAgeMs: number): Promise<ListedTools>;
  /**
   * Calls a tool on the connection that has listed it, and returns what the server has answered.
   * @throws ConnectorError with the outcome `unknown` for a write that the server may have done
   */
  call(listed: ListedTools, name: string, args: Dict, options: ToolCall): Promise<unknown>;
  close(): Promise<void>;
  /** Replaces credentials in a text. */
  redact: (text: string) => string;
}

interface ToolCall {
  /** The name of the call in errors. */
  what: string;
  writes: boolean;
  signal: AbortSignal | undefined;
}

interface Opened {
  client: Client;
  listed?: { at: number; tools: Promise<ListedTools> };
  isStale: boolean;
  isClosed: boolean;
  fault: ConnectorError | undefined;
  /** Rejects at the first fault. */
  broken: Promise<never>;
}

/** Accepts every result, because the SDK's schemas refuse a whole list for one wrong tool. */
const anything = {
  "~standard": { version: 1, vendor: "agent-connectors", validate: (value: unknown) => ({ value }) },
} as const;

export function createSession({
  what,
  timeoutMs,
  idleMs,
  newClient,
  open,
  redact,
}: SessionOptions): McpSession {
  let opened: Promise<Opened> | undefined;
  let newest: Opened | undefined;
  let running = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const listedBy = new WeakMap<ListedTools, Opened>();

  /** The next call opens a connection, unless a newer one is open already. */
  const forget = (session: Opened): void => {
    if (session === newest) opened = undefined;
  };
  const connect = async (): Promise<Opened> => {
    let breakNow = (_fault: ConnectorError): void => {};
    const broken = new Promise<never>((_, reject) => (breakNow = reject));
    broken.catch(() => {});
    const client = newClient();
    const session: Opened = { client, isStale: false, isClosed: false, fault: undefined, broken };
    const { transport, lastWords } = open((fault) => breakNow((session.fault ??= fault)));
    client.setNotificationHandler("notifications/tools/list_changed", () => {
      session.isStale = true;
    });
    newest = session;
    const onclose = () => {
      session.isClosed = true;
      forget(session);
    };
    Object.assign(client, { onclose });
    try {
      await Promise.race([broken, client.connect(transport, { timeout: timeoutMs })]);
    } catch (error) {
      await client.close().catch(() => {});
      const words = cleanText(redact(lastWords?.() ?? "").slice(-600), 300);
      throw toMcpError(session.fault ?? error, {
        what: `${what} could not be started or reached`,
        timeoutMs,
        more: words === "" ? "" : ` It has written: ${quoteOthers(words, 300)}.`,
        outcome: "not_started",
        redact,
      });
    }
    return session;
  };
  const connected = (): Promise<Opened> => {
    if (!opened) {
      const opening = connect();
      opened = opening;
      opening.catch(() => {
        if (opened === opening) opened = undefined;
      });
    }
    return opened;
  };
  /** Ends a connection with a fault, so that the next call does not meet it again. */
  const leave = async (session: Opened): Promise<void> => {
    forget(session);
    await session.client.close().catch(() => {});
  };

  const list = (session: Opened): Promise<ListedTools> => {
    const end = performance.now() + timeoutMs;
    const readPage = async (cursor: string | undefined): Promise<unknown> => {
      const params = cursor === undefined ? {} : { cursor };
      const timeout = Math.max(1, Math.ceil(end - performance.now()));
      return Promise.race([
        session.broken,
        session.client.request({ method: "tools/list", params }, anything, { timeout }),
      ]);
    };
    session.isStale = false;
    return readTools(what, readPage).then(
      (listed) => {
        listedBy.set(listed, session);
        return listed;
      },
      async (error: unknown) => {
        await leave(session);
        throw toMcpError(session.fault ?? error, {
          what: `The list of tools of ${what} could not be read`,
          timeoutMs,
          outcome: "not_started",
          redact,
        });
      },
    );
  };

  const close = async (): Promise<void> => {
    const closing = await opened?.catch(() => undefined);
    if (closing) await leave(closing);
  };
  /** Ends the connection when nothing has run for `idleMs`. */
  const used = async <T>(run: () => Promise<T>): Promise<T> => {
    if (idleMs === undefined) return run();
    clearTimeout(idle);
    running++;
    try {
      return await run();
    } finally {
      if (--running === 0) {
        idle = setTimeout(() => void close(), idleMs);
        idle.unref();
      }
    }
  };
  const toolsOf = async (session: Opened, maxAgeMs: number): Promise<ListedTools> => {
    const { listed, isStale } = session;
    if (listed && !isStale && performance.now() - listed.at <= maxAgeMs) return listed.tools;
    const tools = list(session);
    session.listed = { at: performance.now(), tools };
    return tools;
  };
  const call: McpSession["call"] = async (listed, name, args, { what: called, writes, signal }) => {
    const session = listedBy.get(listed)!;
    if (session.isClosed)
      throw new ConnectorError("upstream_unreachable", `${called} was not sent: the connection has ended.`);
    const outcome = writes ? "unknown" : "not_started";
    try {
      return await Promise.race([
        session.broken,
        session.client.request({ method: "tools/call", params: { name, arguments: args } }, anything, {
          timeout: timeoutMs,
          ...(signal ? { signal } : {}),
        }),
      ]);
    } catch (error) {
      if (session.fault) await leave(session);
      throw toMcpError(session.fault ?? error, { what: called, timeoutMs, outcome, redact, signal });
    }
  };
  return {
    redact,
    tools: (maxAgeMs) => used(async () => toolsOf(await connected(), maxAgeMs)),
    call: (...given) => used(() => call(...given)),
    close,
  };
}
