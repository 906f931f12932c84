import { listAction } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { isDict } from "../../../core/ground/json.ts";
import { asins, profile } from "../params.ts";
import { ProductMetadata } from "../records/targeting-research.ts";

export const query = listAction({
  description:
    "Get titles, prices and availability of your own products, by ASIN, SKU or words of the title.",
  params: (z) => ({
    asins: asins(z, 300).optional(),
    skus: z.array(z.string().min(1).max(255)).min(1).max(300).describe("sellers only").optional(),
    searchStr: z.string().min(1).max(200).describe("words of the title").optional(),
    adType: z
      .enum(["SP", "SB", "SD"])
      .describe("also check if they can be advertised")
      .optional()
      .meta({ rare: true }),
    locale: z.string().min(2).max(10).optional().meta({ rare: true }),
    ...profile(z),
  }),
  check: ({ asins: byAsin, skus, searchStr }) =>
    [byAsin, skus, searchStr].filter((given) => given !== undefined).length > 1
      ? [{ path: "", message: "Pass only one of asins, skus and searchStr." }]
      : [],
  result: ProductMetadata,
  calls: "products.metadata",
  example: { asins: ["B07R7V6KS8"] },
  run: async (params, { send, page }) => {
    const { cursor = "0", limit = 50 } = page;
    const pageIndex = Number(cursor);
    if (!Number.isInteger(pageIndex) || pageIndex < 0)
      throw new ConnectorError("invalid_params", "cursor is not a cursor of this list.", {
        path: "params.cursor",
        hint: "Pass meta.next_cursor of the previous result.",
      });
    const reply = await send("products.metadata", {
      ...params,
      pageIndex,
      pageSize: limit,
      checkItemDetails: true,
      checkEligibility: params.adType === undefined ? undefined : true,
    });
    const found = isDict(reply.body) ? reply.body.ProductMetadataList : undefined;
    const data = Array.isArray(found) ? found : [];
    const isFull = data.length >= limit;
    return {
      data,
      meta: {
        ...replyMeta(reply),
        has_more: isFull,
        ...(isFull ? { next_cursor: String(pageIndex + 1) } : {}),
      },
    };
  },
});
