import type { Issue } from "../../../core/ground/errors.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";
import type { CheckItem } from "../resources/check-items.ts";
import { videoParts } from "./creatives.ts";

// Amazon refuses a Sponsored Display creative that breaks these rules.
// https://advertising.amazon.com/API/docs/en-us/guides/sponsored-display/creatives#other-good-things-to-know

/** The smallest size of each image, in pixels. */
const smallest: Readonly<Record<string, readonly [width: number, height: number]>> = {
  brandLogo: [600, 100],
  rectCustomImage: [1200, 628],
  squareCustomImage: [628, 628],
};

/** A headline with at most this number of characters can have any number of capital letters. */
const shortHeadline = 10;

export const checkCreative: CheckItem = (item, path) => {
  const properties = isDict(item.properties) ? item.properties : {};
  const at = `${path}.properties`;
  if (Object.keys(properties).length === 0) return [{ path: at, message: "needs at least one part" }];
  return [
    ...checkHeadline(properties.headline, `${at}.headline`),
    ...checkCrops(properties, at),
    ...checkSameAsset(properties, at),
    ...checkVideos(properties, at),
  ];
};

export const checkNewCreative: CheckItem = (item, path) => {
  const properties = isDict(item.properties) ? item.properties : {};
  const given = videoParts.find((name) => properties[name] !== undefined);
  const isVideo = item.creativeType === "VIDEO";
  const at = `${path}.properties`;
  return [
    ...checkCreative(item, path),
    ...(isVideo && given === undefined ? [{ path: at, message: "needs a video" }] : []),
    ...(!isVideo && given !== undefined
      ? [{ path: `${at}.${given}`, message: "needs the creativeType VIDEO" }]
      : []),
  ];
};

/** Refuses two items with the same value of a field, because an ad group can have only one creative. */
export function checkTwice(items: readonly Dict[], field: string, message: string): Issue[] {
  const seen = new Set<unknown>();
  return items.flatMap((item, index) => {
    const isRepeated = seen.has(item[field]);
    seen.add(item[field]);
    return isRepeated ? [{ path: `creatives[${index}].${field}`, message }] : [];
  });
}

function checkHeadline(headline: unknown, path: string): Issue[] {
  if (typeof headline !== "string") return [];
  const problem = (message: string): Issue[] => [{ path, message }];
  if (headline.trim() === "") return problem("must not be empty");
  const refused = /[<>#^!]/.exec(headline)?.[0];
  if (refused !== undefined) return problem(`must not contain ${refused}`);
  if (/\p{Extended_Pictographic}/u.test(headline)) return problem("must not contain emojis");
  const capitals = headline.match(/\p{Lu}/gu)?.length ?? 0;
  return headline.length > shortHeadline && capitals > headline.length / 2
    ? problem("must not have more capital letters than other characters")
    : [];
}

const checkCrops = (properties: Dict, at: string): Issue[] =>
  Object.entries(smallest).flatMap(([name, [width, height]]) => {
    const { croppingCoordinates: crop } = isDict(properties[name]) ? properties[name] : {};
    return isDict(crop) && (Number(crop.width) < width || Number(crop.height) < height)
      ? [
          {
            path: `${at}.${name}.croppingCoordinates`,
            message: `must be at least ${width} wide and ${height} high`,
          },
        ]
      : [];
  });

function checkSameAsset({ rectCustomImage: rect, squareCustomImage: square }: Dict, at: string): Issue[] {
  if (!isDict(rect) || !isDict(square)) return [];
  return rect.assetId === square.assetId && rect.assetVersion === square.assetVersion
    ? []
    : [{ path: `${at}.squareCustomImage`, message: "must be the same asset as rectCustomImage" }];
}

function checkVideos(properties: Dict, at: string): Issue[] {
  const [one, other] = videoParts.filter((name) => properties[name] !== undefined);
  return one === "video" && other !== undefined
    ? [{ path: `${at}.${other}`, message: "is not allowed beside video" }]
    : [];
}
