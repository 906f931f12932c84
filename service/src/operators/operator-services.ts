import type { Clock } from "agent-connectors";
import type { Sealer } from "../credentials/sealing.ts";
import type { Audit } from "../operations/audit.ts";
import type { Store } from "../store/store.ts";
import type { IdentityProvider } from "./identity-provider.ts";

/** The parts of the service that the sign-in of operators uses. */
export interface OperatorServices {
  store: Store;
  sealer: Sealer;
  audit: Audit;
  clock: Clock;
  publicUrl: string | undefined;
  /** The OpenID provider at which operators can sign in. Undefined if the settings name none. */
  identityProvider: IdentityProvider | undefined;
}
