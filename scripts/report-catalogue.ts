import { readFileSync, writeFileSync } from "node:fs";

// Writes the catalogue of Amazon's report types, which the connector and the sandbox read. The input is a JSON file with
// the facts of Amazon's report pages:
// https://advertising.amazon.com/API/docs/en-us/guides/reporting/v3/report-types/overview
// Run: node scripts/report-catalogue.ts <facts.json>

const output = new URL("../src/connectors/amazon-ads/reports/types/catalogue.json", import.meta.url);

interface Facts {
  kinds: Record<string, string[]>;
  reportTypes: FactType[];
}

interface FactType {
  id: string;
  adProduct: string;
  timeUnits: string[];
  windowDays: number | null;
  retentionDays: number | null;
  baseColumns: string[];
  /** Columns that Amazon's dictionary of columns assigns to the type, but that are not on the type's page. */
  dictionaryOnly?: string[];
  extraKnown?: string[];
  groups: Record<
    string,
    { extraColumns: string[]; filters: { field: string; values: string[] }[]; rowKey: string[] }
  >;
}

/** The kinds that replace the kinds in the facts, by column. */
const kindOverrides: Readonly<Record<string, string>> = {
  // A campaign can move to another portfolio, so the portfolio does not identify the rows of a campaign.
  portfolioId: "label",
  inventoryTier: "dimension",
  // The size of a placement, such as 300x250, is a text.
  placementSize: "dimension",
};

/**
 * For columns with a name or a state of a record: the columns with the id of this record. The first pattern that matches
 * decides.
 */
const owners: readonly [RegExp, string][] = [
  [/^campaign|^costType$|^portfolioId$/, "campaignId"],
  [/^adGroup|^bidOptimization$/, "adGroupId"],
  [/^adKeywordStatus$|^keyword|^matchType$|^targeting/, "keywordId targetingId"],
  [/^ad(Name|Status)$/, "adId"],
  [/^creative/, "creativeId"],
  [/^advertiser/, "advertiserId"],
  [/^portfolioName$/, "portfolioId"],
  [/^lineItem/, "lineItemId"],
  [/^order/, "orderId"],
  [/^flight/, "flightId"],
  [/^marketplace$/, "marketplaceId"],
  [/^product/, "purchasedAsin asin"],
];

const notes: Readonly<Record<string, string>> = {
  spPromptAdExtension: "Only in the US. The same clicks are also in the other reports of Sponsored Products.",
  sbPromptAdExtension: "Only in the US. The same clicks are also in the other reports of Sponsored Brands.",
  spVideoAdExtension:
    "Only in the US. The same impressions are also in the other reports of Sponsored Products.",
  conversionPath: "Only for brand owners. A row is a path of several ads.",
  crossProgramBenchmarks: "Beta, only in the US and for brand owners. Has only averages and percentiles.",
  dspBenchmarks: "Beta, only in the US and for brand owners. Has only averages and percentiles.",
};

/** Returns the catalogue as JSON text. White space separates the names in a text. */
export function catalogueJson({ kinds, reportTypes }: Facts): string {
  const kindOf = new Map(Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => [name, kind])));
  for (const [name, kind] of Object.entries(kindOverrides)) kindOf.set(name, kind);
  const namesOf = (...some: string[]) =>
    [...kindOf].flatMap(([name, kind]) => (some.includes(kind) ? [name] : [])).join(" ");
  const columnKinds = {
    time: namesOf("time"),
    dimension: namesOf("dimension"),
    currency: namesOf("currency"),
    metric: namesOf("metric"),
    ratio: namesOf("ratio"),
    unique: namesOf("non-additive"),
    modelled: namesOf("modelled"),
  };
  const attributes: Record<string, string> = {};
  for (const name of namesOf("label", "state").split(" ")) {
    const ids = owners.find(([pattern]) => pattern.test(name))?.[1] ?? "";
    attributes[ids] = attributes[ids] === undefined ? name : `${attributes[ids]} ${name}`;
  }
  // If a report lacks a column of its row key, the names of the records identify the rows.
  const keyOf = (rowKey: readonly string[], columns: readonly string[]) => {
    const present = rowKey.filter((name) => columns.includes(name));
    const labels =
      present.length < rowKey.length ? (kinds.label ?? []).filter((name) => columns.includes(name)) : [];
    return [...new Set([...present, ...labels])].join(" ");
  };
  const typeOf = (type: FactType) => ({
    adProduct: type.adProduct,
    timeUnits: type.timeUnits.join(" "),
    ...(type.windowDays === null ? {} : { daysPerReport: type.windowDays }),
    ...(type.retentionDays === null ? {} : { daysKept: type.retentionDays }),
    columns: type.baseColumns.join(" "),
    unconfirmed: [...(type.dictionaryOnly ?? []), ...(type.extraKnown ?? [])].join(" "),
    ...(notes[type.id] === undefined ? {} : { note: notes[type.id] }),
    groups: Object.fromEntries(
      Object.entries(type.groups).map(([name, { extraColumns, filters, rowKey }]) => [
        name,
        {
          rowKey: keyOf(rowKey, [...type.baseColumns, ...extraColumns]),
          columns: extraColumns.join(" "),
          filters: Object.fromEntries(
            // The values of some filters are names of brands. An empty text means any value.
            filters.map(({ field, values }) => [
              field,
              values.some((value) => value.includes(" ")) ? "" : values.join(" "),
            ]),
          ),
        },
      ]),
    ),
  });
  const catalogue = {
    columnKinds,
    attributes: Object.fromEntries(
      Object.entries(attributes).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ),
    reportTypes: Object.fromEntries(reportTypes.map((type) => [type.id, typeOf(type)])),
  };
  return `${JSON.stringify(catalogue, null, 2)}\n`;
}

const [facts] = import.meta.main ? process.argv.slice(2) : [];
if (facts !== undefined)
  writeFileSync(output, catalogueJson(JSON.parse(readFileSync(facts, "utf8")) as Facts));
