import { ok, refuse } from "../http/responses.ts";
import { isRecord } from "../http/wire-json.ts";
import { pageOf } from "../http/paging.ts";
import { bodyOf, type Call, type Operation, type Operations } from "../operation.ts";
import { isItemError, wireItemError } from "../sponsored-products/item-errors.ts";
import type { Entity, Fields } from "../types.ts";
import type { Account, CreativeVersion, World } from "../world-types.ts";
import { entitiesOf } from "../world.ts";
import { addCreativeDefaults, checkCollectionPage, checkNeeds, checkParts, formats } from "./creatives.ts";

// The versions of the creatives of ads: https://advertising.amazon.com/API/docs/en-us/sponsored-brands/3-0/openapi/prod#tag/Ad-creatives

/** Amazon documents that a review takes up to three days. The sandbox approves every version after one day. */
const REVIEW_MS = 24 * 3_600_000;
const SINGLE = "application/vnd.sbAdCreativeResource.v4+json";
const BATCH = "application/vnd.sbadresource.v4+json";
const STATUSES = new Set<unknown>([
  "SUBMITTED_FOR_MODERATION",
  "PENDING_TRANSLATION",
  "PENDING_MODERATION_REVIEW",
  "APPROVED_BY_MODERATION",
  "REJECTED_BY_MODERATION",
  "PUBLISHED",
]);

/** Returns the versions of an ad, the oldest first. The sandbox approves the creative of a new ad at once. */
function versionsOf(account: Account, ad: Entity): CreativeVersion[] {
  const found = account.creativeVersions.get(ad.id);
  if (found) return found;
  const { type: _type, ...creative } = ad.fields["creative"] as Fields;
  const first = {
    version: `${ad.id}-1`,
    creative,
    landingPage: ad.fields["landingPage"],
    submitted: -Infinity,
  };
  account.creativeVersions.set(ad.id, [first]);
  return [first];
}

/** The ad shows the newest approved version. */
const publishedOf = (world: World, versions: readonly CreativeVersion[]) =>
  versions.findLast(({ submitted }) => submitted + REVIEW_MS <= world.clock.now());

/** Returns the fields of an ad that its published version decides. */
export function publishedFields(world: World, account: Account, ad: Entity): Fields {
  const versions = account.creativeVersions.get(ad.id);
  const published = versions && publishedOf(world, versions);
  if (!published) return {};
  const { type } = ad.fields["creative"] as Fields;
  return {
    creative: { ...published.creative, ...(type === undefined ? {} : { type }) },
    landingPage: published.landingPage,
  };
}

/** Adds a version. The ad shows its earlier version until the review ends. */
function addVersion(call: Call, format: string, item: unknown): Fields {
  const { adId, creative: given } = isRecord(item) ? item : {};
  const ad = entitiesOf(call.account, "sb/ads").get(String(adId));
  if (!ad) throw refuse(400, "The ad was not found");
  if (ad.state === "ARCHIVED") throw refuse(409, "The ad is archived", { code: "CONFLICT_STATE" });
  const rules = formats[format]!;
  const { type } = ad.fields["creative"] as Fields;
  if (type !== rules.type && !(type === "VIDEO" && format === "video"))
    throw refuse(400, "The ad has another format");
  if (!isRecord(given)) throw refuse(400, "creative is required");
  const { brandLogoAssetId, landingPage, ...rest } = given;
  const creative: Fields = {
    ...rest,
    ...(brandLogoAssetId === undefined ? {} : { brandLogoAssetID: brandLogoAssetId }),
  };
  // A new version of a video ad contains no products, and a slideshow can have no images.
  const optional = format === "video" ? ["asins"] : ["customImages"];
  checkNeeds(
    creative,
    rules.needs.filter((field) => !optional.includes(field)),
  );
  if (isBatch(format)) checkCollectionPage(landingPage);
  checkParts(call.account, creative, { ...rules, ...(format === "video" ? { asins: [0, 0] } : {}) });
  const versions = versionsOf(call.account, ad);
  const before = versions.at(-1)!;
  const { type: pageType, ...page } = isRecord(landingPage) ? landingPage : {};
  const next: Fields = {
    creative: format === "video" ? { ...before.creative, ...creative } : creative,
    landingPage: isBatch(format) || landingPage === undefined ? before.landingPage : { pageType, ...page },
  };
  addCreativeDefaults(call.account, next);
  const version = `${ad.id}-${versions.length + 1}`;
  versions.push({
    version,
    creative: next["creative"] as Fields,
    landingPage: next["landingPage"],
    submitted: call.world.clock.now(),
  });
  return { adId: ad.id, creativeVersion: version };
}

const single = (format: string): Operation => ({
  style: "message",
  consumes: [SINGLE],
  produces: [SINGLE],
  writes: true,
  run: (call) => {
    try {
      return ok(addVersion(call, format, call.body));
    } catch (thrown) {
      throw isItemError(thrown) ? refuse(400, thrown.message) : thrown;
    }
  },
});

const batch = (format: string): Operation => ({
  style: "message",
  consumes: [BATCH],
  produces: [BATCH],
  writes: true,
  run: (call) => {
    const { ads } = bodyOf(call);
    if (!Array.isArray(ads) || ads.length === 0 || ads.length > 10)
      throw refuse(400, "ads needs 1 to 10 items");
    const success: Fields[] = [];
    const error: Fields[] = [];
    for (const [index, item] of (ads as unknown[]).entries())
      try {
        success.push({ index, ...addVersion(call, format, item) });
      } catch (thrown) {
        if (!isItemError(thrown)) throw thrown;
        error.push(wireItemError(index, `$.ads[${index}]`, thrown));
      }
    return ok({ creatives: { success, error } }, 207);
  },
});

function listVersions(call: Call): Fields {
  const { adId, creativeStatusFilter: statuses, ...body } = bodyOf(call);
  const ad = entitiesOf(call.account, "sb/ads").get(String(adId));
  if (!ad) throw refuse(404, "The ad was not found");
  if (statuses !== undefined && !(Array.isArray(statuses) && statuses.every((one) => STATUSES.has(one))))
    throw refuse(400, "Invalid creativeStatusFilter");
  const { type = "VIDEO" } = ad.fields["creative"] as Fields;
  const versions = versionsOf(call.account, ad);
  const published = publishedOf(call.world, versions);
  const all = versions.map((one): Fields => {
    const time = Number.isFinite(one.submitted) ? one.submitted : ad.created;
    const { brandLogoAssetID, ...rest } = one.creative;
    const { pageType, url, ...page } = isRecord(one.landingPage) ? one.landingPage : {};
    return {
      adId: ad.id,
      creativeVersion: one.version,
      creativeType: type,
      creativeStatus:
        one === published
          ? "PUBLISHED"
          : one.submitted + REVIEW_MS <= call.world.clock.now()
            ? "APPROVED_BY_MODERATION"
            : "PENDING_MODERATION_REVIEW",
      creativeProperties: {
        ...rest,
        ...(brandLogoAssetID === undefined ? {} : { brandLogoAssetId: brandLogoAssetID }),
        landingPage: { type: pageType, value: url, ...page },
      },
      creationTime: time,
      lastUpdateTime: time,
    };
  });
  const found = all.filter(({ creativeStatus }) => !statuses || statuses.includes(creativeStatus));
  const page = pageOf(found, body, 100);
  return {
    creatives: page.items,
    ...(page.nextToken === undefined ? {} : { nextToken: page.nextToken }),
    totalResults: found.length,
  };
}

const isBatch = (format: string) => format === "manualCollection" || format === "autoCollection";

export const creativeVersions: Operations = {
  ...Object.fromEntries(
    Object.keys(formats).map((format) => [
      `POST /sb/ads/creatives/${format}`,
      isBatch(format) ? batch(format) : single(format),
    ]),
  ),
  "POST /sb/ads/creatives/list": {
    style: "message",
    consumes: [SINGLE],
    produces: [SINGLE],
    run: (call) => ok(listVersions(call)),
  },
};
