import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { GitHubConnector } from "agent-connectors/github";
import { expect, test } from "vitest";

test.each([
  [GitHubConnector, "GitHubConnector"],
  [AmazonAdsConnector, "AmazonAdsConnector"],
])("the type of a connector has the capital letters of the platform's title", async (Connector, name) => {
  expect(await Connector.declarations()).toContain(`export interface ${name} extends`);
});
