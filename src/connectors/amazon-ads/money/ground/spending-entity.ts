export type Product = "sp" | "sb" | "sd";

/** An entity whose records decide about spending, such as campaigns. */
export interface SpendingEntity {
  entity: string;
  /** The param with the items of a batch. The paths in errors begin with its name, such as `campaigns[0]`. */
  itemsParam: string;
  idField: string;
  /** The param that selects records by id in the entity's list action. */
  idsParam: string;
  /** `negative`: a negative keyword or a negative target, which stops ads from showing. */
  kind: "campaign" | "adGroup" | "keyword" | "target" | "ad" | "negative" | "portfolio";
  /** Absent for portfolios, which can contain campaigns of all products. */
  product?: Product;
  /** The states in which a record can be changed. Empty if records are read without `states` and `limit`. */
  changeableStates?: readonly string[];
  /** The state of every new record. Absent if a create action chooses the state. */
  newState?: "enabled";
  /** True if the list action has no filter by `idField`. */
  hasNoIdFilter?: true;
  /** The maximum number of ids in one call of the list action. Default: 100. */
  idsPerRead?: number;
  /** The fields that an update accepts in an object, by the name of the object. Default: all fields of the object. */
  updatableFields?: Readonly<Record<string, readonly string[]>>;
  /** The fields that an update removes if their value is null. */
  clearable?: readonly string[];
}
