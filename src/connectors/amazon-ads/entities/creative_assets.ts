import { type Zod, action, listAction } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { at } from "../../../core/ground/json.ts";
import { profile } from "../params.ts";
import { CreativeAsset } from "../records/creative-assets.ts";
import { bodyAsData } from "../resources/body-as-data.ts";
import { pageOf } from "../resources/page-of.ts";

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
  result: (z) =>
    z.object({
      assetGlobal: z.record(z.string(), z.unknown()).nullish(),
      assetVersionList: z.array(z.record(z.string(), z.unknown())).nullish(),
    }),
  effect: "read",
  calls: "creative_assets.get",
  example: { assetId: "amzn1.assetlibrary.asset1.244a164b7e592cf42b125cbdd0ee7712" },
  run: (params, context) => bodyAsData(context, "creative_assets.get", params),
});
