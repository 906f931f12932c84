import type { Reply, ErrorStyle } from "./responses.ts";
import type { AmazonAdsFault } from "./fault-types.ts";
import type { JobTimes } from "./job-types.ts";
import type { Fields, Region } from "./types.ts";
import type { AccessToken, Account, World } from "./world-types.ts";

/** An authorized call of an operation. */
export interface Call {
  world: World;
  region: Region;
  /** The values of the path params. */
  path: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed body. Undefined if there is none. */
  body: unknown;
  token: AccessToken;
  /** The account of the profile in the Scope header. */
  account: Account;
  /** True if the caller wants complete entities in the response (`Prefer: return=representation`). */
  wantsRepresentation: boolean;
  requestId: string;
  /** The address of report files, with a trailing slash. */
  filesUrl: string;
  times: JobTimes;
  /** A simulated fault that the operation has to produce, rather than the server around it. */
  fault: AmazonAdsFault | undefined;
}

/** An operation of the API. */
export interface Operation {
  /** The shape of its errors. */
  style: ErrorStyle;
  /** The media types of the request body. Absent if there is no body. */
  consumes?: readonly string[];
  /** The media types of the response, besides `application/json`. */
  produces?: readonly string[];
  /** The kind of profile that the operation needs: an advertiser's profile (the default), any profile, or none. */
  profile?: "advertiser" | "any" | "none";
  /** True if it changes data. A login with view rights may not do that. */
  writes?: boolean;
  /** The number of calls that the operation counts as for the rate limit. */
  weight?: (body: unknown) => number;
  run(call: Call): Reply | Promise<Reply>;
}

/** Operations by method and path, such as `"POST /sp/campaigns/list"`. */
export type Operations = Readonly<Record<string, Operation>>;

export const bodyOf = (call: Call): Fields => (call.body ?? {}) as Fields;
