import type { Clock } from "agent-connectors";
import type { Audit } from "../operations/audit.ts";
import type { Idempotency } from "../calls/idempotency.ts";
import type { Limits } from "../calls/limits.ts";
import type { Metrics } from "../operations/metrics.ts";
import type { Options } from "../operations/options.ts";
import type { Sealer } from "../credentials/seal.ts";
import type { Store } from "../store/store.ts";
import type { Tokens } from "../access/tokens.ts";
import type { Types } from "../platforms/connector-types.ts";
import type { Instances } from "../calls/open-connectors.ts";

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
