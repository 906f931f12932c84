import { describe, expect, test } from "vitest";
import { action, defineConnector, type Policy } from "../../../src/index.ts";

/** Opens a connector whose actions can spend money. `buy` has no guard, so no cap can limit it. */
function open(policy?: Policy) {
  const sent: string[] = [];
  const order = {
    description: "Order something.",
    params: { type: "object", properties: { price: { type: "number" } } },
    effect: "spend",
    calls: "orders.create",
    example: { price: 1 },
  } as const;
  const Shop = defineConnector({
    name: "shop",
    title: "Shop",
    endpoint: "https://shop.example",
    auth: {},
    toolEffects: ["read", "write", "spend"],
    operations: { "orders.create": { method: "POST", path: "/orders", docs: "https://shop.example/docs" } },
    entities: {
      orders: {
        buy: action(order),
        careful: action({ ...order, guard: async () => ({ effects: ["spend" as const], raises: [] }) }),
        sometimes: action({
          ...order,
          effect: {
            weakest: "write",
            strongest: "spend",
            of: ({ price }) => (price === 0 ? "write" : "spend"),
          },
        }),
      },
    },
  });
  const fetch = async (url: string | URL | Request) => {
    sent.push(String(url));
    return Response.json({ ok: true });
  };
  return { shop: new Shop({}, { fetch, ...(policy ? { policy } : {}) }), sent };
}

const denied = {
  code: "policy_denied",
  outcome: "not_started",
  path: "action",
  message: expect.stringMatching(/can spend money, and nothing limits how much/),
  hint: expect.stringMatching(/include: \["orders\./),
};

describe("an action that spends money and has no guard", () => {
  test.for([
    undefined,
    {},
    { effects: ["spend"] as const },
    { include: ["orders"] },
    { include: ["orders.*"] },
  ])("is refused under the policy %j", async (policy) => {
    const { shop, sent } = open(policy);
    await expect(shop.orders.buy({ price: 1 })).rejects.toMatchObject(denied);
    await expect(shop.orders.sometimes({ price: 1 })).rejects.toMatchObject(denied);
    await expect(shop.orders.buy({ price: 1, dry_run: true })).rejects.toMatchObject(denied);
    expect(sent).toEqual([]);
  });
  test("is allowed by its full name", async () => {
    const { shop, sent } = open({ include: ["orders.buy", "orders.sometimes"] });
    await shop.orders.buy({ price: 1 });
    await shop.orders.sometimes({ price: 1 });
    expect(sent).toEqual(["https://shop.example/orders", "https://shop.example/orders"]);
  });
  test("is allowed without a name if the call spends nothing", async () => {
    await open().shop.orders.sometimes({ price: 0 });
  });
  test("is offered by a tool only under its full name", async () => {
    const { shop, sent } = open();
    const tool = await shop.tool();
    expect(tool.description).not.toContain("buy(");
    const call = { entity: "orders", action: "buy", params: { price: 1 } };
    expect(await tool.call(call)).toMatchObject({ ok: false, error: { code: "policy_denied" } });
    expect(sent).toEqual([]);
    const named = await shop.tool({ include: ["orders.buy"] });
    expect(named.description).toContain("buy(");
    expect(await named.call(call)).toMatchObject({ ok: true, data: { ok: true } });
    expect(sent).toHaveLength(1);
  });
});
