import { describe, expectTypeOf, test } from "vitest";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { action, defineConnector, type AnyConnector, type Policy } from "agent-connectors";

const auth = { api_token: "xoxb-1" };
const login = { client_id: "i", client_secret: "s", refresh_token: "r" };
declare const slack: SlackConnector;
declare const ads: AmazonAdsConnector;
declare const stored: Policy;
declare const names: string[];

describe("the names in a policy", () => {
  test("are those of the connector", () => {
    const include = ["messages.create", "channels.*", "users"] as const;
    void new SlackConnector(
      { auth },
      { policy: { include, exclude: ["files.*"], only: { channel: ["C1"] } } },
    );
    void new SlackConnector({ auth }, { policy: [{ include: ["messages.create"] }, { effects: ["read"] }] });
    void slack.tool({ include: ["messages.create"], descriptionBudget: 500 });
    void slack.tools({ shape: "per-action", include: ["messages.*"] });
    void new AmazonAdsConnector(
      { auth: login },
      {
        policy: { caps: { max_bid: { USD: 2 }, max_change_percent: 20, profiles: { "1": { max_bid: 1 } } } },
      },
    );
  });
  test("that the connector does not have are reported", () => {
    // @ts-expect-error a misspelt entity
    void new SlackConnector({ auth }, { policy: { include: ["mesages.create"] } });
    // @ts-expect-error a misspelt action, in a list of policies
    void new SlackConnector({ auth }, { policy: [{ exclude: ["messages.creat"] }] });
    // @ts-expect-error an action of another entity
    void new SlackConnector({ auth }, { policy: { include: ["messages.create", "users.create"] } });
    // @ts-expect-error a misspelt kind of an allow-list
    void new SlackConnector({ auth }, { policy: { only: { chanel: ["C1"] } } });
    // @ts-expect-error a misspelt cap
    void new AmazonAdsConnector({ auth: login }, { policy: { caps: { max_bids: { USD: 2 } } } });
    // @ts-expect-error a misspelt action in the options of a tool
    void slack.tool({ include: ["mesages.create"] });
    // @ts-expect-error a misspelt entity in the options of tools
    void slack.tools({ include: ["message.*"] });
    // @ts-expect-error a misspelt cap in the options of a tool
    void ads.tool({ caps: { max_bis: 2 } });
    const Shop = defineConnector({
      name: "shop",
      title: "Shop",
      endpoint: "https://shop.example",
      auth: {},
      entities: {
        orders: {
          get: action({ description: "d", params: () => ({}), effect: "read", calls: "get", example: {} }),
        },
      },
      operations: { get: { method: "GET", path: "/", docs: "" } },
    });
    void new Shop({}, { policy: { include: ["orders.get", "orders.*", "orders"] } });
    // @ts-expect-error a misspelt action of a connector of one's own
    void new Shop({}, { policy: { include: ["orders.gets"] } });
  });
  test("that only the running program knows are accepted", () => {
    void new SlackConnector({ auth }, { policy: stored });
    void new SlackConnector({ auth }, { policy: [stored, { include: names }] });
    void slack.tool({ include: names });
    expectTypeOf(slack).toExtend<AnyConnector>();
  });
});
