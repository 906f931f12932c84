import { LogLevel, WebClient } from "@slack/web-api";
import { slackSandbox, type SandboxState } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";
import { scenarios, type Ids } from "./differential-scenarios.ts";

// The connector and Slack's own client do the same jobs, each in a separate workspace. Afterwards, both workspaces must
// be equal, and both clients must have read the same records.

function open() {
  const sandbox = slackSandbox();
  const { channels, users, files } = sandbox.state();
  const people = users.filter(({ deleted, is_bot, is_restricted }) => !deleted && !is_bot && !is_restricted);
  const named = (name: string) => channels.find((one) => one.name === name)!;
  const general = named("general");
  const members = people.filter(({ id }) => general.members.includes(id));
  const own = people.find(({ email }) => email?.startsWith("maya"))!;
  const others = members.filter(({ id }) => id !== own.id);
  const ids: Ids = {
    channel: named("random").id,
    other: general.id,
    user: others[0]!.id,
    second: others[1]!.id,
    email: own.email!,
    file: files.find(({ user }) => user === own.id)?.id ?? files[0]!.id,
  };
  return { sandbox, ids };
}

test("there are at least 40 scenarios", () => {
  expect(scenarios.length).toBeGreaterThanOrEqual(40);
  expect(new Set(scenarios.map(({ title }) => title)).size).toBe(scenarios.length);
});

test.each(scenarios)("$title", async ({ ours, theirs, as }) => {
  const [one, other] = [open(), open()];
  const tokenOf = ({ tokens }: typeof one.sandbox) => (as === "person" ? tokens.user : tokens.bot);
  const slack = new SlackConnector({ auth: { api_token: tokenOf(one.sandbox) } }, one.sandbox.options);
  const web = new WebClient(tokenOf(other.sandbox), {
    slackApiUrl: "https://slack.com/api/",
    retryConfig: { retries: 0 },
    logLevel: LogLevel.ERROR,
    fetch: other.sandbox.fetch,
  });
  const [mine, reference] = [await ours(slack, one.ids), await theirs(web, other.ids)];
  expect(mine).toEqual(reference);
  const [state, marks] = unmarked(one.sandbox.state());
  expect(state).toEqual(other.sandbox.state());
  expect(new Set(marks).size).toBe(marks.length);
  const posts = one.sandbox.calls().filter(({ method, ok }) => method === "chat.postMessage" && ok);
  expect(posts.map(({ args }) => JSON.parse(String(args.metadata)).event_payload.key)).toEqual(
    expect.arrayContaining(marks),
  );
});

/** Removes the metadata that the connector adds to its messages. Returns the workspace and the removed keys. */
function unmarked(state: SandboxState): [SandboxState, string[]] {
  const keys: string[] = [];
  for (const message of state.channels.flatMap(({ messages }) => messages)) {
    const { event_type, event_payload } = (message.metadata ?? {}) as Record<string, { key: string }>;
    if ((event_type as unknown) !== "agent_connectors_message") continue;
    expect(event_payload).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/) });
    keys.push(event_payload!.key);
    delete message.metadata;
  }
  return [state, keys];
}
