import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogueJson } from "../../../../../scripts/report-catalogue.ts";
import catalogue from "../../../../../src/connectors/amazon-ads/reports/types/catalogue.json" with { type: "json" };

// The connector and the sandbox read one catalogue, so a wrong name in it is wrong on both sides. Therefore, the catalogue
// is compared with facts from Amazon's pages and with recorded answers of Amazon. Both are outside this repository.

interface Group {
  rowKey: string;
  columns: string;
  filters: Record<string, string>;
}
interface Entry {
  adProduct: string;
  timeUnits: string;
  daysPerReport?: number;
  daysKept?: number;
  columns: string;
  unconfirmed: string;
  groups: Record<string, Group>;
}
const reportTypes: Readonly<Record<string, Entry>> = catalogue.reportTypes;
const words = (text: string) => text.split(/\s+/).filter(Boolean);

const shared = new URL("../../../../../../shared/", import.meta.url);
const factsFile = new URL("facts/amazon-ads-report-catalogue.json", shared);
const recordings = new URL("corpus/amazon-ads-recorded/", shared);
for (const place of [factsFile, recordings])
  if (!existsSync(place)) console.warn(`${place.pathname} is absent: its tests are skipped.`);

interface Facts {
  kinds: Record<string, string[]>;
  reportTypes: {
    id: string;
    adProduct: string;
    timeUnits: string[];
    windowDays: number | null;
    retentionDays: number | null;
    baseColumns: string[];
    dictionaryOnly?: string[];
    extraKnown?: string[];
    groups: Record<
      string,
      { extraColumns: string[]; rowKey: string[]; filters: { field: string; values: string[] }[] }
    >;
  }[];
}

describe.skipIf(!existsSync(factsFile))("compared with the facts from Amazon's pages", () => {
  const text = existsSync(factsFile) ? readFileSync(factsFile, "utf8") : '{"kinds":{},"reportTypes":[]}';
  const facts = JSON.parse(text) as Facts;

  test("the catalogue has the same report types", () =>
    expect(Object.keys(reportTypes)).toEqual(facts.reportTypes.map(({ id }) => id)));

  test.each(facts.reportTypes)("$id", (fact) => {
    const entry = reportTypes[fact.id]!;
    expect(entry.adProduct).toBe(fact.adProduct);
    expect(words(entry.timeUnits)).toEqual(fact.timeUnits);
    expect(entry.daysPerReport ?? null).toBe(fact.windowDays);
    expect(entry.daysKept ?? null).toBe(fact.retentionDays);
    expect(words(entry.columns)).toEqual(fact.baseColumns);
    expect(words(entry.unconfirmed)).toEqual([...(fact.dictionaryOnly ?? []), ...(fact.extraKnown ?? [])]);
    expect(Object.keys(entry.groups)).toEqual(Object.keys(fact.groups));
    for (const [name, { extraColumns, rowKey, filters }] of Object.entries(fact.groups)) {
      const group = entry.groups[name]!;
      const columns = new Set([...fact.baseColumns, ...extraColumns]);
      expect(words(group.columns), name).toEqual(extraColumns);
      expect(Object.keys(group.filters), name).toEqual(filters.map(({ field }) => field));
      for (const { field, values } of filters)
        // An empty text allows any value.
        expect([values.join(" "), ""], `${name}.${field}`).toContain(group.filters[field]);
      // The names of records complete a key whose columns the report does not have.
      const present = rowKey.filter((column) => columns.has(column));
      const names = words(group.rowKey).filter((column) => !present.includes(column));
      expect(words(group.rowKey), name).toEqual([...present, ...names]);
      if (present.length === rowKey.length) expect(names, name).toEqual([]);
      for (const column of names) expect(facts.kinds["label"], name).toContain(column);
    }
  });

  test("every column has one kind", () => {
    const known = [catalogue.columnKinds, catalogue.attributes].flatMap((part) =>
      Object.values<string>(part).flatMap(words),
    );
    const kinds = new Set(known);
    expect(known).toHaveLength(kinds.size);
    const used = facts.reportTypes.flatMap(({ baseColumns, groups }) => [
      ...baseColumns,
      ...Object.values(groups).flatMap(({ extraColumns }) => extraColumns),
    ]);
    expect([...Object.values(facts.kinds).flat(), ...used].filter((name) => !known.includes(name))).toEqual(
      [],
    );
  });

  test("the script writes the catalogue from the facts", () => {
    const file = new URL(
      "../../../../../src/connectors/amazon-ads/reports/types/catalogue.json",
      import.meta.url,
    );
    expect(readFileSync(file, "utf8")).toBe(catalogueJson(facts));
  });
});

describe.skipIf(!existsSync(recordings))("compared with recorded answers of Amazon", () => {
  interface Configuration {
    reportTypeId: string;
    adProduct: string;
    timeUnit: string;
    groupBy: string[];
    columns: string[];
  }
  const configurations = existsSync(recordings)
    ? readdirSync(recordings)
        .filter((name) => name.startsWith("Reporting_Sponsored_ads_V3"))
        .flatMap((name): Configuration[] => {
          const { body } = JSON.parse(readFileSync(new URL(name, recordings), "utf8")) as {
            body?: { configuration?: Configuration };
          };
          return body?.configuration ? [body.configuration] : [];
        })
    : [];

  test("there are recorded reports", () => expect(configurations.length).toBeGreaterThan(5));

  test.each(configurations)("$reportTypeId by $groupBy", (recorded) => {
    const { groups, adProduct, timeUnits, columns } = reportTypes[recorded.reportTypeId]!;
    expect(adProduct).toBe(recorded.adProduct);
    expect(words(timeUnits)).toContain(recorded.timeUnit);
    for (const name of recorded.groupBy) expect(Object.keys(groups)).toContain(name);
    const known = new Set([columns, ...recorded.groupBy.map((name) => groups[name]!.columns)].flatMap(words));
    expect(recorded.columns.filter((name) => !known.has(name))).toEqual([]);
  });
});
