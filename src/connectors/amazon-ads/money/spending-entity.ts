export type Product = "sp" | "sb" | "sd";

/** An entity whose records decide about spending, such as campaigns. */
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
  /** `negative` is a negative keyword or a negative target, which stops ads from showing. */
  kind: "campaign" | "adGroup" | "keyword" | "target" | "ad" | "negative" | "portfolio";
  /** The advertising product. Absent for portfolios, which can contain campaigns of all products. */
  product?: Product;
  /**
   * The states in which a record can be changed. The list is empty if the current records are read without the params
   * `states` and `limit`.
   */
  changeableStates?: readonly string[];
  /** The state of every new record. Absent if a create action chooses the state. */
  newState?: "enabled";
  /** True if the list action has no filter by `idField`. */
  hasNoIdFilter?: true;
  /** The maximum number of ids for one call of the list action. The default is 100. */
  idsPerRead?: number;
  /**
   * The fields that an update accepts inside an object of a record. A key is the name of the object. If an object has
   * no entry, an update accepts all fields of the object.
   */
  updatableFields?: Readonly<Record<string, readonly string[]>>;
  /** The fields of a record that an update removes if their value is null. */
  clearable?: readonly string[];
}
