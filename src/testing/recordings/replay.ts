import { ConnectorError } from "../../core/ground/errors.ts";
import { bytesOf, recordedBody } from "./bodies.ts";
import { comparedRequest, type ComparedRequest, differences } from "./compare-requests.ts";
import { readRecording } from "./read-recording.ts";
import type { RecordedExchange, RecordedRequest, Recording } from "./recording.ts";
import { collectFromHeaders, collectFromRequest, createSecretRemover } from "./remove-secrets.ts";

export interface Replay {
  /** Answers from the recording. For the option `fetch` of a connector. */
  fetch: typeof globalThis.fetch;
  /** Returns the exchanges that no request has asked for yet. */
  unused(): RecordedExchange[];
}

interface Entry {
  exchange: RecordedExchange;
  request: ComparedRequest;
  used: boolean;
}

/**
 * Answers requests from a recording. No request leaves the process. A request and a recorded request are equal if they
 * have the same method, address, query and body. Their headers, and secrets in the query and the body, can differ. Each
 * exchange answers once, in the recorded order.
 * @param recording what `record` has recorded, a HAR file or a VCR cassette, as an object or as text. YAML needs the
 * package `yaml`
 * @throws ConnectorError `config_error` if the recording has another form. `fetch` throws `config_error` for a request
 * that was not recorded: the error shows the nearest recorded request and what differs
 */
export async function replay(recording: Recording | object | string): Promise<Replay> {
  const exchanges = await readRecording(recording);
  const entries = exchanges.map((exchange): Entry => ({
    exchange,
    request: withoutSecrets(exchange.request, new Set()),
    used: false,
  }));
  return {
    async fetch(input, init) {
      const request = new Request(input, init?.body ? { duplex: "half", ...init } : init);
      request.signal.throwIfAborted();
      const sent = await requestOf(request);
      const asked = comparedRequest(byName.request(sent));
      const same = entries.filter((entry) => differences(entry.request, asked).length === 0);
      const entry = same.find(({ used }) => !used);
      if (!entry) {
        const secrets = new Set<string>();
        collectFromHeaders(Object.fromEntries(request.headers), secrets);
        const shown = withoutSecrets(sent, secrets);
        throw same.length > 0 ? usedUp(shown, same.length) : notRecorded(shown, entries);
      }
      entry.used = true;
      return responseOf(entry.exchange.response);
    },
    unused: () => entries.filter(({ used }) => !used).map(({ exchange }) => exchange),
  };
}

export async function requestOf(request: Request): Promise<RecordedRequest> {
  const { method, url } = request;
  const type = request.headers.get("content-type");
  const body = recordedBody(new Uint8Array(await request.arrayBuffer()));
  return { method, url, ...(type === null ? {} : { type }), ...(body === undefined ? {} : { body }) };
}

function withoutSecrets(request: RecordedRequest, secrets: Set<string>): ComparedRequest {
  collectFromRequest(request, secrets);
  return comparedRequest(createSecretRemover(secrets).request(request));
}

/** Without the values of secrets, because a recorded request can contain the same text without being secret. */
const byName = createSecretRemover([]);

/** The statuses of responses that never have a body. */
const empty: ReadonlySet<number> = new Set([204, 205, 304]);

export const responseOf = ({ status, headers, body }: RecordedExchange["response"]): Response =>
  new Response(empty.has(status) ? null : bytesOf(body), { status, headers });

function usedUp(asked: ComparedRequest, times: number): ConnectorError {
  return new ConnectorError(
    "config_error",
    `${nameOf(asked)} was recorded ${times === 1 ? "once" : `${times} times`}, and is sent once more.`,
    { hint: "Record it again, or find out why the code sends one more request." },
  );
}

const most = 5;

function notRecorded(asked: ComparedRequest, entries: readonly Entry[]): ConnectorError {
  const [nearest] = entries
    .map(({ request, used }) => ({ request, used, differ: differences(request, asked) }))
    .toSorted((one, other) => distance(one) - distance(other));
  const hint = "Record the exchanges again, or change the request.";
  if (!nearest) return new ConnectorError("config_error", `${nameOf(asked)} was not recorded. The recording is empty.`, { hint }); // prettier-ignore
  const { request, differ } = nearest;
  const more = differ.length > most ? `; and ${differ.length - most} more differences` : "";
  return new ConnectorError(
    "config_error",
    `${nameOf(asked)} was not recorded. The nearest recorded request is ${nameOf(request)}: ${differ.slice(0, most).join("; ")}${more}.`,
    { hint },
  );

  function distance({
    request: other,
    used,
    differ: list,
  }: {
    request: ComparedRequest;
    used: boolean;
    differ: string[];
  }): number {
    const segments = asked.address.split("/");
    const others = other.address.split("/");
    const wrong = segments.filter((segment, at) => segment !== others[at]).length;
    return (wrong + Math.abs(segments.length - others.length)) * 1000 + (other.method === asked.method ? 0 : 500) + list.length + (used ? 0.5 : 0); // prettier-ignore
  }
}

const nameOf = ({ method, address }: ComparedRequest): string => `${method} ${address}`;
