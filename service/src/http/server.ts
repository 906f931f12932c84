import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer, type AddressInfo, type Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { ConnectorError } from "agent-connectors";
import { toConnectorError } from "../operations/errors-for-callers.ts";
import { problemOf, problemResponse } from "./problem.ts";
import { targetFault } from "./request-target.ts";
import { sendFile } from "./send-file.ts";
import { textOf } from "./text-response.ts";

/** `address`: the network address of the client. */
export type RequestHandler = (request: Request, from: { address?: string | undefined }) => Promise<Response>;

export interface Listening {
  url: string;
  port: number;
  /**
   * Stops accepting connections, and resolves when all connections are closed. After `deadlineMs`, closes the
   * connections that are still open.
   */
  close(deadlineMs: number): Promise<void>;
}

export async function listen(service: RequestHandler, host: string, port: number): Promise<Listening> {
  const respond = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const address = (incoming as IncomingMessage).socket.remoteAddress;
      const response = await service(request, { address });
      const text = textOf(response);
      if (text !== undefined) {
        sendText(outgoing as ServerResponse, response, text);
        return RESPONSE_ALREADY_SENT;
      }
      if (!response.headers.has("content-disposition")) return response;
      await sendFile(response, outgoing as ServerResponse);
      return RESPONSE_ALREADY_SENT;
    },
    {
      overrideGlobalObjects: false,
      errorHandler: (error) =>
        error instanceof RequestError
          ? problemResponse(unreadable("The host or the path of the request is not valid."), "unreadable")
          : problemResponse(toConnectorError(error), "unreadable"),
    },
  );
  const server = createServer(
    {
      headersTimeout: 5000,
      requestTimeout: 30_000,
      // Load balancers usually close idle connections after 60 seconds. If the service closed an idle connection first,
      // a load balancer could send a request on it and fail.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: 1000,
      maxHeaderSize: 16 * 1024,
      // The service itself refuses a request without the header Host, because Node's refusal would have no body.
      requireHostHeader: false,
    },
    (incoming, outgoing) => {
      const fault = targetFault(incoming.url ?? "");
      if (fault === undefined) void respond(incoming, outgoing);
      else refuse(outgoing, unreadable(`The path of the request ${fault}.`));
    },
  );
  server.on("clientError", answerUnreadable);
  server.on("checkExpectation", refuseExpectation);
  return open(server, host, port);
}

function sendText(outgoing: ServerResponse, { status, headers }: Response, text: string): void {
  const list: string[] = [];
  for (const [name, value] of headers) list.push(name, value);
  list.push("content-length", String(Buffer.byteLength(text)));
  outgoing.writeHead(status, list).end(text);
}

/** Serves the metrics on a separate port, which the operator can keep private. */
export const listenMetrics = (
  service: { metrics(): string },
  host: string,
  port: number,
): Promise<Listening> =>
  open(
    createServer((request, response) => {
      const found = request.url === "/metrics" && request.method === "GET";
      response.writeHead(found ? 200 : 404, { "content-type": "text/plain; version=0.0.4" });
      response.end(found ? service.metrics() : "The only path is GET /metrics.\n");
    }),
    host,
    port,
  );

/** Milliseconds for which an idle connection stays open while the server stops. */
const idleMs = 500;

async function open(server: Server, host: string, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    // A failure to accept a connection must not end the process later, so this listener stays.
    server.on("error", reject);
    server.listen(port, host, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    throw new ConnectorError("config_error", `Cannot listen on ${host}:${port} (${error.code ?? "error"}).`, {
      hint: "Choose another address: --host, --port, --metrics-port.",
    });
  });
  const address = server.address() as AddressInfo;
  return {
    port: address.port,
    url: `http://${address.family === "IPv6" ? `[${address.address}]` : address.address}:${address.port}`,
    close: (deadlineMs) =>
      new Promise((resolve) => {
        const deadline = setTimeout(() => server.closeAllConnections(), deadlineMs);
        // A request may still arrive on an idle connection. The response to this request closes the connection.
        const idle = setInterval(() => server.closeIdleConnections(), Math.min(idleMs, deadlineMs));
        // `server.close` would close idle connections at once. This call only stops listening.
        NetServer.prototype.close.call(server, () => {
          clearTimeout(deadline);
          clearInterval(idle);
          server.close(() => {});
          resolve();
        });
      }),
  };
}

/** Sends an error response to a request that Node itself refuses. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const known =
    error.code === "HPE_HEADER_OVERFLOW"
      ? new ConnectorError("headers_too_large", "The headers of the request are larger than 16 KiB.")
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? new ConnectorError("request_timeout", "The request did not arrive in time.")
        : unreadable("The request is not valid HTTP.");
  const body = JSON.stringify(problemOf(known, "unreadable"));
  socket.end(
    `HTTP/1.1 ${known.status} ${problemOf(known, "").title}\r\ncontent-type: application/problem+json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

function refuseExpectation(_: IncomingMessage, response: ServerResponse): void {
  const error = new ConnectorError("expectation_failed", "The only supported expectation is 100-continue.", {
    path: "expect",
    hint: "Leave out the header Expect.",
  });
  refuse(response, error);
}

/** Sends an error response to a request that reaches no route, and closes the connection. */
function refuse(response: ServerResponse, error: ConnectorError): void {
  const body = JSON.stringify(problemOf(error, "unreadable"));
  response
    .writeHead(error.status, {
      "content-type": "application/problem+json",
      "content-length": Buffer.byteLength(body),
      connection: "close",
    })
    .end(body);
}

const unreadable = (message: string) => new ConnectorError("malformed_json", message);
