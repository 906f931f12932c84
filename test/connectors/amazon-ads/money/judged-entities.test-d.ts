import { action } from "agent-connectors";
import { expectTypeOf, test } from "vitest";
import { judgedEntities } from "../../../../src/connectors/amazon-ads/money/judge/judged-entities.ts";

const update = action({
  description: "Change campaigns.",
  params: (z) => ({
    profileId: z.string().optional(),
    campaigns: z.array(
      z.strictObject({
        campaignId: z.string(),
        budget: z.strictObject({ amount: z.number(), period: z.string().optional() }).nullish(),
        tags: z.record(z.string(), z.string()).optional(),
        asins: z.array(z.string()).optional(),
      }),
    ),
  }),
  effect: "write",
  calls: "campaigns.update",
  example: { campaigns: [] },
});
const archive = action({
  description: "Archive campaigns.",
  params: (z) => ({ campaignIds: z.array(z.string()) }),
  effect: "destructive",
  calls: "campaigns.archive",
  example: { campaignIds: [] },
});
const entities = { campaigns: { update, archive } };
const complete = {
  campaignId: "id",
  "budget.amount": "daily budget",
  "budget.period": "none",
  tags: "none",
  asins: "none",
} as const;

test("every field of every write needs a judgement", () => {
  expectTypeOf(judgedEntities(entities, { "campaigns.update": complete })).toEqualTypeOf<typeof entities>();
  // @ts-expect-error The action has no judgements.
  judgedEntities(entities, {});
  const { "budget.amount": _amount, ...withoutAmount } = complete;
  // @ts-expect-error The field `budget.amount` has no judgement.
  judgedEntities(entities, { "campaigns.update": withoutAmount });
  const { asins: _asins, ...withoutAsins } = complete;
  // @ts-expect-error The field `asins` has no judgement.
  judgedEntities(entities, { "campaigns.update": withoutAsins });
  // @ts-expect-error There is no such judgement.
  judgedEntities(entities, { "campaigns.update": { ...complete, tags: "harmless" } });
});
