import type { Dict } from "../../../core/ground/json.ts";
import type { Cap } from "./caps.ts";

/** An entity whose records can spend money: how to read them, and what makes them spend. */
export interface SpendingEntity {
  entity: string;
  /** The param that holds the items of a batch. Errors name items by it. */
  itemsParam: string;
  idField: string;
  /** The param of the entity's list action that selects records by id. */
  idsParam: string;
  amounts?: readonly { path: string; cap: Cap }[];
  /** The state in which a record spends. By default ENABLED. */
  runningState?: string;
  /** The states in which a record can be changed. Empty if the list action takes neither states nor a limit. */
  changeableStates?: readonly string[];
  /** How many ids one call of the list action takes. By default 100. */
  idsPerRead?: number;
  /** The paths of an item that let more be spent although no amount goes up. */
  raisesExposure?: (item: Dict, current: Dict) => string[];
  /** The fields that an update accepts, for objects of which Amazon's records have more. */
  updatableFields?: Readonly<Record<string, readonly string[]>>;
  /** The records stop ads from showing. Pausing one spends; enabling one does not. */
  stopsAds?: true;
}
