import { action, listAction } from "../../../core/contract/action.ts";
import { Workspace } from "../records/people.ts";

export const get = action({
  description: "Get the workspace: its name, domain and address.",
  params: (z) => ({
    team: z
      .string()
      .regex(/^[TE][A-Z0-9]{2,}$/)
      .describe("workspace id; the token's own by default")
      .optional()
      .meta({ rare: true }),
  }),
  result: Workspace,
  effect: "read",
  calls: "team.info",
  pick: "team",
  example: {},
});

export const profile_fields = listAction({
  description: "List the workspace's custom profile fields.",
  params: (z) => ({ visibility: z.enum(["all", "visible", "hidden"]).optional() }),
  result: (z) =>
    z.object({
      id: z.string(),
      label: z.string().nullish(),
      type: z.string().nullish(),
      hint: z.string().nullish(),
      possible_values: z.array(z.string()).nullish(),
      is_hidden: z.boolean().nullish(),
    }),
  calls: "team.profile.get",
  pick: "profile.fields",
  example: { visibility: "visible" },
});
