import type { Reply, ErrorStyle } from "./http/responses.ts";
import type { AmazonAdsFault } from "./fault-types.ts";
import type { JobTimes } from "./jobs/job-types.ts";
import type { Fields, Region } from "./types.ts";
import type { AccessToken, Account, World } from "./world-types.ts";

/** A call whose access token and profile have been checked. */
export interface Call {
  world: World;
  region: Region;
  /** The values of the params in the path, by name. */
  path: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
  token: AccessToken;
  /** The account whose profile id is in the Scope header. */
  account: Account;
  /** Whether the header `Prefer: return=representation` asks for complete entities in the response. */
  wantsRepresentation: boolean;
  requestId: string;
  /** The address of report files, with a trailing slash. */
  filesUrl: string;
  times: JobTimes;
  /** A simulated failure that the operation itself must produce. */
  fault: AmazonAdsFault | undefined;
}

export interface Operation {
  /** The format of the operation's error responses. */
  style: ErrorStyle;
  /** The media types of the request body. Absent if the operation has no request body. */
  consumes?: readonly string[];
  /** The media types of the response besides `application/json`. */
  produces?: readonly string[];
  /** The kind of profile that the operation needs. Default: the profile of an advertiser. */
  profile?: "advertiser" | "any" | "none";
  /** Whether the operation changes data. A login with view rights cannot use such an operation. */
  writes?: boolean;
  /** How much one request counts toward the rate limit. Default: 1. */
  weight?: (body: unknown) => number;
  run(call: Call): Reply | Promise<Reply>;
}

/** Operations by method and path, such as `"POST /sp/campaigns/list"`. */
export type Operations = Readonly<Record<string, Operation>>;

export const bodyOf = (call: Call): Fields => (call.body ?? {}) as Fields;
