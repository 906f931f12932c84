import { bytesOf, recordedBody } from "./bodies.ts";
import { headersOf, type RecordedExchange, type Recording } from "./recording.ts";
import {
  collectFromHeaders,
  collectFromRequest,
  collectFromResponse,
  createSecretRemover,
} from "./remove-secrets.ts";
import { requestOf, responseOf } from "./replay.ts";

export interface RecordOptions {
  /**
   * More values to remove, such as the connector's credentials. `record` finds the credentials in headers by itself.
   * Values of fewer than 6 characters are removed only from fields with a secret name.
   */
  secrets?: readonly string[] | undefined;
}

export interface Recorder {
  /** Sends requests, and keeps them with their responses. For the option `fetch` of a connector. */
  fetch: typeof globalThis.fetch;
  /** Returns the exchanges until now, without secrets. */
  recording(): Recording;
}

/**
 * Records the requests that a connector sends, and the platform's responses, for `replay`. Keeps no headers of requests
 * except `content-type`. Replaces secrets by `[secret]`: values of fields and headers with names such as `token`,
 * `password` or `client_secret`, and these values wherever they appear, also in base64 or percent-encoded. Reads
 * every response to its end before the connector gets it.
 * @param fetch sends the requests. Default: the global `fetch`
 */
export function record(
  fetch: typeof globalThis.fetch = globalThis.fetch,
  { secrets = [] }: RecordOptions = {},
): Recorder {
  const known = new Set(secrets);
  /** In the order in which the requests were sent. An exchange is undefined until the response has arrived. */
  const exchanges: (RecordedExchange | undefined)[] = [];
  return {
    async fetch(input, init) {
      const request = new Request(input, init?.body ? { duplex: "half", ...init } : init);
      const { method, url, headers, redirect, signal } = request;
      const recorded = await requestOf(request);
      const place = exchanges.push(undefined) - 1;
      const { body } = recorded;
      const response = await fetch(url, { method, headers, redirect, signal, ...(body === undefined ? {} : { body: typeof body === "string" ? body : bytesOf(body) }) }); // prettier-ignore
      const answer = {
        status: response.status,
        headers: headersOf(response.headers),
        body: recordedBody(new Uint8Array(await response.arrayBuffer())),
      };
      collectFromHeaders(Object.fromEntries(headers), known);
      exchanges[place] = { request: recorded, response: answer };
      return responseOf(answer);
    },
    recording() {
      const done = exchanges.filter((one) => one !== undefined);
      for (const { request, response } of done) {
        collectFromRequest(request, known);
        collectFromResponse(response, known);
      }
      const clean = createSecretRemover(known);
      return {
        format: "agent-connectors-recording",
        exchanges: done.map(({ request, response }) => ({
          request: clean.request(request),
          response: clean.response(response),
        })),
      };
    },
  };
}
