import { contentAsBase64, fileContent } from "../../../core/call/file-content.ts";
import { type Zod, action, listAction } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { at } from "../../../core/ground/json.ts";
import { asins, profile } from "../params.ts";
import { AssetVersions, CreativeAsset, failedSpecChecks } from "../records/creative-assets.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { pageOf } from "../resources/page-of.ts";
import { checkUpload, uploadAsset } from "../resources/upload-asset.ts";

const assetId = (z: Zod) =>
  z
    .string()
    .regex(/^[\w.:-]{1,200}$/)
    .describe("assetId from creative_assets.search");

export const search = listAction({
  description: "Search the images and videos of the library. Ads need the `assetId`.",
  params: (z) => ({
    text: z.string().min(1).max(200).describe("part of a name, a tag or an ASIN").optional(),
    assetType: z.enum(["IMAGE", "VIDEO"]).optional(),
    ...profile(z),
  }),
  result: CreativeAsset,
  calls: ["creative_assets.search"],
  example: { assetType: "IMAGE" },
  run: async ({ text, assetType, profileId }, { send, page }) => {
    const reply = await send("creative_assets.search", {
      profileId,
      text,
      valueFilters: assetType && [{ valueField: "ASSET_TYPE", values: [assetType] }],
      size: page.limit,
      token: page.cursor,
    });
    return pageOf(replyMeta(reply), at(reply.body, "assetList"), at(reply.body, "token"));
  },
});

export const get = action({
  description: "Get one image or video with all versions and the results of its moderation.",
  params: (z) => ({ assetId: assetId(z), ...profile(z) }),
  result: AssetVersions,
  effect: "read",
  calls: "creative_assets.get",
  example: { assetId: "amzn1.assetlibrary.asset1.244a164b7e592cf42b125cbdd0ee7712" },
  run: (params, context) => bodyAsData(context, "creative_assets.get", params),
});

const subTypes = [
  "LOGO",
  "PRODUCT_IMAGE",
  "AUTHOR_IMAGE",
  "LIFESTYLE_IMAGE",
  "OTHER_IMAGE",
  "BACKGROUND_VIDEO",
] as const;

export const upload = action({
  description:
    "Upload an image or video of at most 10 MB, and register it in the library. Ads then need the `assetId`. A second call makes a second asset, unless `linkedAssetId` is set.",
  params: (z) => ({
    filename: z
      .string()
      .regex(/^[\w][\w .()-]{0,190}\.(jpg|png|mp4|mov|wmv|avi)$/i)
      .describe("name of the file, ending in .jpg, .png, .mp4, .mov, .wmv or .avi"),
    // The application's code can also pass bytes or a Blob, such as `await openAsBlob(path)`.
    content: fileContent(z.string().min(4).describe("base64 of the file")),
    name: z.string().min(1).max(200).describe("name in the library; default: filename").optional(),
    assetSubTypes: z
      .array(z.enum(subTypes))
      .min(1)
      .max(10)
      .describe("BACKGROUND_VIDEO for videos; default: Amazon detects it")
      .optional(),
    brandEntityIds: z
      .array(z.string().regex(/^[\w.-]{1,100}$/))
      .min(1)
      .max(100)
      .describe("from sb_brands.list; sellers need it for Sponsored Brands")
      .optional(),
    asins: asins(z, 100).optional().meta({ rare: true }),
    tags: z.array(z.string().min(1).max(100)).min(1).max(10).optional().meta({ rare: true }),
    linkedAssetId: assetId(z)
      .describe("the asset of which this file is a new version")
      .optional()
      .meta({ rare: true }),
    versionNotes: z.string().min(1).max(1000).optional().meta({ rare: true }),
    ...profile(z),
  }),
  prepare: contentAsBase64("content"),
  check: (params) => checkUpload(params),
  result: (z) =>
    z.object({
      assetId: z.string().nullish(),
      versionId: z.string().nullish(),
      name: z.string(),
      assetType: z.string(),
      size: z.number(),
      failedSpecChecks: failedSpecChecks(z),
    }),
  effect: "write",
  calls: ["creative_assets.register", "creative_assets.upload_location", "creative_assets.put"],
  example: { filename: "logo.png", content: "iVBORw0KGgo=", assetSubTypes: ["LOGO"] },
  run: (params, context) => uploadAsset(params, context),
});
