import type { PayingAccount, GuardRead } from "../../../../core/contract/judgement.ts";
import { ConnectorError } from "../../../../core/ground/errors.ts";
import { type Dict, at, dicts, isDict } from "../../../../core/ground/json.ts";
import { averageFactor, optedOutFactor } from "../model/daily-ceiling.ts";
import { idOf, isEnabled, namesById } from "../ground/record-fields.ts";
import { type Source, sources } from "../ground/sources.ts";

/** The maximum number of requests for parents and children of the changed records. Calls that need more are refused. */
const maxReads = 60;

/** Reads records for the judgement of one call, in one profile. */
export interface RecordReader {
  /** Reads records by their ids, each record once. A record that does not exist is missing in the result. */
  byIds(source: Source, ids: Iterable<string | undefined>): Promise<Map<string, Dict>>;
  enabledInCampaigns(source: Source | undefined, campaignIds: Iterable<string>): Promise<Dict[]>;
  /** Reads records that are not archived. */
  inPortfolios(source: Source, portfolioIds: readonly string[]): Promise<Dict[]>;
  /** Reads all pages of a list action. */
  list(entity: string, action: string, params: Dict): Promise<Dict[]>;
  /** Returns the names of the records that `byIds` has read, by id. */
  names(): Record<string, string>;
  /** Returns the profile that pays. */
  account(): Promise<PayingAccount>;
  /** Returns undefined if no result has contained the profile yet. */
  knownAccount(): PayingAccount | undefined;
  /** Returns the most that a campaign of the profile can spend on one day, as a multiple of its daily budget. */
  dayFactor(): Promise<number>;
  /** Runs a read action, and keeps the profile of the result for `account`. */
  read: GuardRead;
}

export function createReader(read: GuardRead, profileId: unknown): RecordReader {
  const inProfile = profileId === undefined ? {} : { profileId };
  let account: PayingAccount | undefined;
  let dayFactor: number | undefined;
  let reads = 0;
  /** The records that `byIds` has read. Undefined stands for a record that does not exist. */
  const known = new Map<Source, Map<string, Dict | undefined>>();

  const send: GuardRead = async (entity, action, params) => {
    const result = await read(entity, action, { ...inProfile, ...params });
    const { profile } = result.meta;
    if (isDict(profile) && idOf(profile.profileId) !== undefined) account = accountOf(profile);
    return result;
  };
  const counted: GuardRead = (...call) => {
    reads += 1;
    if (reads > maxReads) throw tooMany();
    return send(...call);
  };
  const list: RecordReader["list"] = async (entity, action, params) => {
    const found: Dict[] = [];
    let cursor: string | undefined;
    do {
      const { data, meta } = await counted(entity, action, {
        ...params,
        ...(cursor === undefined ? {} : { cursor }),
      });
      found.push(...dicts(data));
      cursor = meta.next_cursor;
    } while (cursor !== undefined);
    return found;
  };
  const pages = ({ entity, pageSize }: Source, params: Dict): Promise<Dict[]> =>
    list(entity, "list", { ...params, ...(pageSize > 0 ? { limit: pageSize } : {}) });

  return {
    read: send,
    list,
    async byIds(source, ids) {
      const wanted = [...new Set(ids)].filter((id) => id !== undefined);
      const read = known.get(source) ?? new Map<string, Dict | undefined>();
      known.set(source, read);
      for (const some of chunks(
        wanted.filter((id) => !read.has(id)),
        source.idsPerRead,
      )) {
        const states = source.states ? { states: source.states.all } : {};
        for (const id of some) read.set(id, undefined);
        for (const record of await pages(source, { [source.idsParam!]: some, ...states }))
          read.set(String(record[source.idField]), record);
      }
      return new Map(wanted.flatMap((id) => (read.get(id) ? [[id, read.get(id)!] as const] : [])));
    },
    async enabledInCampaigns(source, campaignIds) {
      const wanted = new Set(campaignIds);
      if (!source || wanted.size === 0) return [];
      const found: Dict[] = [];
      for (const some of chunks(wanted, source.idsPerRead))
        found.push(...(await pages(source, { campaignIds: some, states: source.states!.enabled })));
      return found.filter((record) => wanted.has(String(record.campaignId)) && isEnabled(record));
    },
    names: () =>
      Object.assign(
        {},
        ...[...known].map(([{ idField }, records]) =>
          namesById([...records.values()].filter(isDict), idField),
        ),
      ) as Record<string, string>,
    knownAccount: () => account,
    async inPortfolios(source, portfolioIds) {
      const found: Dict[] = [];
      const states = source.states!.all.filter((state) => state.toUpperCase() !== "ARCHIVED");
      for (const some of chunks(portfolioIds, source.idsPerRead))
        found.push(...(await pages(source, { portfolioIds: some, states })));
      return found;
    },
    async dayFactor() {
      try {
        if (dayFactor !== undefined) return dayFactor;
        const { data } = await counted("profiles", "budget_settings", {});
        const isOptedOut = at(data, "featureFlags.isOptedOutForAverageDailyBudgetIncrease") === true;
        dayFactor = isOptedOut ? optedOutFactor : averageFactor;
      } catch (error) {
        if (ConnectorError.is(error) && error.code === "aborted") throw error;
        // Some logins cannot read the setting. The higher factor never underestimates the spending.
        dayFactor = averageFactor;
      }
      return dayFactor;
    },
    async account() {
      if (!account) await send(sources.sp.campaign!.entity, "list", { limit: 1 });
      return account ?? { id: String(profileId ?? "") };
    },
  };
}

const accountOf = ({ profileId, currencyCode, timezone }: Dict): PayingAccount => ({
  id: String(profileId),
  ...(typeof currencyCode === "string" ? { currency: currencyCode } : {}),
  ...(typeof timezone === "string" ? { timezone } : {}),
});

function* chunks(ids: Iterable<string | undefined>, size: number): Iterable<string[]> {
  const all = [...new Set(ids)].filter((id) => id !== undefined);
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

const tooMany = () =>
  new ConnectorError(
    "invalid_params",
    `This call needs more than ${maxReads} requests to find out how much it could raise spending.`,
    { path: "params", hint: "Nothing was sent. Send fewer items in one call." },
  );
