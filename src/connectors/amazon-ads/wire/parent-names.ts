import type { PlatformReply } from "../../../core/contract/run-context.ts";
import type { Clock } from "../../../core/ground/clock.ts";
import { type Dict, at, dicts } from "../../../core/ground/json.ts";

interface Source {
  operation: string;
  idField: string;
  /** The argument that selects records by id. */
  idsParam: string;
  idsPerRead: number;
  /** The other arguments. `states` includes archived campaigns. */
  args: Dict;
  /** The path of the records in the response. Empty if the response is an array. */
  records: string;
}

const campaign = { idField: "campaignId", idsParam: "campaignIds", records: "campaigns" };
const upper = ["ENABLED", "PAUSED", "ARCHIVED"];

/** The sources of campaign names, by advertising product. */
const campaigns: Readonly<Record<string, Source>> = {
  sp: {
    ...campaign,
    operation: "sp.campaigns.list",
    idsPerRead: 100,
    args: { states: upper, maxResults: 100 },
  },
  sb: {
    ...campaign,
    operation: "sb.campaigns.list",
    idsPerRead: 10,
    args: { states: upper, maxResults: 10 },
  },
  sd: {
    ...campaign,
    operation: "sd.campaigns.list",
    idsPerRead: 100,
    args: { states: ["enabled", "paused", "archived"], count: 100 },
    records: "",
  },
};

const portfolios: Source = {
  operation: "portfolios.list",
  idField: "portfolioId",
  idsParam: "portfolioIds",
  idsPerRead: 100,
  args: {},
  records: "portfolios",
};

function sourceFor(operation: string): Source | undefined {
  const [product = "", kind, verb] = operation.split(".");
  if (product === "portfolios") return portfolios;
  return kind === "campaigns" && verb !== "budget_usage" ? portfolios : campaigns[product];
}

/** The maximum number of requests for the names of one result. The remaining ids get no names. */
const maxReads = 5;

const keptMs = 10 * 60_000;
const maxKept = 5000;

export interface ParentNames {
  /**
   * Returns the names of the parents, by id: the campaigns of keywords, targets, ads and ad groups, and the
   * portfolios of campaigns. For the usage of budgets, returns the names of the campaigns or portfolios themselves.
   * Leaves out names that cannot be read. `operation`: the operation that read the records.
   */
  of(records: readonly Dict[], operation: string, profileId: string): Promise<Record<string, string>>;
}

/** Caches each name for ten minutes. `read` sends a list operation. */
export function createParentNames(
  read: (operation: string, args: Dict) => Promise<PlatformReply>,
  clock: Pick<Clock, "now">,
): ParentNames {
  const kept = new Map<string, { name: string; at: number }>();

  const readNames = async (source: Source, ids: readonly string[], profileId: string) => {
    for (let start = 0, reads = 0; start < ids.length && reads < maxReads; start += source.idsPerRead) {
      reads++;
      const some = ids.slice(start, start + source.idsPerRead);
      const { body } = await read(source.operation, { profileId, ...source.args, [source.idsParam]: some });
      const found = source.records === "" ? body : at(body, source.records);
      for (const record of dicts(found))
        if (typeof record.name === "string")
          kept.set(`${profileId} ${String(record[source.idField])}`, { name: record.name, at: clock.now() });
    }
  };

  return {
    async of(records, operation, profileId) {
      const source = sourceFor(operation);
      if (!source || operation === portfolios.operation) return {};
      const ids = [
        ...new Set(records.flatMap(({ [source.idField]: id }) => (typeof id === "string" ? [id] : []))),
      ];
      if (kept.size > maxKept) kept.clear();
      const nameOf = (id: string) => {
        const known = kept.get(`${profileId} ${id}`);
        return known && clock.now() - known.at < keptMs ? known.name : undefined;
      };
      try {
        const missing = ids.filter((id) => nameOf(id) === undefined);
        await readNames(source, missing, profileId);
      } catch {
        // Names are optional, so a failed request must not make the call fail.
      }
      return Object.fromEntries(ids.flatMap((id) => (nameOf(id) === undefined ? [] : [[id, nameOf(id)!]])));
    },
  };
}
