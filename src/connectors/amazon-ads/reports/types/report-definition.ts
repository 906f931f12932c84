/** The facts about one of Amazon's report types. */
export interface ReportType {
  readonly adProduct: string;
  readonly timeUnits: readonly string[];
  /** The maximum number of days in one report. Undefined if Amazon does not document the maximum. */
  readonly daysPerReport?: number | undefined;
  /** The number of days for which Amazon keeps data. Undefined if Amazon does not document the number. */
  readonly daysKept?: number | undefined;
  readonly columns: readonly string[];
  /** The columns that Amazon's dictionary of columns lists for this type, but the type's own page does not. */
  readonly unconfirmed: readonly string[];
  readonly note?: string | undefined;
  /** The groups that the param `groupBy` accepts. Each group adds columns and filters. */
  readonly groups: Readonly<Record<string, ReportGroup>>;
}

export interface ReportGroup {
  /** The columns that identify a row of the group, besides the date. */
  readonly rowKey: readonly string[];
  readonly columns: readonly string[];
  /** The allowed values of each filter. An empty list allows any value. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

export type NamedGroup = readonly [name: string, group: ReportGroup];

/** The params that define a report. */
export interface ReportDefinition {
  reportTypeId: string;
  startDate: string;
  endDate: string;
  groupBy?: readonly string[] | undefined;
  columns?: readonly string[] | undefined;
  timeUnit: "SUMMARY" | "DAILY" | "WEEKLY" | "MONTHLY";
  filters?: readonly { field: string; values: readonly string[] }[] | undefined;
  name?: string | undefined;
}

/** The field `configuration` of a report, which decides what Amazon puts into the rows. */
export interface Configuration {
  reportTypeId: string;
  timeUnit: string;
  groupBy: readonly string[];
  columns: readonly string[];
}
