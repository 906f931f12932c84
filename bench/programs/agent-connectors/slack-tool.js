import { SlackConnector } from "agent-connectors/slack";

const { description } = await new SlackConnector({ auth: { api_token: "xoxb-1" } }).tool();
console.log(description.length);
