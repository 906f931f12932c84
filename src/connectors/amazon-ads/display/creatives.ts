import type { Zod } from "../../../core/contract/action.ts";
import { type Dict, isDict } from "../../../core/ground/json.ts";

// The creative of a Sponsored Display ad group: its headline, logo, images and videos.
// https://advertising.amazon.com/API/docs/en-us/guides/sponsored-display/creatives

const pixels = (z: Zod) => z.int().min(0).max(100_000);

const asset = (z: Zod) => ({
  assetId: z
    .string()
    .regex(/^[\w.-]{1,200}$/)
    .describe("assetId from creative_assets.search"),
  assetVersion: z
    .string()
    .regex(/^[\w.-]{1,100}$/)
    .default("version_v1")
    .meta({ rare: true }),
});

const image = (z: Zod) =>
  z.strictObject({
    ...asset(z),
    croppingCoordinates: z
      .strictObject({ top: pixels(z), left: pixels(z), width: pixels(z), height: pixels(z) })
      .optional()
      .meta({ rare: true }),
  });
const video = (z: Zod) => z.strictObject(asset(z));
const images = (z: Zod, shape: string) => z.array(image(z)).min(1).max(10).describe(shape).optional().meta({ rare: true }); // prettier-ignore
// Amazon accepts only one video in each of these lists.
const videos = (z: Zod, shape: string) => z.array(video(z)).length(1).describe(shape).optional().meta({ rare: true }); // prettier-ignore

export const creativeType = (z: Zod) => z.enum(["IMAGE", "VIDEO"]);

/** The parts of a creative. An update changes only the given parts. */
export const creativeProperties = (z: Zod) =>
  z.strictObject({
    headline: z.string().min(1).max(50).optional(),
    brandLogo: image(z).describe("at least 600 x 100").optional(),
    rectCustomImage: image(z).describe("at least 1200 x 628").optional(),
    squareCustomImage: image(z).describe("at least 628 x 628, of the same asset").optional(),
    video: video(z).optional(),
    squareImages: images(z, "1:1"),
    horizontalImages: images(z, "1.91:1"),
    verticalImages: images(z, "9:16"),
    squareVideos: videos(z, "1:1"),
    horizontalVideos: videos(z, "16:9"),
    verticalVideos: videos(z, "9:16"),
    backgrounds: z
      .array(
        z.strictObject({
          color: z
            .string()
            .regex(/^#[0-9a-fA-F]{6}$/)
            .describe('such as "#3cb371"'),
        }),
      ) // prettier-ignore
      .min(1)
      .max(10)
      .describe("only for ads that link to a page outside Amazon")
      .optional()
      .meta({ rare: true }),
    hasTermsAndConditions: z
      .boolean()
      .describe("only for ads that link to a page outside Amazon")
      .optional()
      .meta({ rare: true }),
  });

/** The parts that only a creative of the type VIDEO can have. */
export const videoParts = ["video", "squareVideos", "horizontalVideos", "verticalVideos"] as const;

const texts = ["headline", "hasTermsAndConditions", "backgrounds"] as const;
const imageParts = [
  "brandLogo",
  "rectCustomImage",
  "squareCustomImage",
  "squareImages",
  "horizontalImages",
  "verticalImages",
] as const;

/** Returns the parts that an update accepts, without fields that only Amazon sets, such as `originalHeadline`. */
export function writableParts(properties: unknown): Dict {
  const from = isDict(properties) ? properties : {};
  const kept = (names: readonly string[], copy: (value: unknown) => unknown) =>
    names.flatMap((name) => ((from[name] ?? null) === null ? [] : [[name, copy(from[name])] as const]));
  const assets = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(assets) : isDict(value) ? assetOf(value) : value;
  return Object.fromEntries([
    ...kept(texts, (value) => value),
    ...kept([...imageParts, ...videoParts], assets),
  ]);
}

const assetOf = ({ assetId, assetVersion, croppingCoordinates: crop }: Dict): Dict => ({
  assetId,
  assetVersion,
  ...(isDict(crop) ? { croppingCoordinates: crop } : {}),
});

/** The sizes of the previews that Amazon creates, in pixels. */
export const previewSizes = [
  "245x250",
  "650x130",
  "414x125",
  "600x160",
  "600x300",
  "320x50",
  "160x600",
  "300x250",
  "728x90",
  "970x250",
  "300x600",
  "980x55",
  "270x150",
] as const;
