import type { Dict } from "../../../core/ground/json.ts";
import type { Cap } from "./cap-names.ts";

/** An entity whose records can spend money, with the facts to read its records and to recognise higher spending. */
export interface SpendingEntity {
  entity: string;
  /** The param that holds the items of a batch. Errors use it in paths, such as `campaigns[0]`. */
  itemsParam: string;
  idField: string;
  /** The param of the entity's list action that selects records by id. */
  idsParam: string;
  amounts?: readonly { path: string; cap: Cap }[];
  /** The state in which a record spends money. By default ENABLED. */
  runningState?: string;
  /** The states in which a record can be changed. Empty if the list action takes neither states nor a limit. */
  changeableStates?: readonly string[];
  /** The maximum number of ids for one call of the list action. By default 100. */
  idsPerRead?: number;
  /** Returns the paths of changes in an item that allow higher spending although no amount goes up. */
  raisesExposure?: (item: Dict, current: Dict) => string[];
  /** The fields that an update accepts, for each object that has additional fields in Amazon's records. */
  updatableFields?: Readonly<Record<string, readonly string[]>>;
  /**
   * True for negative keywords and targets, which stop ads from showing. Pausing such a record allows spending.
   * Enabling it does not.
   */
  stopsAds?: true;
}
