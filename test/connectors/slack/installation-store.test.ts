import { MemoryInstallationStore } from "@slack/bolt";
import type { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { expect, test } from "vitest";

const query = { teamId: "T1", enterpriseId: undefined, isEnterpriseInstall: false as const };
const installation = (token: string) => ({
  team: { id: "T1" },
  enterprise: undefined,
  user: { id: "U1", token: undefined, scopes: undefined },
  bot: { id: "B1", userId: "U2", scopes: [], token },
});

/** A connector whose credentials are in the installation store of a Bolt app. */
async function open(token?: string) {
  const sandbox = slackSandbox();
  const store = new MemoryInstallationStore();
  if (token !== undefined) await store.storeInstallation(installation(token));
  const slack = new SlackConnector(
    { auth: async () => ({ api_token: (await store.fetchInstallation(query)).bot!.token }) },
    sandbox.options,
  );
  const channel = sandbox.state().channels.find(({ name }) => name === "general")!.id;
  const posts = () => sandbox.calls().filter(({ method }) => method === "chat.postMessage");
  return { sandbox, store, slack, channel, posts };
}

test("a workspace that was installed again is used with its new token, and a message is posted once", async () => {
  const { sandbox, store, slack, channel, posts } = await open("xoxb-canary-of-the-old-installation");
  const failed = await slack.messages.create({ channel, text: "x" }).catch((error: ConnectorError) => error);
  expect(failed).toMatchObject({ code: "credential_rejected", outcome: "not_started" });
  expect(JSON.stringify(failed)).not.toContain("canary");
  await store.storeInstallation(installation(sandbox.tokens.bot));
  await slack.messages.create({ channel, text: "hello" });
  expect(posts().filter(({ ok }) => ok)).toHaveLength(1);
  expect((await slack.check()).status).toBe("healthy");
});

test("an agent's tool uses the store too", async () => {
  const { sandbox, store, slack, channel } = await open("xoxb-old");
  const tool = await slack.tool();
  await store.storeInstallation(installation(sandbox.tokens.bot));
  const result = await tool.call({ entity: "channels", action: "get", params: { channel } });
  expect(JSON.stringify(result)).toContain(channel);
});

test("without an installation, nothing is sent, and the error does not show what the store said", async () => {
  const { slack, sandbox } = await open();
  await expect(slack.channels.list()).rejects.toMatchObject({ code: "storage_unavailable", path: "auth" });
  expect(sandbox.calls()).toEqual([]);
});
