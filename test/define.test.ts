import { expect, test } from "vitest";
import { SlackConnector } from "agent-connectors/slack";
import { defineConnector } from "agent-connectors";

test("a connector's class tells every origin that its requests may go to", () => {
  expect(SlackConnector.origins).toEqual(["https://slack.com"]);
  const Regional = defineConnector({
    name: "regional",
    title: "Regional",
    endpoint: ({ region }) => region,
    origins: ["https://tokens.example/path"],
    config: {
      region: {
        description: "region",
        default: "https://na.example",
        values: ["https://na.example", "https://eu.example"],
        aliases: {},
      },
    },
    auth: { token: { api_token: { description: "token" } } },
    entities: {},
    operations: {},
    requestIdHeader: "x-request-id",
    toolEffects: ["read"],
    connect: () => {
      throw new Error("not called");
    },
  });
  expect(Regional.origins).toEqual(["https://na.example", "https://eu.example", "https://tokens.example"]);
});
