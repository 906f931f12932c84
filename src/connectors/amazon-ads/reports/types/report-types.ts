import catalogue from "./catalogue.json" with { type: "json" };
import { namesIn } from "./column-kinds.ts";
import type { ReportType } from "./report-definition.ts";

interface CatalogueEntry {
  adProduct: string;
  timeUnits: string;
  daysPerReport?: number;
  daysKept?: number;
  columns: string;
  unconfirmed: string;
  note?: string;
  groups: Readonly<
    Record<string, { rowKey: string; columns: string; filters: Readonly<Record<string, string>> }>
  >;
}

const entries: Readonly<Record<string, CatalogueEntry>> = catalogue.reportTypes;

export const reportTypeIds: readonly string[] = Object.keys(entries);

const read = new Map<string, ReportType>();

export function reportType(id: string): ReportType | undefined {
  if (!read.has(id) && Object.hasOwn(entries, id)) read.set(id, readEntry(entries[id]!));
  return read.get(id);
}

function readEntry(entry: CatalogueEntry): ReportType {
  const { timeUnits, columns, unconfirmed, groups, ...facts } = entry;
  return {
    ...facts,
    timeUnits: namesIn(timeUnits),
    columns: namesIn(columns),
    unconfirmed: namesIn(unconfirmed),
    groups: mapValues(groups, (group) => ({
      rowKey: namesIn(group.rowKey),
      columns: namesIn(group.columns),
      filters: mapValues(group.filters, namesIn),
    })),
  };
}

const mapValues = <From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
