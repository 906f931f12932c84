import type { Sender } from "../../contract/wire/sender.ts";

const senders = new WeakMap<typeof globalThis.fetch, Sender>();

/**
 * Returns a `fetch` that sends with a sender, for the option `fetch` of a connector. A connector calls the sender itself,
 * which saves the CPU time of `Request` and `Response`. The body of a request can be a string or bytes.
 */
export function fetchOf(sender: Sender): typeof globalThis.fetch {
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const given = input instanceof Request ? input : undefined;
    const body = init.body ?? (given?.body ? new Uint8Array(await given.arrayBuffer()) : undefined);
    if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array))
      throw new TypeError("The body of the request must be a string or bytes.");
    const answer = await sender({
      method: init.method ?? given?.method ?? "GET",
      url: given ? given.url : String(input),
      headers: Object.fromEntries(new Headers(init.headers ?? given?.headers)),
      body: body as string | Uint8Array<ArrayBuffer> | undefined,
      signal: init.signal ?? given?.signal ?? new AbortController().signal,
    });
    const isEmpty = [204, 205, 304].includes(answer.status);
    if (isEmpty) await answer.cancel();
    const response = { status: answer.status, headers: [...answer.headers] as [string, string][] };
    return new Response(isEmpty ? null : answer.stream(), response);
  };
  senders.set(fetch, sender);
  return fetch;
}

/** Returns the sender of a `fetch` that `fetchOf` has made. */
export const knownSender = (fetch: typeof globalThis.fetch): Sender | undefined => senders.get(fetch);
