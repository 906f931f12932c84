import { assetOf } from "../creative-assets.ts";
import type { ItemChange } from "../sponsored-products/check-values.ts";
import { itemError } from "../sponsored-products/item-errors.ts";
import type { Entity, Fields } from "../types.ts";
import { isRecord, writeJson } from "../http/wire-json.ts";
import type { Account, World } from "../world-types.ts";
import { entitiesOf } from "../world.ts";

// Amazon's rules: https://advertising.amazon.com/API/docs/en-us/guides/sponsored-display/creatives

const REVIEW_MS = 24 * 3_600_000;

/** The smallest size of each image in pixels, and the largest size of its file in bytes. */
const IMAGES: Readonly<Record<string, { width: number; height: number; bytes: number }>> = {
  brandLogo: { width: 600, height: 100, bytes: 1_000_000 },
  rectCustomImage: { width: 1200, height: 628, bytes: 5_000_000 },
  squareCustomImage: { width: 628, height: 628, bytes: 5_000_000 },
};
const VIDEOS = ["video", "squareVideos", "horizontalVideos", "verticalVideos"];

const wrong = (message: string, field: string): Error =>
  itemError("malformedValueError", "INVALID_ARGUMENT", message, { field });

/** Checks the creative and starts its review. */
export function checkDisplayCreative({ world, account, requested, next, entity }: ItemChange): void {
  if (entity && statusOf(world, entity) === "PENDING_REVIEW")
    throw wrong("A creative in the status PENDING_REVIEW cannot be updated", "creativeId");
  const others = [...entitiesOf(account, "sd/creatives").values()].filter((one) => one !== entity);
  if (others.some(({ fields }) => fields["adGroupId"] === next["adGroupId"]))
    throw wrong("Only one creative can be associated to an ad group", "adGroupId");
  if (entity && world.nestedUpdates === "merged")
    next["properties"] = {
      ...(entity.fields["properties"] as Fields),
      ...(requested["properties"] as Fields),
    };
  const properties = next["properties"] as Fields;
  checkHeadline(properties["headline"]);
  for (const [name, least] of Object.entries(IMAGES)) checkImage(account, name, properties[name], least);
  const [rect, square] = [properties["rectCustomImage"], properties["squareCustomImage"]] as Fields[];
  if (rect && square && rect["assetId"] !== square["assetId"])
    throw wrong("rectCustomImage and squareCustomImage must use the same asset", "squareCustomImage");
  checkVideos(account, next["creativeType"], properties);
  const isChanged = !entity || writeJson(properties) !== writeJson(entity.fields["properties"]);
  if (isChanged) next["reviewEnds"] = world.clock.now() + REVIEW_MS;
}

function checkHeadline(headline: unknown): void {
  if (headline === undefined) return;
  if (typeof headline !== "string" || headline.trim() === "")
    throw wrong("The headline is empty", "headline");
  if (headline.length > 50) throw wrong("The headline is longer than 50 characters", "headline");
  if (/[<>#^!]|\p{Extended_Pictographic}/u.test(headline))
    throw wrong("The headline has characters that are not allowed", "headline");
  const capitals = headline.replaceAll(/[^A-Z]/g, "").length;
  if (headline.length > 10 && capitals * 2 > headline.length)
    throw wrong("The headline has too many capital letters", "headline");
}

function checkImage(
  account: Account,
  name: string,
  image: unknown,
  least: { width: number; height: number; bytes: number },
): void {
  if (image === undefined) return;
  const { assetId, assetVersion, croppingCoordinates: crop } = isRecord(image) ? image : {};
  const found = assetOf(account, assetId);
  if (found?.assetType !== "IMAGE" || found.version !== assetVersion)
    throw wrong(`${name} is not an IMAGE asset`, name);
  if (found.width < least.width || found.height < least.height || found.size > least.bytes)
    throw wrong(`${name} is too small, or its file is too large`, name);
  if (!isRecord(crop)) return;
  const [top, left, width, height] = ["top", "left", "width", "height"].map((key) => Number(crop[key]));
  if (width! < least.width || height! < least.height) throw wrong(`${name} is cropped too much`, name);
  if (left! + width! > found.width || top! + height! > found.height)
    throw wrong(`${name} is cropped outside of the image`, name);
}

function checkVideos(account: Account, type: unknown, properties: Fields): void {
  const given = VIDEOS.flatMap((name) => (properties[name] === undefined ? [] : [properties[name]].flat()));
  if (type === "VIDEO" && given.length === 0) throw wrong("A VIDEO creative needs a video", "properties");
  for (const video of given) {
    const found = isRecord(video) ? assetOf(account, video["assetId"]) : undefined;
    if (type !== "VIDEO" || found?.assetType !== "VIDEO") throw wrong("The video is not allowed", "video");
  }
}

/** Returns the moderation status. The sandbox approves every creative when its review ends. */
export const statusOf = (world: World, { fields }: Entity): unknown =>
  fields["reviewEnds"] === undefined
    ? fields["moderationStatus"]
    : world.clock.now() < Number(fields["reviewEnds"])
      ? "PENDING_REVIEW"
      : "APPROVED";
