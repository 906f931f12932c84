import type { AmazonAdsFault } from "./fault-types.ts";
import { readJson } from "./http/wire-json.ts";
import type { Target } from "./http/route-request.ts";
import type { Fields, Region } from "./types.ts";
import type { World } from "./world-types.ts";

export interface AmazonAdsCall {
  /** The operation, such as `"POST /sp/campaigns/list"`, `"POST /auth/o2/token"` or `"GET file"`. */
  operation: string;
  method: string;
  host: string;
  /** The path without the query. */
  path: string;
  query: Record<string, string>;
  /** The region of the API. Absent for token requests and file requests. */
  region?: Region;
  /** The request headers without Authorization. Their names are in lower case. */
  headers: Record<string, string>;
  /** The state of the token in the Authorization header. */
  token: "none" | "valid" | "expired" | "unknown";
  /**
   * The parsed JSON body, or the text if it is not JSON. Integers of 16 or more digits are bigints. The body of a token
   * request, or of a person's decision about access, has only the fields `grant_type` and `client_id`.
   */
  body: unknown;
  /** The time of the request on the sandbox's clock, in milliseconds since 1970. */
  at: number;
  /** The HTTP status of the response, or 0 if there was none. */
  status: number;
  error?: string;
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
  // The log has no signature, because anyone who has the signature can read the file.
  if (target.kind === "file") delete query["X-Amz-Signature"];
  if (target.kind === "consent") delete query["state"];
  return {
    operation,
    method: request.method,
    host: url.host,
    path: url.pathname,
    query,
    ...(target.kind === "api" ? { region: target.region } : {}),
    headers,
    token: tokenState(world, authorization),
    body: target.kind === "token" || target.kind === "consent" ? withoutSecrets(text) : readBody(text),
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
