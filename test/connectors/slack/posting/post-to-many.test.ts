import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

function open(policy: object = {}) {
  const sandbox = slackSandbox({ rateLimits: false });
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    { ...sandbox.options, policy },
  );
  const idOf = (name: string) => sandbox.state().channels.find((one) => one.name === name)!.id;
  const posted = (text: string) =>
    sandbox
      .state()
      .channels.flatMap(({ id, messages }) => messages.filter((one) => one.text === text).map(() => id));
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage").length;
  return { sandbox, slack, idOf, posted, posts };
}

describe("messages.create_many", () => {
  test("with the same idempotency key, posts nothing twice", async () => {
    const { slack, idOf, posted } = open();
    const params = { channels: [idOf("general"), idOf("random")], text: "once" };
    const first = await slack.messages.create_many(params, { idempotencyKey: "k" });
    const second = await slack.messages.create_many(params, { idempotencyKey: "k" });
    expect(second.data).toEqual(first.data);
    expect(posted("once").toSorted()).toEqual([idOf("general"), idOf("random")].toSorted());
  });

  test("finds each message whose response was lost, and posts to the others", async () => {
    const { sandbox, slack, idOf, posted } = open();
    sandbox.fail({ operation: "chat.postMessage", kind: "reset_after" });
    const { data } = await slack.messages.create_many({
      channels: [idOf("general"), idOf("random")],
      text: "lost",
    });
    expect(data.succeeded).toHaveLength(2);
    expect(data.unknown).toBeUndefined();
    expect(posted("lost")).toHaveLength(2);
  });

  test("is no success if no message is known to be posted", async () => {
    const { sandbox, slack, idOf } = open();
    const [general, random] = [idOf("general"), idOf("random")];
    const post = (channels: string[]) => slack.messages.create_many({ channels, text: "which?" });
    sandbox.fail({ operation: "chat.postMessage", kind: "http_502", done: false });
    await expect(post([general])).rejects.toMatchObject({ outcome: "unknown" });
    sandbox.fail({ operation: "chat.postMessage", kind: "http_502", done: false });
    await expect(post([random, "C0NOWHERE"])).rejects.toMatchObject({
      outcome: "unknown",
      message: expect.stringContaining(`may have been posted to ${random}, and to no other`),
    });
  });

  test("an allow-list judges every channel before anything is posted", async () => {
    const general = open().idOf("general");
    const { slack, idOf, posts } = open({ only: { channel: [general] } });
    await expect(
      slack.messages.create_many({ channels: [general, idOf("random")], text: "psst" }),
    ).rejects.toMatchObject({ code: "policy_denied", path: "params.channels" });
    expect(posts()).toBe(0);
  });

  test("a dry run names all conversations and their readers, and posts nothing", async () => {
    const { slack, sandbox, idOf, posts } = open();
    const person = sandbox.state().users.find(({ name }) => name === "maya.chen")!.id;
    const { data } = await slack.messages.create_many({
      channels: [idOf("general"), person],
      text: "Hello",
      dry_run: true,
    });
    expect(data).toMatchObject({
      where: expect.stringMatching(/#general .*; direct message to Maya Chen/),
      audience: expect.stringMatching(/^#general .*11 people; maya \(U/),
    });
    expect(posts()).toBe(0);
  });

  test("a model sees one result for each, and warnings about mentions", async () => {
    const { slack, idOf } = open();
    const tool = await slack.tool({ include: ["everyday", "messages.create_many"] });
    const { text } = await tool.call({
      entity: "messages",
      action: "create_many",
      params: { channels: ["#general", "C0NOTHERE"], markdown_text: "Hi @channel" },
    });
    expect(text).toContain(idOf("general"));
    expect(text).toContain("1 of 2 messages were not posted");
    expect(text).toContain("nobody was notified");
  });
});

describe("messages.forward", () => {
  const linkTo = (channel: string, ts: string) =>
    `https://fernhill.slack.com/archives/${channel}/p${ts.replace(".", "")}`;

  test("Slack creates a preview of the forwarded message", async () => {
    // https://docs.slack.dev/messaging/unfurling-links-in-messages
    const { sandbox, slack, idOf } = open();
    const { data: original } = await slack.messages.create({ channel: idOf("random"), text: "Original" });
    const link = linkTo(idOf("random"), original.ts);
    const { data } = await slack.messages.forward({ channel: idOf("general"), link });
    expect(sandbox.state().unfurls).toContainEqual({ channel: idOf("general"), ts: data.ts, url: link });
  });

  test("a dry run shows the forwarded message, and an allow-list judges both channels", async () => {
    const { slack, idOf, sandbox, posts } = open();
    const { data: original } = await slack.messages.create({ channel: idOf("random"), text: "Secret plan" });
    const link = linkTo(idOf("random"), original.ts);
    const preview = await slack.messages.forward({ channel: idOf("general"), link, dry_run: true });
    expect(preview.data).toMatchObject({
      where: expect.stringContaining("#general"),
      after: { forwarded: { text: "Secret plan" } },
    });
    const limited = (channel: string[]) =>
      new SlackConnector(
        { auth: { api_token: sandbox.tokens.bot } },
        { ...sandbox.options, policy: { only: { channel } } },
      ).messages.forward({ channel: idOf("general"), link });
    await expect(limited([idOf("general")])).rejects.toMatchObject({
      code: "policy_denied",
      path: "params.link",
    });
    await expect(limited([idOf("random")])).rejects.toMatchObject({
      code: "policy_denied",
      path: "params.channel",
    });
    expect(posts()).toBe(1);
    await expect(limited([idOf("general"), idOf("random")])).resolves.toBeDefined();
  });
});
