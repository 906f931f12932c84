import { action, ConnectorError, defineConnector, type CodeOptions, type Judgement } from "agent-connectors";
import { describe, expect, test } from "vitest";
import { enforceCaps, readCaps } from "../../../src/core/policy/enforce-caps.ts";

let stored = 10;
let judged: Partial<Judgement> = {};
const sent: string[] = [];

const budgets = {
  get: action({
    description: "Get the budget.",
    params: () => ({}),
    effect: "read",
    calls: "budget.get",
    example: {},
  }),
  set: action({
    description: "Set the budget.",
    params: (z) => ({ daily: z.number() }),
    effect: { weakest: "write", strongest: "spend", of: () => undefined },
    calls: "budget.set",
    example: { daily: 1 },
    guard: async ({ daily }, read) => {
      const { data } = await read("budgets", "get", {});
      const from = (data as { daily: number }).daily;
      const raises = daily > from ? [{ path: "daily", cap: "max_daily", from, to: daily }] : [];
      return {
        effect: daily > from ? "spend" : "write",
        before: { daily: from },
        after: { daily },
        raises,
        ...judged,
      };
    },
    undo: (_params, _data, before) => ({
      entity: "budgets",
      action: "set",
      params: before as { daily: number },
    }),
  }),
};
const Bank = defineConnector({
  name: "bank",
  title: "Bank",
  endpoint: "https://bank.example",
  auth: { token: { api_token: { description: "token" } } },
  entities: { budgets },
  operations: {
    "budget.get": { method: "GET", path: "/", docs: "https://bank.example" },
    "budget.set": { method: "PUT", path: "/", docs: "https://bank.example" },
  },
  requestIdHeader: "x-id",
  toolEffects: ["read"],
  caps: ["max_daily"],
  connect: () => ({
    async send(operation, args) {
      sent.push(operation);
      if (operation === "budget.get" && stored < 0)
        throw new ConnectorError("upstream_error", "Bank is closed.");
      if (operation === "budget.set") stored = Number(args.daily);
      return { body: { daily: stored }, headers: new Headers() };
    },
    identify: async () => ({ identity: {} }),
  }),
});
function open(policy?: CodeOptions["policy"]) {
  stored = 10;
  judged = {};
  sent.length = 0;
  return new Bank({ auth: { api_token: "x" } }, { policy });
}

test("the effect depends on the current value: lowering is a write, and raising spends", async () => {
  const bank = open({ effects: ["read", "write"] });
  expect(await bank.budgets.set({ daily: 5 })).toMatchObject({
    data: { daily: 5 },
    meta: { undo: { entity: "budgets", action: "set", params: { daily: 10 } } },
  });
  await expect(bank.budgets.set({ daily: 6 })).rejects.toMatchObject({ code: "policy_denied" });
  expect(sent).toEqual(["budget.get", "budget.set", "budget.get"]);
});

test("spending without caps is refused with a hint; spending within the caps is allowed", async () => {
  await expect(open().budgets.set({ daily: 11 })).rejects.toMatchObject({
    code: "policy_denied",
    hint: expect.stringContaining("caps: { max_daily: …, max_change_percent: … }"),
  });
  expect(sent).toEqual(["budget.get"]);
  const bank = open({ caps: { max_daily: 20, max_change_percent: 50 } });
  await expect(bank.budgets.set({ daily: 16 })).rejects.toMatchObject({
    code: "cap_exceeded",
    path: "params.daily",
    message: expect.stringContaining("would be 16, from 10; that is more than max_change_percent (50)"),
    hint: expect.stringContaining("at most 15"),
  });
  expect((await bank.budgets.set({ daily: 15 })).data).toEqual({ daily: 15 });
  await expect(bank.budgets.set({ daily: 21 })).rejects.toMatchObject({
    message: expect.stringContaining("max_daily"),
  });
});

test("dry_run shows the values before and after, and sends only the read", async () => {
  const bank = open({ caps: { max_daily: 20 } });
  expect(await bank.budgets.set({ daily: 12, dry_run: true })).toEqual({
    data: {
      entity: "budgets",
      action: "set",
      effect: "spend",
      params: { daily: 12 },
      before: { daily: 10 },
      after: { daily: 12 },
    },
    meta: { dry_run: true },
  });
  expect(sent).toEqual(["budget.get"]);
});

test("if the read fails, the write is not sent", async () => {
  const bank = open({ caps: { max_daily: 20 } });
  stored = -1;
  await expect(bank.budgets.set({ daily: 12 })).rejects.toMatchObject({
    code: "upstream_error",
    outcome: "not_started",
  });
  expect(sent).toEqual(["budget.get"]);
});

test("a call that would be refused for any current value is refused without a read", async () => {
  await expect(open({ effects: ["read"] }).budgets.set({ daily: 1 })).rejects.toMatchObject({
    code: "policy_denied",
  });
  expect(sent).toEqual([]);
});

test("both the caps of the connector and those of its tool apply", async () => {
  const bank = open({ caps: { max_daily: 20 } });
  const tool = await bank.tool({ effects: ["read", "write", "spend"], caps: { max_daily: 12 } });
  const call = (daily: number) => tool.call({ entity: "budgets", action: "set", params: { daily } });
  expect(await call(13)).toMatchObject({ ok: false, error: { code: "cap_exceeded" } });
  expect(await call(12)).toMatchObject({ ok: true });
});

test("caps that cannot be read are refused", () => {
  for (const caps of [{ max_dayly: 1 }, { max_daily: "1" }, { max_daily: -1 }, { max_daily: Number.NaN }, 5])
    expect(() => open({ caps } as never)).toThrow(expect.objectContaining({ code: "config_error" }));
});

describe("one call against caps", () => {
  const raise = (to: number, from?: number, cap = "max_daily") => ({ path: "daily", cap, to, from });
  const enforce = (
    caps: readonly (Record<string, number> | undefined)[],
    ...raises: ReturnType<typeof raise>[]
  ) =>
    enforceCaps(
      caps.map((one) => ({ caps: one })),
      "budgets.set",
      { effect: "spend", raises },
    );
  const denied = (message: RegExp, hint: RegExp) =>
    expect.objectContaining({
      code: "policy_denied",
      path: "action",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  const exceeded = (message: RegExp, most: string) =>
    expect.objectContaining({
      code: "cap_exceeded",
      path: "params.daily",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(new RegExp(`at most ${most},`)),
    });

  test("without caps, spending is refused even if no amount is known", () => {
    expect(() => enforceCaps([{}], "budgets.set", { effect: "spend" })).toThrow(
      denied(/^budgets\.set .* no caps\.$/, /caps: { max_change_percent: … }/),
    );
    enforceCaps([{}], "budgets.set", { effect: "write" });
    enforceCaps([{ caps: {} }], "budgets.set", { effect: "spend" });
  });
  test("each amount needs its cap, from any policy", () => {
    const raises = [raise(2, 1, "max_daily"), raise(2, 1, "max_bid"), raise(3, 1, "max_bid")];
    expect(() => enforce([{ max_other: 1 }], ...raises)).toThrow(
      denied(/no cap max_daily, max_bid\.$/, /{ max_daily: …, max_bid: …, max_change_percent: … }/),
    );
    expect(() => enforce([{ max_daily: 9 }], ...raises)).toThrow(denied(/no cap max_bid\.$/, /max_bid: …/));
    enforce([{ max_daily: 9 }, undefined, { max_bid: 9 }], ...raises);
  });
  test("every policy with caps decides", () => {
    enforce([{ max_daily: 10 }, { max_daily: 12 }], raise(10));
    expect(() => enforce([{ max_daily: 12 }, { max_daily: 10 }], raise(11))).toThrow(
      exceeded(/max_daily \(10\)/, "10"),
    );
  });
  test("an amount at the cap is allowed, and an amount just above the cap is refused", () => {
    enforce([{ max_daily: 0.3 }], raise(0.1 + 0.2));
    enforce([{ max_daily: 10 }], raise(10.000000001));
    expect(() => enforce([{ max_daily: 10 }], raise(10.01))).toThrow(
      exceeded(/^budgets\.set: daily would be 10\.01; .*more than max_daily \(10\)/, "10"),
    );
  });
  test("a percentage is relative to the current amount", () => {
    const caps = [{ max_daily: 1000, max_change_percent: 50 }];
    enforce(caps, raise(15, 10));
    enforce(caps, raise(0.75, 0.5));
    enforce(caps, raise(1000));
    enforce(caps, raise(1000, 0));
    expect(() => enforce(caps, raise(16, 10))).toThrow(
      exceeded(/would be 16, from 10; .*more than max_change_percent \(50\)/, "15"),
    );
    expect(() => enforce(caps, raise(1.6, 1))).toThrow(exceeded(/from 1;/, "1\\.5"));
  });
  test("the error for an amount above both limits names both, and proposes the lower limit, rounded down to cents", () => {
    expect(() => enforce([{ max_daily: 12, max_change_percent: 4.26 }], raise(20, 10))).toThrow(
      exceeded(/max_daily \(12\) and max_change_percent \(4\.26\)/, "10\\.42"),
    );
    expect(() => enforce([{ max_daily: 12 }], raise(13, 10))).toThrow(
      exceeded(/max_daily \(12\) allows/, "12"),
    );
    expect(() => enforce([{ max_daily: 12.5, max_change_percent: 40 }], raise(13, 10))).toThrow(
      exceeded(/more than max_daily \(12\.5\)/, "12\\.5"),
    );
  });
});

describe("reading caps", () => {
  const read = (caps: unknown, known = ["max_daily", "max_bid"]) => readCaps(caps, known, "policy");
  const refused = (message: RegExp, hint: RegExp = /Caps: max_daily, max_bid, max_change_percent;/) =>
    expect.objectContaining({
      code: "config_error",
      path: "policy.caps",
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
  test("returns a copy that cannot be changed", () => {
    const caps = { max_daily: 0, max_bid: undefined, max_change_percent: 0.5 };
    const copy = read(caps);
    expect(Object.entries(copy)).toEqual([
      ["max_daily", 0],
      ["max_change_percent", 0.5],
    ]);
    expect(Object.isFrozen(copy)).toBe(true);
  });
  test.for<[unknown, RegExp]>([
    ["5", /^policy\.caps .*object.*"5"/],
    [{ max_dayly: 1 }, /^policy\.caps: .*"max_dayly"/],
    [{ max_daily: "1" }, /^policy\.caps\.max_daily .*"1"/],
    [{ max_daily: -0.01 }, /^policy\.caps\.max_daily .*-0\.01/],
    [{ max_bid: Number.NaN }, /^policy\.caps\.max_bid .*NaN/],
  ])("refuses %j", ([caps, message]) => expect(() => read(caps)).toThrow(refused(message)));
  test("refuses caps for a connector that has none", () => {
    expect(() => read({ max_change_percent: 1 }, [])).toThrow(
      refused(/"max_change_percent"/, /^This connector/),
    );
    expect(read({}, [])).toEqual({});
    expect(() => read(1, ["max_bid"])).toThrow(refused(/object/, /Caps: max_bid, max_change_percent;/));
  });
});
