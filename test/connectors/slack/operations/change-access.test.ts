import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

test.each(["failed_to_update_channel_ids", "failed_to_update_user_ids"])(
  "an ok with %s is an error, because nothing was changed",
  async (field) => {
    const fetch = async () => Response.json({ ok: true, [field]: ["C012AB3CD"] });
    const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
    const who = { canvas_id: "F012AB3CD", channel: "C012AB3CD" };
    for (const call of [
      slack.canvas_access.set({ ...who, access_level: "read" }),
      slack.canvas_access.delete(who),
    ])
      await expect(call).rejects.toMatchObject({
        code: "upstream_rejected",
        retryable: false,
        message: expect.stringContaining("C012AB3CD"),
      });
  },
);

test("an ok with empty lists is a success", async () => {
  const fetch = async () => Response.json({ ok: true, failed_to_update_user_ids: [] });
  const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { fetch });
  const params = { canvas_id: "F012AB3CD", user: "U012AB3CD" };
  expect((await slack.canvas_access.delete(params)).data).toEqual(params);
});
