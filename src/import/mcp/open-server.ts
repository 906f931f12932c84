import type { ConnectorFile } from "../../core/contract/connector-file.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { redactSecrets } from "../../core/wire/redact-secrets.ts";
import { applyScheme, isOAuth } from "../../core/wire/executor/credentials.ts";
import { version } from "../../version.ts";
import { addressFault } from "../allowed-address.ts";
import { cleanText } from "../clean-text.ts";
import { optionalPackage } from "../optional-package.ts";
import { createSession, type McpSession } from "./session.ts";
import { guardedFetch, tooLarge } from "./guarded-fetch.ts";

/** Where a server is. */
export interface ServerPlace {
  title: string;
  /** The address of the server, if it is no command. */
  url: string;
  command: readonly string[] | undefined;
  /** Whether code has chosen the address, which can then be any. */
  anyAddress?: boolean;
  /** Sends the requests to an address. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
  auth: ConnectorFile["auth"];
  schemes: ConnectorFile["schemes"];
}

export interface ServerRights {
  /** Whether the server can be a command, which then runs on this computer. Default: false. */
  allowCommand?: boolean | undefined;
  /** Whether the server can be at an address of this computer. Default: false. */
  allowLoopback?: boolean | undefined;
  /**
   * The milliseconds without a call after which the connection to an address ends. The next call opens a new one. Default:
   * connections stay open.
   */
  idleMs?: number | undefined;
}

/**
 * Returns a session with a server. The session connects when it is first used.
 * @throws ConnectorError `config_error` if the server is not allowed, or if the MCP client is not installed
 */
export async function openServer(
  { title, url, command, anyAddress = false, fetch: send = fetch, auth, schemes = {} }: ServerPlace,
  credentials: Readonly<Record<string, string>>,
  { allowCommand = false, allowLoopback = false, idleMs }: ServerRights,
  timeoutMs: number,
): Promise<McpSession> {
  const what = title;
  if (command && !allowCommand) throw commandRefused(command);
  const fault = command || anyAddress ? undefined : addressFault(url, allowLoopback);
  if (fault !== undefined)
    throw new ConnectorError("config_error", `The address of the MCP server ${fault}.`, {
      path: "endpoint",
      hint: "Credentials go only to public https addresses. For a server on this computer, pass allowLoopback, or --allow-loopback.",
    });
  const sdk = await optionalPackage(
    "@modelcontextprotocol/client",
    "An MCP server",
    () => import("@modelcontextprotocol/client"),
  );
  const info = { name: "agent-connectors", version };
  const redact = redactSecrets(Object.values(credentials));
  if (command) {
    const [{ getDefaultEnvironment }, { commandTransport }] = await Promise.all([
      import("@modelcontextprotocol/client/stdio"),
      import("./command-transport.ts"),
    ]);
    const env = { ...getDefaultEnvironment(), ...credentials };
    const [program = "", ...args] = command;
    return createSession({
      what,
      timeoutMs,
      redact,
      newClient: () => new sdk.Client(info, {}),
      open(onFault) {
        const onTooLong = () => onFault(tooLarge(what));
        const transport = commandTransport({ command: program, args, env, onTooLong }, sdk);
        return { transport, lastWords: () => transport.lastWords() };
      },
    });
  }
  const form = Object.keys(auth).find((name) => Object.keys(auth[name]!).some((field) => Object.hasOwn(credentials, field))); // prettier-ignore
  const used = form !== undefined && Object.hasOwn(schemes, form) ? [schemes[form]!].flat() : [];
  const headers = Object.assign({}, ...used.flatMap((scheme) => (isOAuth(scheme) ? [] : [applyScheme(scheme, credentials, what).headers]))) as Record<string, string>; // prettier-ignore
  const address = new URL(url);
  return createSession({
    what,
    timeoutMs,
    redact,
    idleMs,
    newClient: () => new sdk.Client(info, { versionNegotiation: { mode: "auto" } }),
    open: (onFault) => ({
      transport: new sdk.StreamableHTTPClientTransport(address, {
        fetch: guardedFetch(what, address, headers, send, onFault),
        redirectPolicy: "follow",
        reconnectionOptions: { maxReconnectionDelay: 5000, initialReconnectionDelay: 1000, reconnectionDelayGrowFactor: 2, maxRetries: 2 }, // prettier-ignore
      }),
    }),
  });
}

const commandRefused = (command: readonly string[]) =>
  new ConnectorError(
    "config_error",
    `The MCP server is a command, which would run on this computer: ${cleanText(command.join(" "), 200)}`,
    {
      path: "mcp.command",
      hint: "Run only a command that you trust: pass allowCommand, or --allow-command.",
    },
  );
