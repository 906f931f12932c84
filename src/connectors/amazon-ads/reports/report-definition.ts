/** A kind of report, as far as a request for one can be checked here. */
export interface ReportType {
  readonly adProduct: string;
  /** The longest range of one report. */
  readonly days: number;
  /** How far back the data goes. */
  readonly kept: number;
  readonly columns: readonly string[];
  /** By what the rows can be grouped, with the columns and the filters that come with it. */
  readonly groups: Readonly<Record<string, ReportGroup>>;
}

export interface ReportGroup {
  readonly columns: readonly string[];
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

/** Those that a report is grouped by, with their names. */
export type ReportGroups = (readonly [name: string, group: ReportGroup])[];

export const columnsOf = (text: string): string[] => text.trim().split(/\s+/);

// A report that Amazon would refuse, or fail after an hour, is refused here, at once and with the way to put it right.

export interface ReportParams {
  reportTypeId: string;
  startDate: string;
  endDate: string;
  groupBy?: readonly string[] | undefined;
  columns?: readonly string[] | undefined;
  timeUnit: "SUMMARY" | "DAILY";
  filters?: readonly { field: string; values: readonly string[] }[] | undefined;
  name?: string | undefined;
}
