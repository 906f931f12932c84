import type { AmazonAdsFault } from "./faults.ts";
import { readJson } from "./json.ts";
import type { Target } from "./routing.ts";
import type { Fields, Region } from "./types.ts";
import type { World } from "./world-state.ts";

/** One request the sandbox received. */
export interface AmazonAdsCall {
  /** Such as `"POST /sp/campaigns/list"`; the token is `"POST /auth/o2/token"`, a file is `"GET file"`. */
  operation: string;
  method: string;
  host: string;
  /** The path as it was asked for, without the query. */
  path: string;
  query: Record<string, string>;
  /** Of requests to the API. */
  region?: Region;
  /** In lower case; Authorization is left out. */
  headers: Record<string, string>;
  /** What the Authorization header carried; never the token. */
  token: "none" | "valid" | "expired" | "unknown";
  /** Parsed JSON, in which whole numbers beyond 2^53 are bigints; of a token request, what is no secret. */
  body: unknown;
  /** Milliseconds since the epoch, by the sandbox's clock. */
  at: number;
  /** HTTP status; 0 when the connection died or was never answered. */
  status: number;
  error?: string;
  /** The planned failure that hit the call. */
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
  // The signature of a file's address opens the file.
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
