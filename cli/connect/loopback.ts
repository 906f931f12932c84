import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import { ConnectorError } from "../../src/core/ground/errors.ts";

/**
 * A server on this computer, to which the platform sends the person back.
 * https://www.rfc-editor.org/rfc/rfc8252#section-7.3
 */
export interface Loopback {
  redirectUri: string;
  /**
   * Waits for the address of a callback that `isMine` accepts, and refuses other requests.
   * @throws ConnectorError `request_timeout` after five minutes
   */
  callback(isMine: (address: string) => boolean): Promise<string>;
  close(): void;
}

/** The ports to register at the platform. Slack and Amazon compare the whole address, so the port cannot be random. */
export const ports = [8765, 8766, 8767];

const path = "/callback";

const waitMs = 300_000;

/**
 * Listens on the first free port, on 127.0.0.1 and on ::1, because `localhost` can mean either address.
 * @throws ConnectorError `config_error` if all ports are in use
 */
export async function openLoopback(among: readonly number[] = ports): Promise<Loopback> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    respond(response, 404, "Not found.");
  for (const port of among) {
    const servers = await listenOnBoth(port, (request, response) => handle(request, response));
    if (!servers) continue;
    const close = () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    };
    const origin = `http://localhost:${port}`;
    return {
      redirectUri: origin + path,
      close,
      callback: (isMine) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => reject(tooLate()), waitMs);
          handle = (request, response) => {
            const address = origin + (request.url ?? "");
            // Under another host name, a page of another site can send requests to this computer.
            const isHere = request.headers.host === `localhost:${port}`;
            if (request.method !== "GET" || !isHere || new URL(address).pathname !== path)
              return respond(response, 404, "Not found.");
            if (!isMine(address))
              return respond(response, 400, "This address does not belong to this attempt.");
            clearTimeout(timer);
            respond(
              response,
              200,
              "Go back to the terminal. It says whether the account is connected. You can close this page.",
            );
            response.once("close", () => resolve(address));
          };
        }),
    };
  }
  throw new ConnectorError("config_error", `The ports ${among.join(", ")} are all in use.`, {
    hint: "End one of the programs that use them, or use --paste.",
  });
}

async function listenOnBoth(port: number, handle: RequestListener): Promise<Server[] | undefined> {
  // An import of `node:http` would load undici too, which every command would wait for.
  const { createServer } = process.getBuiltinModule("node:http");
  const servers: Server[] = [];
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer(handle);
    const code = await new Promise<string | undefined>((resolve) => {
      server.once("error", ({ code: why }: NodeJS.ErrnoException) => resolve(why ?? "error"));
      server.listen(port, host, () => resolve(undefined));
    });
    // Some computers have no IPv6.
    if (code === undefined) servers.push(server);
    else if (code !== "EADDRNOTAVAIL" && code !== "EAFNOSUPPORT") {
      for (const open of servers) open.close();
      return undefined;
    }
  }
  return servers.length > 0 ? servers : undefined;
}

function respond(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(`${text}\n`);
}

const tooLate = () =>
  new ConnectorError("request_timeout", "Nobody came back from the platform's page within five minutes.", {
    hint: "The platform shows some errors only on its own page, such as a redirect address that is not registered. Read that page, and run the command again.",
    retryable: false,
  });
