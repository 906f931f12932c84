import type { Answer, ErrorStyle } from "./answer.ts";
import type { AmazonAdsFault } from "./faults.ts";
import type { JobTimes } from "./job-types.ts";
import type { Fields, Region } from "./types.ts";
import type { AccessToken, Account, World } from "./world-state.ts";

/** One authorised call of an operation. */
export interface Call {
  world: World;
  region: Region;
  /** The parts of the path that the operation names in braces. */
  path: Record<string, string>;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed body; undefined when there is none. */
  body: unknown;
  token: AccessToken;
  /** Of the profile in the Scope header. */
  account: Account;
  /** Whether the whole entity was asked for (`Prefer: return=representation`). */
  whole: boolean;
  requestId: string;
  /** Where files are fetched, with a trailing slash. */
  filesUrl: string;
  times: JobTimes;
  /** The planned failure that the operation itself has to play. */
  fault: AmazonAdsFault | undefined;
}

/** One operation of the API. */
export interface Operation {
  /** How its errors are worded. */
  style: ErrorStyle;
  /** Media types it takes; none when it takes no body. */
  takes?: readonly string[];
  /** Media types it gives, beside `application/json`. */
  gives?: readonly string[];
  /** What it needs beside the token: a profile that can advertise (the default), any profile, or none. */
  scope?: "advertiser" | "any" | "none";
  /** Whether it changes something, which a login with view rights may not. */
  writes?: boolean;
  /** How much it weighs against the rate limit. */
  weight?: (body: unknown) => number;
  run(call: Call): Answer | Promise<Answer>;
}

/** Operations by verb and path, such as `"POST /sp/campaigns/list"`. */
export type Operations = Readonly<Record<string, Operation>>;

export const bodyOf = (call: Call): Fields => (call.body ?? {}) as Fields;
