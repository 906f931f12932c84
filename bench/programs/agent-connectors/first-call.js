import { SlackConnector } from "agent-connectors/slack";

const slack = new SlackConnector({ auth: { api_token: "xoxb-1" } }, { endpoint: process.argv[2] });
const { data } = await slack.channels.get({ channel: "C012AB3CD" });
if (data.id !== "C012AB3CD") throw new Error("The result is wrong.");
