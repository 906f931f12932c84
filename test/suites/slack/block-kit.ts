import { expect } from "vitest";
import { failure, post, refused } from "./bench.ts";
import { type Theme } from "./theme.ts";

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });
const header = { type: "header", text: { type: "plain_text", text: "Deploys" } };
const many = (count: number) => Array.from({ length: count }, () => ({ type: "divider" }));

/** Tests that post messages with Block Kit and read them again. */
export const blockKit: Theme = {
  cases: {
    "messages.create: posts blocks, with their texts as the text, and a later read shows both": async (
      scene,
    ) => {
      const { call, slack, channel } = scene;
      const blocks = [header, { type: "divider" }, section("*api* is out")];
      const { data } = await call("messages", "create", { channel, blocks });
      const { data: read } = await slack.messages.get({ channel, ts: data.ts });
      expect(read).toMatchObject({ text: "Deploys\n*api* is out", blocks });
    },
    "messages.update: replaces blocks by a text, and undo restores the blocks": async (scene) => {
      const { call, slack, channel } = scene;
      const blocks = [header, section("*api* is out")];
      const { data } = await slack.messages.create({ channel, blocks });
      const params = { channel, ts: data.ts, text: "never mind" };
      const dry = await call("messages", "update", { ...params, dry_run: true });
      expect(dry.data).toMatchObject({ before: { blocks }, after: { text: "never mind" } });
      const changed = await call("messages", "update", params);
      await slack.undo(changed);
      const { data: read } = await slack.messages.get({ channel, ts: data.ts });
      expect(read).toMatchObject({ text: "Deploys\n*api* is out", blocks });
    },
    "messages.create: posts blocks with a separate text": async ({ call, slack, channel }) => {
      const { data } = await call("messages", "create", { channel, blocks: [header], text: "Deployed" });
      const { data: read } = await slack.messages.get({ channel, ts: data.ts });
      expect(read).toMatchObject({ text: "Deployed", blocks: [header] });
    },
    "messages.create: blocks notify nobody unless mentions is true": async (scene) => {
      const { call, slack, channel, people } = scene;
      const mention = { type: "user", user_id: people[0] };
      const rich = (element: object) => ({
        type: "rich_text",
        elements: [{ type: "rich_text_section", elements: [element] }],
      });
      const blocks = [section(`<!channel> <@${people[0]}>`), rich(mention)];
      const silent = await call("messages", "create", { channel, blocks });
      const { data: read } = await slack.messages.get({ channel, ts: silent.data.ts });
      expect(read).toMatchObject({
        blocks: [
          section(`&lt;!channel> &lt;@${people[0]}>`),
          rich({ type: "text", text: `<@${people[0]}>` }),
        ],
      });
      const loud = await call("messages", "create", { channel, blocks, mentions: true });
      const { data: heard } = await slack.messages.get({ channel, ts: loud.data.ts });
      expect(heard).toMatchObject({ blocks, text: `<!channel> <@${people[0]}>\n<@${people[0]}>` });
    },
    "messages.create: blocks that Slack refuses are an error": async ({ call, channel }) => {
      const error = await refused(
        call("messages", "create", { channel, blocks: [{ type: "carousel_of_cats" }] }),
        "invalid_blocks",
      );
      expect(error.message).toContain("/blocks/0/type");
    },
    "messages.create: 51 blocks are too many, and nothing is sent": async ({ call, channel, sent }) => {
      const before = sent?.();
      const error = await failure(call("messages", "create", { channel, blocks: many(51) }));
      expect(error).toMatchObject({ code: "invalid_params", path: "params.blocks", outcome: "not_started" });
      expect(error.message).toContain("51 blocks, Slack accepts at most 50");
      expect(sent?.()).toEqual(before);
      await call("messages", "create", { channel, blocks: many(50) });
    },
    "messages.update: replaces a text by blocks": async (scene) => {
      const { call, slack, channel } = scene;
      const [ts] = (await post(scene, "before")) as [string];
      const { data } = await call("messages", "update", { channel, ts, blocks: [header] });
      expect(data).toMatchObject({ channel, ts, text: "Deploys" });
      const { data: read } = await slack.messages.get({ channel, ts });
      expect(read).toMatchObject({ text: "Deploys", blocks: [header] });
    },
    "scheduled_messages.create: schedules blocks, and the waiting message has their text": async ({
      call,
      slack,
      channel,
    }) => {
      const probe = await slack.messages.create({ channel, text: "what time is it" });
      const post_at = Number(probe.data.ts.split(".")[0]) + 3600;
      await call("scheduled_messages", "create", { channel, post_at, blocks: [header] });
      const { data } = await slack.scheduled_messages.list({ channel });
      expect(data).toMatchObject([{ text: "Deploys", post_at }]);
    },
    "ephemeral_messages.create: posts blocks": async ({ call, slack, channel, people }) => {
      await slack.channel_invites.create({ channel, users: [people[0]] });
      const params = { channel, user: people[0], blocks: [header, section("<!here>")] };
      const { data } = await call("ephemeral_messages", "create", params);
      expect(data).toMatchObject({ text: "Deploys\n<!here>", blocks: [header, section("&lt;!here>")] });
    },
  },
};
