import { listAction } from "../../../core/contract/action.ts";
import { isDict } from "../../../core/ground/json.ts";
import { team } from "../params.ts";
import { Item } from "../records/content.ts";
import { withText } from "../text/readable-text.ts";
import { itemRow } from "../rows/item-row.ts";

export const list = listAction({
  description: "List the user's stars. Only Slack's older clients have stars. Needs a user token.",
  params: (z) => ({ team_id: team(z) }),
  result: Item,
  calls: "stars.list",
  pick: "items",
  item: (star) => (isDict(star.message) ? { ...star, message: withText(star.message) } : star),
  view: itemRow,
  enrich: true,
  example: { limit: 20 },
});
