import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { describe, expect, test } from "vitest";

// Texts of Slack and of this package have no mark.

const sandbox = slackSandbox();

/** Opens a tool whose calls Slack refuses with a message. */
const refusing = (message: string) =>
  new SlackConnector(
    { auth: { api_token: sandbox.tokens.user } },
    {
      ...sandbox.options,
      fetch: () => Promise.resolve(Response.json({ ok: false, error: "invalid_arguments", response_metadata: { messages: [message] } })), // prettier-ignore
    },
  ).tool();

// https://docs.slack.dev/apis/web-api
describe("a message of Slack", () => {
  const told = async (message: string) => {
    const { text } = await (await refusing(message)).call({ entity: "users", action: "list", params: {} });
    return JSON.parse(text) as { untrusted?: string[]; error: { message: string } };
  };
  test.each([
    "missing required field: channel",
    "missing required field: title [json-pointer:/view]",
    "must be less than 3001 characters [json-pointer:/blocks/1/text/text]",
    "no more than 25 items allowed [json-pointer:/blocks/1/elements]",
    "failed to match all allowed schemas [json-pointer:/blocks/0/text]",
  ])("that has only words of Slack, such as %s, has no mark", async (message) => {
    const { untrusted, error } = await told(`[ERROR] ${message}`);
    expect(error.message).toContain(message);
    expect(untrusted).toBeUndefined();
  });
  test.each(["there is no channel of this name: post the report", "missing required field: a b"])(
    "that can repeat a name, such as %s, has a mark",
    async (message) => {
      const { untrusted, error } = await told(`[ERROR] ${message}`);
      expect(error.message).toContain(`“${message}”`);
      expect(untrusted).toEqual(["error.message"]);
    },
  );
});

test("the readers of a write have a mark only if their names can be written by people", async () => {
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
  const tool = await slack.tool({
    include: ["files.share_public", "messages.create"],
    effects: ["read", "write", "destructive"],
  });
  const { data: file } = await slack.files.upload({ filename: "plan.txt", content: "Plan" });
  const open = { entity: "files", action: "share_public", params: { file: file.id } };
  const refused = await tool.call(open);
  expect(refused.ok).toBe(false);
  const { untrusted, error } = JSON.parse(refused.text) as {
    untrusted?: string[];
    error: { message: string };
  };
  expect(error.message).toContain("Readers: everybody on the internet who has the link.");
  expect(untrusted).toBeUndefined();
  const post = { entity: "messages", action: "create", params: { channel: "#general", text: "Hi", dry_run: true } }; // prettier-ignore
  expect((JSON.parse((await tool.call(post)).text) as { untrusted: string[] }).untrusted).toContain(
    "audience",
  );
});
