import { listAction } from "../../../core/contract/action.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { isDict } from "../../../core/ground/json.ts";
import { checkCursor } from "../../../core/wire/paging.ts";
import { asins, profile } from "../params.ts";
import { ProductMetadata } from "../records/targeting-research.ts";
import { pageOf } from "../resources/page-of.ts";

const pageSize = 50;

/** Of sellers and vendors, Amazon returns only the first products of a list: `(pageIndex + 1) * pageSize`. */
const maxProducts = 10_000;
const tooMany =
  "Amazon returns only the first 10,000 products of a list. To find others, pass searchStr, asins or skus.";

// Amazon numbers the pages of sellers and vendors. For authors, Amazon ignores the number, and returns a token of the
// next page. The mark distinguishes a token of digits from a number.
const tokenMark = "token:";

function placeOf(cursor: string): { pageIndex: number; cursorToken?: string } {
  if (cursor.startsWith(tokenMark)) return { pageIndex: 0, cursorToken: cursor.slice(tokenMark.length) };
  checkCursor({ kind: "page" }, cursor);
  return { pageIndex: Number(cursor) };
}

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
  run: async (params, { send, page: { limit = pageSize, cursor } }) => {
    const from = cursor === undefined ? { pageIndex: 0 } : placeOf(cursor);
    const reply = await send("products.metadata", {
      ...params,
      ...from,
      pageSize: limit,
      checkItemDetails: true,
      checkEligibility: params.adType === undefined ? undefined : true,
    });
    const { ProductMetadataList: found, cursorToken } = isDict(reply.body) ? reply.body : {};
    const isFull = Array.isArray(found) && found.length >= limit;
    const meta = replyMeta(reply);
    const token = typeof cursorToken === "string" && cursorToken !== "" ? cursorToken : undefined;
    if (token !== undefined || "cursorToken" in from)
      return pageOf(meta, found, token === undefined ? undefined : `${tokenMark}${token}`);
    const next = from.pageIndex + 1;
    if ((next + 1) * limit <= maxProducts) return pageOf(meta, found, isFull ? String(next) : undefined);
    return pageOf(isFull ? { ...meta, warnings: [tooMany] } : meta, found, undefined);
  },
});
