import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { InvalidArgumentError } from "commander";
import { variable } from "../environment.ts";
import { listen, type Handler, type Listening } from "../../sandbox/listen.ts";

/** @throws InvalidArgumentError */
export function readPort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("Pass a port from 0 to 65535.");
  return Number(text);
}

const tokenVariable = "AGENT_CONNECTORS_MCP_TOKEN";
const hash = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Serves MCP on the loopback address, and logs the address and the token that clients must send. A page of a browser cannot
 * call the server: its origin is another one, and a name that points to this computer is not the name of the server.
 * `port`: 0 lets the operating system choose.
 */
export async function serveHttp(
  handle: Handler,
  { port, log }: { port: number; log: (line: string) => void },
): Promise<Listening> {
  const given = variable(tokenVariable);
  const token = given || randomBytes(32).toString("base64url");
  const expected = hash(`Bearer ${token}`);
  const refused = (status: number, message: string, headers = {}) =>
    Response.json({ jsonrpc: "2.0", id: null, error: { code: -32_000, message } }, { status, headers });
  const answer: Handler = async (request) => {
    const { hostname, pathname } = new URL(request.url);
    const origin = request.headers.get("origin");
    if (!isLoopback(hostname) || (origin !== null && !isLoopback(hostOf(origin))))
      return refused(403, "Only programs of this computer can use this server.");
    if (!timingSafeEqual(hash(request.headers.get("authorization") ?? ""), expected))
      return refused(401, "Send the token that the command has printed: Authorization: Bearer <token>.", {
        "www-authenticate": "Bearer",
      });
    return pathname === "/mcp" ? handle(request) : refused(404, "The address of the server ends with /mcp.");
  };
  const server = await listen(answer, "/mcp", port);
  log(`address: ${server.url}`);
  log(given ? `token: the value of ${tokenVariable}` : `token: ${token}`);
  return server;
}

const isLoopback = (hostname: string | undefined): boolean =>
  hostname === "127.0.0.1" || hostname === "localhost" || hostname === "[::1]";

const hostOf = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).hostname : undefined;
