import { listAction } from "../../../core/contract/action.ts";
import { profile } from "../params.ts";
import { BrandsTarget } from "../records/sponsored-brands.ts";

export const list = listAction({
  description: "List Sponsored Brands product targets.",
  params: (z) => profile(z),
  result: BrandsTarget,
  calls: "sb.targets.list",
  pick: "targets",
  example: { limit: 100 },
});
