import type { Collection, Entity, Fields } from "./types.ts";
import type { Account, World } from "./world-types.ts";

/** The type of each collection's entities in the change history. Changes in other collections are not recorded. */
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

/** Values whose changes are recorded. A key is the name of the change in the change history. */
const RECORDED_VALUES: Readonly<Record<string, (entity: Pick<Entity, "state" | "fields">) => unknown>> = {
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

export function recordCreation(world: World, account: Account, collection: Collection, entity: Entity): void {
  recordEvent(world, account, collection, entity, "CREATED", "", entity.state);
}

export function recordChanges(
  world: World,
  account: Account,
  collection: Collection,
  before: Pick<Entity, "state" | "fields">,
  after: Entity,
): void {
  for (const [name, valueOf] of Object.entries(RECORDED_VALUES)) {
    const [previous, current] = [valueOf(before), valueOf(after)];
    if (previous !== current)
      recordEvent(world, account, collection, after, name, text(previous), text(current));
  }
}

/** Records when the initial entities of an account were created, and when some of them were paused or archived. */
export function recordPast(account: Account): void {
  for (const [collection, entities] of account.entities) {
    for (const entity of entities.values()) {
      recordEvent(
        { clock: { now: () => entity.created } },
        account,
        collection,
        entity,
        "CREATED",
        "",
        "ENABLED",
      );
      if (entity.state !== "ENABLED")
        recordEvent(
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
  account.events.sort((a, b) => a.timestamp - b.timestamp);
}

function recordEvent(
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
  account.events.push({
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
