import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { ConnectorError } from "agent-connectors";

// The library of the authorization server expects requests and responses of Node's HTTP server. The service has those of
// the web, because an application can call it without a server.

/** A request of the protocol is a form with a few fields. */
const maxBytes = 64 * 1024;

/** Returns a copy of a request, as if it had been sent to the public address. */
async function nodeRequest(request: Request, publicUrl: string, sent: Headers): Promise<IncomingMessage> {
  const { host, protocol } = new URL(publicUrl);
  const { pathname, search } = new URL(request.url);
  // The library knows its own metadata by this path only. Clients ask with the path of the issuer at the end.
  const isMetadata = /(^|\/)\.well-known\//.test(pathname);
  const message = new IncomingMessage(new Socket());
  message.method = request.method;
  message.url = isMetadata ? "/.well-known/openid-configuration" : pathname + search;
  message.httpVersion = "1.1";
  const body = await bytesOf(request);
  message.headers = {
    ...Object.fromEntries(sent),
    // The library builds its addresses from these headers, so a client must not choose them.
    host,
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol.slice(0, -1),
    "content-length": String(body.byteLength),
  };
  message.push(body);
  message.push(null);
  return message;
}

/** Lets a handler of Node answer a request. `sent`: the headers for the handler. */
export async function answerAsNode(
  request: Request,
  publicUrl: string,
  handle: (message: IncomingMessage, response: ServerResponse) => unknown,
  sent: Headers = request.headers,
): Promise<Response> {
  const message = await nodeRequest(request, publicUrl, sent);
  return new Promise((resolve, reject) => {
    const response = new ServerResponse(message);
    const chunks: Buffer[] = [];
    const add = (chunk: unknown) => {
      if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    response.write = (chunk: unknown) => {
      add(chunk);
      return true;
    };
    response.end = ((chunk?: unknown) => {
      add(chunk);
      const headers = new Headers();
      for (const [name, value] of Object.entries(response.getHeaders()))
        for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
      headers.delete("content-length");
      const { statusCode: status } = response;
      const isEmpty = status === 204 || status === 304;
      resolve(new Response(isEmpty ? null : Buffer.concat(chunks), { status, headers }));
      response.emit("finish");
      return response;
    }) as ServerResponse["end"];
    Promise.resolve(handle(message, response)).catch(reject);
  });
}

/** @throws ConnectorError `payload_too_large` */
async function bytesOf(request: Request): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes)
      throw new ConnectorError("payload_too_large", `The body is larger than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
