import { SlackConnector } from "agent-connectors/slack";
import * as entities from "../src/connectors/slack/entities.ts";
import { operations } from "../src/connectors/slack/operations.ts";
import type { SlackOperation } from "../src/connectors/slack/operations/method.ts";

/** Methods of Slack's Web API that the connector does not send, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  "auth.revoke": "ends the token that the connector works with; whoever installed the app does that",
  "chat.appendStream": "part of streaming, see chat.startStream",
  "chat.startStream": "streams into a thread that an event of Slack's opened, and a connector has no events",
  "chat.stopStream": "part of streaming, see chat.startStream",
  "chat.unfurl": "answers an event that a link was posted, and a connector has no events",
  "oauth.v2.access": "takes and gives credentials: internal, for tokens that rotate",
  "oauth.v2.exchange": "takes and gives credentials: whoever sets up the app does that once",
  "views.open":
    "needs a trigger_id of the last three seconds, from an interaction that a connector does not see",
  "views.push": "needs a trigger_id, as views.open does",
  "views.update": "changes a view that views.open has opened",
};

interface Done {
  method: string;
  actions: string[];
  tokens: string;
  scopes: string;
}

/** Every method that an action sends, with the actions. */
export function doneMethods(): Done[] {
  const actions = Object.entries(entities).flatMap(([entity, module]) =>
    Object.entries(module).map(([name, { calls }]) => ({ name: `${entity}.${name}`, calls: [calls].flat() })),
  );
  return Object.entries(operations as Record<string, SlackOperation>)
    .filter(([, { file }]) => !file)
    .map(([method, { tokens, scopes = {} }]) => ({
      method,
      actions: actions
        .filter(({ calls }) => (calls as readonly string[]).includes(method))
        .map(({ name }) => name)
        .toSorted(),
      tokens: tokens?.join(", ") ?? "bot, user",
      scopes: [...new Set(Object.values(scopes).flat())].toSorted().join(" "),
    }))
    .toSorted((one, other) => one.method.localeCompare(other.method));
}

export function slackCoverage(): string {
  const done = doneMethods();
  const link = (method: string) => `[${method}](https://docs.slack.dev/reference/methods/${method})`;
  return [
    `# ${SlackConnector.title}: which methods are there`,
    "",
    "Made from the connector's operations by `npm run docs`. A method that is done is held by tests: its arguments as they",
    "are sent, its answer, a refusal, and for what changes something a later read that shows it.",
    "",
    `${done.length} methods are done, ${Object.keys(leftOut).length} are left out.`,
    "",
    "| Method | Actions that send it | Tokens | Scopes (one is enough) |",
    "|---|---|---|---|",
    ...done.map(
      ({ method, actions, tokens, scopes }) =>
        `| ${link(method)} | ${actions.map((name) => `\`${name}\``).join(", ")} | ${tokens} | ${scopes} |`,
    ),
    "",
    "## Left out",
    "",
    "| Method | Why |",
    "|---|---|",
    ...Object.entries(leftOut).map(([method, why]) => `| ${link(method)} | ${why} |`),
    "",
  ].join("\n");
}
