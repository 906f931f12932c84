import { slackSandbox } from "../../sandbox/slack/index.ts";
import { SlackConnector } from "../../src/connectors/slack/index.ts";
import type { Playable } from "./playable.ts";

export const playable: Playable = {
  Connector: SlackConnector,
  open() {
    const sandbox = slackSandbox();
    return new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
  },
  samples: [
    [
      /./,
      {
        channel: "#incidents",
        channels: ["#general", "#incidents"],
        ts: "1773151331.000219",
        thread_ts: "1773151331.000219",
        link: "https://fernhill-outdoor.slack.com/archives/C07A4DF8GH9/p1773151331000219",
        user: "U07AB3D8W2M",
        users: ["U07AB3D8W2M"],
        email: "maya.chen@fernhill.example",
        file: "F07LG4K8T2N",
        usergroup: "S07ENG3R8N5",
        bot: "B07DP2K6M8J",
        team_id: "T07K2M9QX4B",
      },
    ],
    // A message of the bot itself.
    [/^messages\.(update|delete)$/, { channel: "#engineering", ts: "1773302400.000219" }],
    [/^files\.list$/, { channel: "#design" }],
    // The clock of the sandbox begins on 12 March 2026.
    [/^scheduled_messages\.create$/, { post_at: "2026-03-13T09:00:00Z" }],
  ],
};
