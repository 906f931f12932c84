/** The requests that a check is allowed to send. */
export interface Permissions {
  /** The request only reads, or only gets an access token. */
  reads(request: Request): boolean;
  /** The request changes only what the person has named. `body`: the request's body. */
  writes(request: Request, body: string): boolean;
}

export interface Gate {
  /** Throws a `Refused` error before the request leaves if the request is not allowed. */
  fetch: typeof fetch;
  /** Allows or forbids writes in the next requests. Default: forbidden. */
  allowWrites(allowed: boolean): void;
  /** Returns the headers of the last request that the connector sent to this host, such as its credentials. */
  headersFor(host: string): Readonly<Record<string, string>>;
}

/** The gate has stopped a request. The message has no part of the request. */
export class Refused extends Error {}

/**
 * Every request of the connector and of the checks goes through the gate. A request that is neither a known read nor
 * an allowed write never reaches `send`.
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
