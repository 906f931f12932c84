import { listAction, type Z } from "../../../core/contract/action.ts";
import { ids, profile } from "../params.ts";
import { DisplayCreative, DisplayModeration } from "../records/sponsored-display.ts";

/** The two filters of a list. Amazon accepts only one of them in a request. */
const filters = (z: Z) => ({
  adGroupIds: ids(z, 100).optional(),
  creativeIds: ids(z, 100).optional().meta({ rare: true }),
  ...profile(z),
});

const onlyOne = ({ adGroupIds, creativeIds }: { adGroupIds?: unknown; creativeIds?: unknown }) =>
  adGroupIds !== undefined && creativeIds !== undefined
    ? [{ path: "", message: "Pass either adGroupIds or creativeIds." }]
    : [];

export const list = listAction({
  description: "List the creatives of Sponsored Display ad groups: headline, logo and images.",
  params: filters,
  check: onlyOne,
  result: DisplayCreative,
  calls: "sd.creatives.list",
  example: { limit: 50 },
});

export const moderation = listAction({
  description: "List the moderation status of Sponsored Display creatives, and the violated policies.",
  params: (z) => ({
    language: z
      .string()
      .regex(/^[a-z]{2}-[A-Z]{2}$/)
      .describe('language of the texts, such as "en-US"')
      .default("en-US")
      .meta({ rare: true }),
    ...filters(z),
  }),
  check: onlyOne,
  result: DisplayModeration,
  calls: "sd.creatives.moderation",
  example: { limit: 50 },
});
