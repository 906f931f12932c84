/** The facts about one of Amazon's report types. The definition of a report is checked against these facts. */
export interface ReportType {
  readonly adProduct: string;
  /** The maximum number of days in one report. */
  readonly daysPerReport: number;
  /** The number of days for which Amazon keeps data. */
  readonly daysKept: number;
  readonly columns: readonly string[];
  /** The groups that the param `groupBy` accepts. Each group adds columns and filters. */
  readonly groups: Readonly<Record<string, ReportGroup>>;
}

export interface ReportGroup {
  readonly columns: readonly string[];
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
  timeUnit: "SUMMARY" | "DAILY";
  filters?: readonly { field: string; values: readonly string[] }[] | undefined;
  name?: string | undefined;
}
