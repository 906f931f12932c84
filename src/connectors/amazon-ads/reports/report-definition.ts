/** A report type of Amazon's: the facts that a report's definition is checked against. */
export interface ReportType {
  readonly adProduct: string;
  /** The longest date range of one report. */
  readonly daysPerReport: number;
  /** How far back Amazon's data goes. */
  readonly daysKept: number;
  readonly columns: readonly string[];
  /** The values that `groupBy` accepts. Each adds columns and filters. */
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
