import type { Clock } from "../../src/core/ground/clock.ts";
import { copy } from "../copy.ts";
import { idFields } from "./id-fields.ts";
import { recordPast } from "./change-history.ts";
import type { AccountSeed, Collection, Entity, Fields, Profile, Region, Seed, SeedEntity } from "./types.ts";
import type { AccessToken, Account, NestedUpdates, World } from "./world-types.ts";

export function createWorld(seed: Seed, clock: Clock, nestedUpdates: NestedUpdates = "replaced"): World {
  let count = 0;
  return {
    clock,
    nestedUpdates,
    accounts: new Map(seed.accounts.map((account) => [account.profile.profileId, createAccount(account)])),
    logins: seed.logins,
    uploads: new Map(),
    tokens: new Map(),
    codes: new Map(),
    newId: () => {
      count += 1;
      // Ids have fifteen digits without a visible order, like Amazon's.
      return String(100_000_000_000_000 + ((count * 61_803_398_874_989) % 800_000_000_000_000));
    },
    newUuid: () => {
      count += 1;
      const digits = [1, 2, 3, 4]
        .map((part) => hash(`${count}/${part}`).toString(16).padStart(8, "0"))
        .join("");
      return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-4$3-a$4-$5");
    },
  };
}

function createAccount(seed: AccountSeed): Account {
  const entities = new Map<Collection, Map<string, Entity>>();
  for (const collection of Object.keys(idFields) as Collection[]) {
    const items = (seed.entities[collection] ?? []).map((item) => createEntity(collection, item));
    entities.set(collection, new Map(items.map((entity) => [entity.id, entity])));
  }
  const account: Account = {
    region: seed.region,
    profile: copy(seed.profile),
    access: seed.access ?? "edit",
    billing: seed.billing ?? true,
    isOptedOutForAverageDailyBudgetIncrease: seed.isOptedOutForAverageDailyBudgetIncrease ?? false,
    products: copy(seed.products),
    invoices: copy(seed.invoices),
    searchTerms: copy(seed.searchTerms ?? {}),
    entities,
    jobs: new Map(),
    events: [],
    assets: [],
    creativeVersions: new Map(),
  };
  recordPast(account);
  return account;
}

function createEntity(collection: Collection, seed: SeedEntity): Entity {
  const { state = "ENABLED", created = "2025-11-03T15:04:05.000Z", updated = created, ...fields } = seed;
  const id = String(fields[idFields[collection]]);
  return {
    id,
    state,
    fields: copy(fields),
    created: Date.parse(created),
    updated: Date.parse(updated),
  };
}

export function entitiesOf(account: Account, collection: Collection): Map<string, Entity> {
  const found = account.entities.get(collection);
  if (!found) throw new Error(`no collection ${collection}`);
  return found;
}

export function addEntity(
  world: World,
  account: Account,
  collection: Collection,
  fields: Fields,
  state: Entity["state"],
): Entity {
  const id = world.newId();
  const now = world.clock.now();
  const entity = { id, state, fields: { ...fields, [idFields[collection]]: id }, created: now, updated: now };
  entitiesOf(account, collection).set(id, entity);
  return entity;
}

/** Returns the accounts in a region that the token can use. */
export function accountsOf(world: World, region: Region, token: AccessToken): Account[] {
  return [...world.accounts.values()].filter(
    (account) => account.region === region && (token.profiles?.includes(account.profile.profileId) ?? true),
  );
}

/** Returns a hash of the text (FNV-1a and a last mixing step). The hash looks random, but is the same in every run. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  // Without this step, texts that differ only at the end would get similar hashes.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0;
  return (value ^ (value >>> 13)) >>> 0;
}

/** Returns a number from 0 to 1, which is always the same for the same text. */
export const chance = (text: string): number => hash(text) / 0x1_0000_0000;

// Formats are kept, because `Intl.DateTimeFormat` is slow to create.
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the day in the time zone of the profile, such as `2026-03-12`. */
export function today(world: World, { timezone }: Profile): string {
  let format = dateFormats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone: timezone, dateStyle: "short" });
    dateFormats.set(timezone, format);
  }
  return format.format(world.clock.now());
}
