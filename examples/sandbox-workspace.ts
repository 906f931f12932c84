import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";

const sandbox = slackSandbox({
  workspace: {
    users: ["Ana Silva", { name: "Ben Okoro", title: "Support" }],
    channels: ["general", { name: "support", is_private: true, members: ["Ben Okoro", "assistant"] }],
    messages: [
      {
        channel: "support",
        from: "Ben Okoro",
        at: "2h",
        text: "Order 4711 is late.",
        reactions: { eyes: ["Ana Silva"] },
        files: [{ name: "order.txt", content: "4711: 2 tents" }],
        replies: [{ from: "assistant", text: "It ships today." }],
      },
      { channel: ["Ana Silva", "assistant"], from: "Ana Silva", text: "Which orders are late?" },
    ],
  },
});

const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, sandbox.options);
const { data } = await slack.channel_messages.list({ channel: "#support" });
console.log(data.map(({ text }) => text));
