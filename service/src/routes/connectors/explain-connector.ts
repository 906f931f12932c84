import { z } from "zod";
import type { Effect, Explanation } from "agent-connectors";
import type { Claims } from "../../access/access-tokens.ts";
import { tenantOf } from "../../access/visible-connectors.ts";
import { approvalRulesOf } from "../../approvals/approval-policy.ts";
import { standingPermissions } from "../../approvals/standing-permissions.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { effects as allEffects } from "../../platforms/effects.ts";
import type { UsableConnector } from "../../store/queries/connectors.ts";
import { requestedConnector } from "../shared/requested-connector.ts";

const list = <Item extends z.ZodType>(items: Item) =>
  z.preprocess((value) => (typeof value === "string" ? value.split(",") : value), items);

export const explainConnector: Route = route({
  id: "explainConnector",
  method: "get",
  paths: ["/v1/integrations/connectors/{connector_id}/explain"],
  tag: "Connectors",
  summary: "Say in sentences what the policies allow, with examples of calls that are refused",
  access: "any",
  scope: "connectors:read",
  query: z.strictObject({
    actions: z.enum(["everyday", "all"]).optional().meta({
      description: "everyday: explain a tool without options. Default: all.",
    }),
    effects: list(z.array(z.enum(allEffects)).max(10))
      .optional()
      .meta({
        description: "The effects that the calls can have. Default: those of the token.",
      }),
  }),
  errors: [404],
  answer: {
    description: "What calls with this token may do",
    schema: z
      .object({
        sentences: z.array(z.string()),
        refused: z.array(z.object({ call: z.string(), reason: z.string() })),
        text: z.string().meta({ description: "The sentences and the refused calls, as one text." }),
      })
      .meta({ id: "Explanation" }),
  },
  async handle({ params, query, claims, note }, context) {
    const row = await requestedConnector(context, claims, params.connector_id);
    note({ connector_id: row.id });
    const { actions = "all", effects = claims.effects } = query;
    return { body: await explainRow(row, { claims, actions, effects }, context) };
  },
});

/** Explains what the policies of a connector allow. `effects`: those that the calls can have. */
export async function explainRow(
  row: UsableConnector,
  { claims, actions, effects }: { claims: Claims; actions: "everyday" | "all"; effects: readonly Effect[] },
  context: Context,
): Promise<Explanation> {
  const approval = approvalRulesOf(row);
  const permissions = approval && (await standingPermissions(context, tenantOf(claims), row.id));
  const connector = await context.openConnectors.get(row, claims.effects);
  return connector.explain({
    actions,
    effects,
    ...(approval ? { approval } : {}),
    ...(permissions ? { permissions: permissions.map(({ permission }) => permission) } : {}),
  });
}
