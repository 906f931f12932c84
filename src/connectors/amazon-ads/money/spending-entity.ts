import type { Dict } from "../../../core/ground/json.ts";
import type { Cap } from "./cap-names.ts";

/**
 * An entity whose records can spend money. The fields say how to read the records and how to recognise higher spending.
 */
export interface SpendingEntity {
  entity: string;
  /**
   * The param that holds the items of a batch. The paths in errors begin with the name of this param, such as
   * `campaigns[0]`.
   */
  itemsParam: string;
  idField: string;
  /** The param that selects records by id in the entity's list action. */
  idsParam: string;
  amounts?: readonly { path: string; cap: Cap }[];
  /** The state in which a record spends money. The default is ENABLED. */
  runningState?: string;
  /**
   * The states in which a record can be changed. The list is empty if the current records are read without the params
   * `states` and `limit`.
   */
  changeableStates?: readonly string[];
  /** The maximum number of ids for one call of the list action. The default is 100. */
  idsPerRead?: number;
  /** Returns the paths of the fields whose change allows higher spending although no amount goes up. */
  raisesExposure?: (item: Dict, current: Dict) => string[];
  /**
   * The fields that an update accepts inside an object. A key is the name of the object. An object needs an entry only
   * if Amazon's records contain further fields in this object.
   */
  updatableFields?: Readonly<Record<string, readonly string[]>>;
  /**
   * True for negative keywords and negative targets, which stop ads from showing. If such a record is paused, more ads
   * show, so the change allows spending. If such a record is enabled, fewer ads show.
   */
  stopsAds?: true;
}
