import { action } from "../../../core/contract/action.ts";
import { profile } from "../params.ts";
import { bodyAsData } from "../resources/body-as-data.ts";

export const list = action({
  description: "List the brands of the account. The actions of `stores` need a brand's `brandEntityId`.",
  params: (z) => profile(z),
  result: (z) =>
    z.array(
      z.object({
        brandId: z.string().nullish(),
        brandEntityId: z.string().nullish(),
        brandRegistryName: z.string().nullish(),
      }),
    ),
  effect: "read",
  calls: "sb.brands.list",
  example: {},
  run: (params, context) => bodyAsData(context, "sb.brands.list", params),
});
