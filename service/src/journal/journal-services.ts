import type { CallServices } from "../calls/perform-call.ts";
import type { Sealer } from "../credentials/sealing.ts";
import type { Store } from "../store/store.ts";

/** The parts of the service that the journal uses. */
export interface JournalServices extends CallServices {
  store: Store;
  sealer: Sealer;
}
