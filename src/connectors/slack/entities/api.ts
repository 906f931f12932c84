import { action } from "../../../core/contract/action.ts";

export const test = action({
  description: "Check that Slack responds. Works without a valid token.",
  params: (z) => ({ error: z.string().min(1).max(100).describe("An error code to get back.").optional() }),
  result: (z) => z.object({ ok: z.literal(true) }),
  effect: "read",
  calls: "api.test",
  example: {},
  async run(params, { send }) {
    await send("api.test", params);
    return { data: { ok: true } };
  },
});
