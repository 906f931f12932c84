export { functionTools } from "agent-connectors/json-schema";
export { AmazonAdsConnector } from "agent-connectors/amazon-ads";
