import type { AmazonAdsFault } from "./fault-types.ts";
import { readJson } from "./wire-json.ts";
import type { Target } from "./route-request.ts";
import type { Fields, Region } from "./types.ts";
import type { World } from "./world-types.ts";

/** A request that the sandbox received. */
export interface AmazonAdsCall {
  /** Such as `"POST /sp/campaigns/list"`, `"POST /auth/o2/token"` or, for a file, `"GET file"`. */
  operation: string;
  method: string;
  host: string;
  /** The path of the request, without the query. */
  path: string;
  query: Record<string, string>;
  /** Only for requests to the API. */
  region?: Region;
  /** Names are in lower case. Authorization is left out. */
  headers: Record<string, string>;
  /** The state of the token in the Authorization header. */
  token: "none" | "valid" | "expired" | "unknown";
  /** Parsed JSON. Integers beyond 2^53 are bigints. A token request shows only the fields that are not secret. */
  body: unknown;
  /** Milliseconds since the epoch, from the sandbox's clock. */
  at: number;
  /** The HTTP status. 0 if the connection broke or got no response. */
  status: number;
  error?: string;
  /** The fault that this request got. */
  fault?: AmazonAdsFault["kind"];
}

export function recordCall(
  world: World,
  request: Request,
  text: string,
  operation: string,
  target: Target,
): AmazonAdsCall {
  const url = new URL(request.url);
  const { authorization, ...headers } = Object.fromEntries(request.headers);
  const query = Object.fromEntries(url.searchParams);
  // Anyone who has the signature can read the file.
  if (target.kind === "file") delete query["X-Amz-Signature"];
  return {
    operation,
    method: request.method,
    host: url.host,
    path: url.pathname,
    query,
    ...(target.kind === "api" ? { region: target.region } : {}),
    headers,
    token: tokenState(world, authorization),
    body: target.kind === "token" ? withoutSecrets(text) : readBody(text),
    at: world.clock.now(),
    status: 0,
  };
}

function tokenState(world: World, header: string | undefined): AmazonAdsCall["token"] {
  if (header === undefined) return "none";
  const token = world.tokens.get(header.replace(/^Bearer /, ""));
  if (!token) return "unknown";
  return token.expires > world.clock.now() ? "valid" : "expired";
}

function withoutSecrets(text: string): Fields {
  const { grant_type, client_id } = Object.fromEntries(new URLSearchParams(text));
  return { grant_type, client_id };
}

function readBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}
