import type { Dict } from "../../src/core/ground/json.ts";
import type { Capability, World } from "./world-types.ts";

/** A request whose token has been checked. */
export interface Call {
  world: World;
  /** The ids in the path, in order. */
  ids: readonly string[];
  query: Dict;
  body: Dict;
  /** The form of a request that sends a file. */
  form: FormData | undefined;
}

export interface Operation {
  /** What the token must be allowed to do. */
  needs?: Capability;
  run(call: Call): Dict;
  /** Whether the response has no `request_id`. */
  bare?: true;
}

/** Operations by method and path, such as `"GET /v1/pages/{id}"`. */
export type Operations = Readonly<Record<string, Operation>>;
