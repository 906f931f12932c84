import type { Clock } from "agent-connectors";
import type { Audit } from "./audit.ts";
import type { Idempotency } from "./idempotency.ts";
import type { Limits } from "./limits.ts";
import type { Metrics } from "./metrics.ts";
import type { Options } from "./options.ts";
import type { Sealer } from "./seal.ts";
import type { Store } from "./store/store.ts";
import type { Tokens } from "./tokens.ts";
import type { Types } from "./types.ts";
import type { Instances } from "./instances.ts";

/** What the routes work with. */
export interface Context {
  store: Store;
  sealer: Sealer;
  tokens: Tokens;
  types: Types;
  instances: Instances;
  audit: Audit;
  idempotency: Idempotency;
  limits: Limits;
  metrics: Metrics;
  clock: Clock;
  options: Options;
  isDraining(): boolean;
}
