import catalogue from "../../../src/connectors/amazon-ads/reports/types/catalogue.json" with { type: "json" };

/** A type of report. If a request groups rows by a key of `groups`, the report can have more columns. */
export interface ReportType {
  adProduct: string;
  timeUnits: readonly string[];
  /** The most days in one report. */
  daysPerReport?: number;
  /** The most days from the first day of a report to today. */
  daysKept?: number;
  columns: readonly string[];
  groups: Readonly<
    Record<string, { columns: readonly string[]; filters: Readonly<Record<string, readonly string[]>> }>
  >;
}

interface Entry {
  adProduct: string;
  timeUnits: string;
  daysPerReport?: number;
  daysKept?: number;
  columns: string;
  unconfirmed: string;
  groups: Readonly<Record<string, { columns: string; filters: Readonly<Record<string, string>> }>>;
}

const entries: Readonly<Record<string, Entry>> = catalogue.reportTypes;

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));

export function reportType(id: string): ReportType | undefined {
  if (!Object.hasOwn(entries, id)) return undefined;
  const { timeUnits, columns, unconfirmed, groups, ...facts } = entries[id]!;
  return {
    ...facts,
    timeUnits: words(timeUnits),
    columns: words(`${columns} ${unconfirmed}`),
    groups: mapValues(groups, (group) => ({
      columns: words(group.columns),
      filters: mapValues(group.filters, words),
    })),
  };
}
