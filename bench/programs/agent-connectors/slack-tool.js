import { SlackConnector } from "agent-connectors/slack";

const { description } = await new SlackConnector({ auth: { api_token: "xoxb-1" } }).tool();
if (description.length < 1000) throw new Error("The description is wrong.");
