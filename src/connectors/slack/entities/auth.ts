import { replyMeta } from "../../../core/call/send-operation.ts";
import { action, listAction } from "../../../core/contract/action.ts";
import { isDict } from "../../../core/ground/json.ts";

export const test = action({
  description: "Get the token's user and workspace.",
  params: () => ({}),
  result: (z) =>
    z.object({
      url: z.string(),
      team: z.string(),
      user: z.string(),
      team_id: z.string(),
      user_id: z.string(),
      bot_id: z.string().nullish(),
      enterprise_id: z.string().nullish(),
    }),
  effect: "read",
  // The handle of the user and the name of the workspace. In other records, these fields are ids.
  peopleFields: ["user", "team"],
  calls: "auth.test",
  example: {},
  async run(_params, { send }) {
    const reply = await send("auth.test", {});
    const scopes = reply.headers.get("x-oauth-scopes");
    const listed = scopes === null ? {} : { scopes: scopes.split(",").map((scope) => scope.trim()) };
    return { data: { ...(isDict(reply.body) ? reply.body : {}), ...listed }, meta: replyMeta(reply) };
  },
});

export const teams_list = listAction({
  description: "List the workspaces that an organization's app can use.",
  params: (z) => ({ include_icon: z.boolean().optional().meta({ rare: true }) }),
  result: (z) => z.object({ id: z.string(), name: z.string() }),
  calls: "auth.teams.list",
  pick: "teams",
  example: { limit: 20 },
});
