import { MemoryInstallationStore } from "@slack/bolt";
import { WebClient } from "@slack/web-api";
import { ConnectorError } from "agent-connectors";
import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

// A Slack workspace in memory, and the installation store of a Bolt app. Your app has its own store.
const sandbox = slackSandbox();
const installationStore = new MemoryInstallationStore();
await installationStore.storeInstallation({
  team: { id: "T012AB3CD" },
  enterprise: undefined,
  user: { id: "U012AB3CD", token: undefined, scopes: undefined },
  bot: { id: "B012AB3CD", userId: "U045EF6GH", scopes: [], token: sandbox.tokens.bot },
});

/** Reads the bot's token of a workspace. */
async function botToken(teamId: string): Promise<string> {
  const query = { teamId, enterpriseId: undefined, isEnterpriseInstall: false };
  const { bot } = await installationStore.fetchInstallation(query);
  if (!bot) throw new ConnectorError("reauth_required", "The app has no bot in this workspace.");
  return bot.token;
}

// Both clients use the same token. The connector reads it again when Slack has refused it.
const team = "T012AB3CD";
const web = new WebClient(await botToken(team), { fetch: sandbox.fetch });
const slack = new SlackConnector(
  { auth: async () => ({ api_token: await botToken(team) }) },
  sandbox.options,
);

// Your existing code stays as it is.
const { data: general } = await slack.channels.get({ channel: "#general" });
const { ts } = await web.chat.postMessage({ channel: general.id, text: "Posted by the WebClient" });

// The agent uses the connector.
const { data: message } = await slack.messages.get({ channel: general.id, ts: ts! });
console.log(message.text);

// Your code can call any method of Slack, with the same retries and errors as an action.
const { data, meta } = await slack.request<{ team: { name: string } }>("team.info", {}, { effect: "read" });
console.log(data.team.name, meta.status);
