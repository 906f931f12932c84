export { functionTools } from "agent-connectors/json-schema";
export { SlackConnector } from "agent-connectors/slack";
