import type { Collection, Entity, Fields } from "./types.ts";
import type { Account, World } from "./world-state.ts";

/** What the change history calls each collection; the others are not in it. */
const TYPES: Partial<Record<Collection, string>> = {
  "sp/campaigns": "CAMPAIGN",
  "sp/adGroups": "AD_GROUP",
  "sp/productAds": "AD",
  "sp/keywords": "KEYWORD",
  "sp/negativeKeywords": "NEGATIVE_KEYWORD",
  "sp/targets": "PRODUCT_TARGETING",
  "sb/campaigns": "CAMPAIGN",
  "sb/adGroups": "AD_GROUP",
  "sb/ads": "AD",
  "sb/keywords": "KEYWORD",
  "sb/targets": "PRODUCT_TARGETING",
  "sb/themes": "THEME",
  "sd/campaigns": "CAMPAIGN",
  "sd/adGroups": "AD_GROUP",
  "sd/productAds": "AD",
  "sd/targets": "PRODUCT_TARGETING",
};

/** What is told of an entity, by the name of the change. */
const WATCHED: Readonly<Record<string, (entity: Pick<Entity, "state" | "fields">) => unknown>> = {
  STATUS: ({ state }) => state,
  NAME: ({ fields }) => fields["name"],
  BUDGET_AMOUNT: ({ fields }) => amountOf(fields["budget"]),
  BID_AMOUNT: ({ fields }) => fields["bid"] ?? fields["defaultBid"],
  START_DATE: ({ fields }) => fields["startDate"],
  END_DATE: ({ fields }) => fields["endDate"],
  SMART_BIDDING_STRATEGY: ({ fields }) => (fields["dynamicBidding"] as Fields | undefined)?.["strategy"],
};

const amountOf = (budget: unknown): unknown =>
  typeof budget === "object" && budget !== null ? (budget as Fields)["budget"] : budget;

export function noteCreation(world: World, account: Account, collection: Collection, entity: Entity): void {
  note(world, account, collection, entity, "CREATED", "", entity.state);
}

export function noteChanges(
  world: World,
  account: Account,
  collection: Collection,
  before: Pick<Entity, "state" | "fields">,
  after: Entity,
): void {
  for (const [name, look] of Object.entries(WATCHED)) {
    const [was, is] = [look(before), look(after)];
    if (was !== is) note(world, account, collection, after, name, text(was), text(is));
  }
}

/** What a seed's entities tell of their past: when they were made, and when they were paused or archived. */
export function notePast(account: Account): void {
  for (const [collection, entities] of account.entities) {
    for (const entity of entities.values()) {
      note({ clock: { now: () => entity.created } }, account, collection, entity, "CREATED", "", "ENABLED");
      if (entity.state !== "ENABLED")
        note(
          { clock: { now: () => entity.updated } },
          account,
          collection,
          entity,
          "STATUS",
          "ENABLED",
          entity.state,
        );
    }
  }
  account.changes.sort((a, b) => a.timestamp - b.timestamp);
}

function note(
  world: { clock: Pick<World["clock"], "now"> },
  account: Account,
  collection: Collection,
  entity: Entity,
  changeType: string,
  previousValue: string,
  newValue: string,
): void {
  const entityType = TYPES[collection];
  if (entityType === undefined) return;
  const parents = ["campaignId", "adGroupId"].flatMap((name) =>
    entity.fields[name] === undefined ? [] : [[name, String(entity.fields[name])]],
  );
  account.changes.push({
    timestamp: world.clock.now(),
    entityType,
    changeType,
    entityId: entity.id,
    previousValue,
    newValue,
    metadata: Object.fromEntries(parents) as Record<string, string>,
  });
}

const text = (value: unknown): string => (value === undefined ? "" : String(value));
