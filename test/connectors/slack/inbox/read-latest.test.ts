import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

function open(policy?: { only: { channel: string[] } }) {
  const sandbox = slackSandbox({
    workspace: {
      users: ["Ana Archer", "Bo Berg"],
      channels: ["general", "empty", { name: "closed", is_private: true, members: ["Bo Berg"] }],
      messages: [
        { channel: "general", from: "Ana Archer", text: "Lunch?" },
        { channel: ["Ana Archer", "Bo Berg"], from: "Bo Berg", text: "Psst" },
      ],
      you: "Ana Archer",
    },
  });
  const options = { ...sandbox.options, ...(policy ? { policy } : {}) };
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, options);
  const idOf = (name: string) => sandbox.state().channels.find((one) => one.name === name)!.id;
  return { sandbox, slack, idOf };
}

test("accepts names of channels and people, and sends one request per channel", async () => {
  const { sandbox, slack, idOf } = open();
  const { data } = await slack.channel_messages.latest({ channels: ["#general", "@bo.berg", idOf("empty")] });
  expect(data).toMatchObject([
    { channel: idOf("general"), text: "Lunch?" },
    { channel: expect.stringMatching(/^D/), text: "Psst" },
    { channel: idOf("empty"), empty: true },
  ]);
  const sent = sandbox.calls().filter(({ method }) => method === "conversations.history");
  expect(sent).toHaveLength(3);
});

test("prefers a message over a notice of Slack, such as that somebody joined", async () => {
  const { slack, idOf } = open();
  const { data } = await slack.channels.create({ name: "fresh" });
  await slack.messages.create({ channel: data.id, text: "Welcome" });
  await slack.channel_topics.create({ channel: data.id, topic: "New things" });
  const { data: found } = await slack.channel_messages.latest({ channels: [data.id, idOf("empty")] });
  expect(found[0]).toMatchObject({ text: "Welcome" });
});

test("a model sees the names of channels that are known, the author and the time", async () => {
  const { slack, idOf } = open();
  const tool = await slack.tool();
  const { text } = await tool.call({
    entity: "channel_messages",
    action: "latest",
    params: { channels: ["#general", "#empty"] },
  });
  expect(JSON.parse(text)).toMatchObject({ untrusted: ["in", "author", "text"] });
  expect(text).toContain("Ana Archer");
  expect(text).toContain('"general"');
  expect(text).toContain(idOf("empty"));
});

test("an allow-list refuses the whole call before anything is sent", async () => {
  const { idOf } = open();
  const { sandbox, slack } = open({ only: { channel: [idOf("general")] } });
  await expect(slack.channel_messages.latest({ channels: [idOf("general")] })).resolves.toBeDefined();
  const before = sandbox.calls().length;
  await expect(
    slack.channel_messages.latest({ channels: [idOf("general"), idOf("empty")] }),
  ).rejects.toMatchObject({ code: "policy_denied", path: "params.channels" });
  expect(sandbox.calls()).toHaveLength(before);
});
