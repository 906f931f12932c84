/** The requests that a check is allowed to send. */
export interface Permissions {
  /** Returns whether the request only reads, or only gets an access token. */
  reads(request: Request): boolean;
  /** Returns whether the request changes only what the person has named. `body`: the request's body. */
  writes(request: Request, body: string): boolean;
}

export interface Gate {
  /** Sends a request. If the request is not allowed, throws a `Refused` error instead. */
  fetch: typeof fetch;
  /** Allows or forbids writes in the next requests. Default: forbidden. */
  allowWrites(allowed: boolean): void;
  /** Returns the headers of the last request that the connector sent to this host, such as its credentials. */
  headersFor(host: string): Readonly<Record<string, string>>;
}

/** The error of a request that the gate has stopped. The message contains no part of the request. */
export class Refused extends Error {}

/**
 * Creates a gate for all requests of the connector and the checks. A request reaches `send` only if it is a known read
 * or an allowed write.
 */
export function createGate(send: typeof fetch, { reads, writes }: Permissions): Gate {
  let writing = false;
  const headers = new Map<string, Record<string, string>>();
  return {
    async fetch(input, init) {
      const request = new Request(input, init);
      if (!reads(request)) {
        const body = await request.clone().text();
        if (!writing || !writes(request, body))
          throw new Refused("The request was not sent: it is no known read.");
      }
      const { host } = new URL(request.url);
      if (request.headers.has("authorization")) headers.set(host, Object.fromEntries(request.headers));
      return send(request, init?.signal ? { signal: init.signal } : undefined);
    },
    allowWrites: (allowed) => void (writing = allowed),
    headersFor: (host) => headers.get(host) ?? {},
  };
}
