import { slackSandbox, type Fault } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

function open(fault?: { operation: string } & Fault) {
  const sandbox = slackSandbox();
  if (fault) sandbox.fail(fault);
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  const person = sandbox.state().users.find(({ name }) => name === "maya.chen")!.id;
  const made = () => sandbox.state().channels.filter(({ name }) => name === "launch");
  return { sandbox, slack, person, made };
}

test("a step that fails is a warning, the other steps are done, and the channel is created once", async () => {
  const { slack, person, made } = open({
    operation: "conversations.setTopic",
    kind: "ok_false",
    error: "user_is_restricted",
  });
  const { data, meta } = await slack.channels.create({
    name: "launch",
    topic: "Launch",
    purpose: "Plan it",
    users: [person],
  });
  expect(made()).toHaveLength(1);
  expect(made()[0]).toMatchObject({ id: data.id, members: expect.arrayContaining([person]) });
  expect(meta.warnings?.join(" ")).toMatch(
    new RegExp(
      `The channel ${data.id} was created. Do not create it again.*Not done: the topic was set.*user_is_restricted`,
    ),
  );
  expect(meta.undo).toEqual({ entity: "channels", action: "archive", params: { channel: data.id } });
});

test("a step whose response is lost is unknown, and a repeated call creates no second channel", async () => {
  const { slack, made } = open({ operation: "conversations.setPurpose", kind: "reset_after" });
  const call = () => slack.channels.create({ name: "launch", purpose: "Plan it" }, { idempotencyKey: "k" });
  const first = await call();
  expect(first.meta.warnings?.join(" ")).toMatch(/It is unknown whether the purpose was set/);
  expect((await call()).data.id).toBe(first.data.id);
  await expect(slack.channels.create({ name: "launch" })).rejects.toMatchObject({
    platform: { code: "name_taken" },
  });
  expect(made()).toHaveLength(1);
});

test("a dry run names the people, who are readers with the workspace, or alone in a private channel", async () => {
  const { slack, person, made } = open();
  const readers = async (is_private: boolean) => {
    const { data } = await slack.channels.create({
      name: "launch",
      is_private,
      users: [person],
      dry_run: true,
    });
    expect(String(data.whom)).toContain("Maya Chen");
    return data.audience;
  };
  expect(await readers(false)).toMatch(/everybody in the workspace.*maya/);
  expect(await readers(true)).not.toMatch(/everybody/);
  expect(made()).toHaveLength(0);
});
