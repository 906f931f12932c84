import type { Clock } from "agent-connectors";
import type { KeyRing } from "../credentials/key-ring.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { PublicFetch } from "../platforms/public-fetch.ts";
import type { Application } from "../store/queries/applications.ts";
import type { Store } from "../store/store.ts";

export interface AuthorizationServerParts {
  publicUrl: string;
  /** The application whose users sign in. */
  application: Pick<Application, "id" | "organization_id">;
  /** The addresses for which the server issues tokens. Without a choice of the client, the first one. */
  resources: readonly [string, ...string[]];
  store: Store;
  sealer: Sealer;
  keys: KeyRing;
  clock: Clock;
  /** Fetches the documents of clients. It must refuse private addresses. */
  fetch: PublicFetch;
  /** Throws an error if this network address has caused too many requests to the documents of clients. */
  countFetch: (address: string) => Promise<void>;
  renderError: (message: string) => Response;
  onFault: (error: unknown) => void;
}
