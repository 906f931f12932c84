import { action } from "../../../core/contract/action.ts";
import { isDict } from "../../../core/ground/json.ts";
import { replyMeta } from "../../../core/call/send-operation.ts";
import { asin, profile } from "../params.ts";
import { ProductEligibility } from "../records/targeting-research.ts";

export const query = action({
  description: "Check if products can be advertised. If not, get the reasons.",
  params: (z) => ({
    products: z
      .array(z.strictObject({ asin: asin(z), sku: z.string().min(1).max(255).optional() }))
      .min(1)
      .max(50),
    adType: z.enum(["sp", "sb", "sd", "dsp"]).optional(),
    locale: z.string().min(2).max(10).optional().meta({ rare: true }),
    ...profile(z),
  }),
  result: (z) => z.array(ProductEligibility(z)),
  effect: "read",
  calls: "eligibility.query",
  example: { products: [{ asin: "B07R7V6KS8" }] },
  run: async ({ products, ...rest }, { send }) => {
    const reply = await send("eligibility.query", { ...rest, productDetailsList: products });
    const found = isDict(reply.body) ? reply.body.productResponseList : undefined;
    return { data: Array.isArray(found) ? found : [], meta: replyMeta(reply) };
  },
});
