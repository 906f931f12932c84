import { action, ConnectorError, defineConnector, type ConnectorOptions } from "agent-connectors";
import type { Judgement, SpendRaise } from "agent-connectors/toolkit";
import { describe, expect, test } from "vitest";
import type { Caps, Policy } from "../../../src/core/contract/policy.ts";
import { enforceCaps } from "../../../src/core/policy/enforce-caps.ts";
import { memoryTotals } from "./memory-totals.ts";
import { openCaps } from "./open-caps.ts";

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
        effects: [daily > from ? "spend" : "write"],
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
function open(policy?: ConnectorOptions["policy"]) {
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

test("of several policies of a connector, each must allow a call, and the lowest cap decides", async () => {
  const bank = open([
    { caps: { max_daily: 20 } },
    { effects: ["read", "write", "spend"] },
    { caps: { max_daily: 12 } },
  ]);
  await expect(bank.budgets.set({ daily: 13 })).rejects.toMatchObject({ code: "cap_exceeded" });
  await bank.budgets.set({ daily: 12 });
  const readers = open([{ effects: ["read", "write"] }, { effects: ["read"] }]);
  await expect(readers.budgets.set({ daily: 1 })).rejects.toMatchObject({ code: "policy_denied" });
  expect((await readers.tool()).description).not.toContain("budgets.set");
  expect(() => open([{}, { caps: { max_dayly: 1 } }])).toThrow(
    expect.objectContaining({ path: "policy[1].caps" }),
  );
  expect(Bank.checkPolicy({ caps: { max_daily: 1 } })).toEqual({ caps: { max_daily: 1 } });
  expect(() => Bank.checkPolicy({ caps: { max_dayly: 1 } })).toThrow(/max_dayly/);
});

test("caps that cannot be read are refused", () => {
  for (const caps of [{ max_dayly: 1 }, { max_daily: "1" }, { max_daily: -1 }, { max_daily: Number.NaN }, 5])
    expect(() => open({ caps } as never)).toThrow(expect.objectContaining({ code: "config_error" }));
});

describe("one call against caps", () => {
  const raise = (to: number, from?: number, cap = "max_daily"): SpendRaise => ({
    path: "daily",
    cap,
    to,
    from,
  });
  const context = () => ({
    totals: memoryTotals(),
    clock: { now: () => 0 },
    connector: "bank",
    terms: {},
    what: "budgets.set",
    dryRun: false,
    reservation: "r1",
  });
  const judge = (caps: readonly (Caps | undefined)[], judged: Judgement) =>
    enforceCaps(
      caps.map((one) => ({ caps: one })),
      judged,
      context(),
    );
  const enforce = (caps: readonly (Caps | undefined)[], ...raises: SpendRaise[]) =>
    judge(caps, { effects: ["spend"], raises });
  const denied = (message: RegExp, hint: RegExp) => ({
    code: "policy_denied",
    path: "action",
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
  });
  const exceeded = (message: RegExp, most: string) => ({
    code: "cap_exceeded",
    path: "params.daily",
    message: expect.stringMatching(message),
    hint: expect.stringMatching(new RegExp(`at most ${most},`)),
  });

  test("without caps, or with empty caps of any policy, spending is refused even if no amount is known", async () => {
    for (const caps of [[undefined], [{}], [{ max_daily: 9 }, {}]])
      await expect(judge(caps, { effects: ["spend"] })).rejects.toMatchObject(
        denied(/^budgets\.set .* no caps\.$/, /caps: { max_change_percent: … }/),
      );
    await judge([undefined], { effects: ["write"] });
    await judge([{ max_daily: 1 }], { effects: ["spend"] });
  });
  test("each amount needs its cap, or one of the other caps that limit it", async () => {
    const raises = [raise(2, 1, "max_daily"), raise(2, 1, "max_bid"), raise(3, 1, "max_bid")];
    await expect(enforce([{ max_other: 1 }], ...raises)).rejects.toMatchObject(
      denied(/no cap max_daily, max_bid\.$/, /{ max_daily: …, max_bid: …, max_change_percent: … }/),
    );
    await expect(enforce([{ max_daily: 9 }], ...raises)).rejects.toMatchObject(
      denied(/no cap max_bid\.$/, /max_bid: …/),
    );
    await enforce([{ max_daily: 9, max_bid: 9 }, undefined], ...raises);
    await enforce([{ max_daily: 1 }], { ...raise(2, 1, "max_bid"), orCaps: ["max_daily"] });
    await expect(
      enforce([{ max_daily: 9, max_bid: 1 }], { ...raise(2, 1, "max_bid"), orCaps: ["max_daily"] }),
    ).rejects.toMatchObject({ code: "cap_exceeded" });
  });
  test("a policy with caps refuses a raise that none of its caps limits, whatever other policies allow", async () => {
    const named = (...policies: Policy[]) =>
      enforceCaps(
        policies,
        { effects: ["spend"], raises: [raise(2, 1), { ...raise(2, 1, "max_sum"), orCaps: ["max_bid"] }] },
        context(),
      );
    const both = { caps: { max_daily: 9, max_bid: 9 } };
    await named(both, { name: "user" });
    await named(both, { caps: { max_daily: 3, max_sum: 9 } });
    for (const policies of [
      [
        { ...both, name: "organization" },
        { name: "user", caps: { max_daily: 9 } },
      ],
      [{ name: "user", caps: { max_daily: 9, max_change_percent: 500 } }, both],
    ])
      await expect(named(...policies)).rejects.toMatchObject(
        denied(/, and the policy of the user has no cap max_sum\.$/, /caps: { max_sum: …, max_change/),
      );
    await expect(named({ caps: { max_bid: 1 } }, {}, { caps: { max_daily: 9 } })).rejects.toMatchObject(
      denied(/, and policy\[0\] has no cap max_daily, and policy\[2\] has no cap max_sum\.$/, /max_daily: …/),
    );
    await expect(named(both, { name: "tool", caps: {} })).rejects.toMatchObject(
      denied(/and the policy of the tool has no cap max_daily, max_sum\.$/, /max_daily: …/),
    );
  });
  test("the lowest cap of all policies decides", async () => {
    await enforce([{ max_daily: 10 }, { max_daily: 12 }], raise(10));
    for (const caps of [
      [{ max_daily: 12 }, { max_daily: 10 }],
      [{ max_daily: 10 }, { max_daily: 12 }],
    ])
      await expect(enforce(caps, raise(11))).rejects.toMatchObject(exceeded(/max_daily \(10\)/, "10"));
  });
  test("an amount at the cap is allowed, and an amount just above the cap is refused", async () => {
    await enforce([{ max_daily: 0.3 }], raise(0.1 + 0.2));
    await enforce([{ max_daily: 10 }], raise(10.000000001));
    await enforce([{ max_daily: "unlimited" }], raise(Infinity));
    await expect(enforce([{ max_daily: 10 }], raise(10.01))).rejects.toMatchObject(
      exceeded(/^budgets\.set: daily would be 10\.01; .*more than max_daily \(10\)/, "10"),
    );
    await expect(enforce([{ max_daily: 10 }], raise(Infinity))).rejects.toMatchObject(
      exceeded(/daily would be unlimited; /, "10"),
    );
  });
  test("a percentage is relative to the current amount", async () => {
    const caps = [{ max_daily: 1000, max_change_percent: 50 }];
    await enforce(caps, raise(15, 10));
    await enforce(caps, raise(0.75, 0.5));
    await enforce(caps, raise(1000));
    // Every raise from 0 is more than any percentage.
    await expect(enforce(caps, raise(1, 0))).rejects.toMatchObject(exceeded(/would be 1, from 0; .*max_change_percent/, "0")); // prettier-ignore
    await expect(enforce(caps, raise(16, 10))).rejects.toMatchObject(
      exceeded(/would be 16, from 10; .*more than max_change_percent \(50\)/, "15"),
    );
    await expect(enforce(caps, raise(1.6, 1))).rejects.toMatchObject(exceeded(/from 1;/, "1\\.5"));
  });
  describe("a percentage of an amount that was changed earlier on the day", () => {
    const change = async (raise: Partial<SpendRaise>) => {
      const { call } = openCaps({ max_daily: 100, max_change_percent: 50 });
      await call({ effects: ["write"], current: { bid: 10 } });
      await call({ raises: [{ path: "daily", cap: "max_daily", key: "bid", to: 16, ...raise }] });
    };
    test.for([
      [5, 16, /would be 16, from 5; /],
      [15, 16, /would be 16, from 15; /],
      [16, 16, /would be 16, from 10; /],
      [30, 20, /would be 20, from 10; /],
    ] as const)("from %i to %i is relative to the first value 10", async ([from, to, message]) => {
      await change({ from, to: 15 });
      await expect(change({ from, to })).rejects.toMatchObject(exceeded(message, "15"));
    });
  });
  test("a percentage also applies to an amount that has only a limit for its sum", async () => {
    const raise = { path: "daily", cap: "max_bid", orCaps: ["max_sum"], from: 10, to: 20 };
    await expect(openCaps({ max_sum: 100, max_change_percent: 50 }).raise(raise)).rejects.toMatchObject(
      exceeded(/would be 20, from 10; that is more than max_change_percent \(50\) allows\.$/, "15"),
    );
  });
  test("an amount has the currency of the cap that limits its sum, if it has no cap of its own", async () => {
    const caps = { max_sum: { USD: 100 }, max_change_percent: 50 };
    const raise = { path: "daily", cap: "max_bid", orCaps: ["max_sum"], from: 10, to: 20 };
    await expect(openCaps(caps, { id: "1", currency: "USD" }).raise(raise)).rejects.toMatchObject(
      exceeded(/would be 20 USD, from 10 USD; /, "15 USD"),
    );
  });
  test("a percentage of a product is relative to the first values of its factors on the day", async () => {
    const totals = memoryTotals();
    const change = (raise: SpendRaise, current: Record<string, number>) =>
      enforceCaps(
        [{ caps: { max_daily: 1000, max_change_percent: 50 } }],
        { effects: ["spend"], raises: [raise], current, account: async () => ({ id: "1" }) },
        { ...context(), totals },
      );
    await change({ ...raise(3, 2), key: "bid" }, { bid: 2 });
    const product = (to: number) => ({ ...raise(to, 9), factors: { bid: 3, factor: 3 } });
    await change(product(9), { factor: 3 });
    await expect(change(product(9.01), { factor: 3 })).rejects.toMatchObject(exceeded(/from 9;/, "9"));
  });
  test("the error for an amount above both limits names both, and proposes the lower limit, rounded down to cents", async () => {
    await expect(enforce([{ max_daily: 12, max_change_percent: 4.26 }], raise(20, 10))).rejects.toMatchObject(
      exceeded(/max_daily \(12\) and max_change_percent \(4\.26\) allow\.$/, "10\\.42"),
    );
    await expect(enforce([{ max_daily: 12 }], raise(13, 10))).rejects.toMatchObject(
      exceeded(/max_daily \(12\) allows/, "12"),
    );
    await expect(enforce([{ max_daily: 12.5, max_change_percent: 40 }], raise(13, 10))).rejects.toMatchObject(
      exceeded(/more than max_daily \(12\.5\)/, "12\\.5"),
    );
  });
  test("a repeated reservation counts once, and its failure does not release the earlier one", async () => {
    const day = { ...context(), what: "budgets.create" };
    const reserve = (reservation: string) =>
      enforceCaps(
        [{ caps: { max_sum: 10 } }],
        {
          effects: ["spend"],
          // A raise without a key is a new amount.
          raises: [{ path: "daily", cap: "max_sum", to: 6, perDay: true }],
          account: async () => ({ id: "1" }),
        },
        { ...day, reservation },
      );
    await reserve("call 1");
    const repeated = await reserve("call 1");
    await repeated!.fail(new ConnectorError("aborted", "Stopped."));
    await expect(reserve("call 2")).rejects.toMatchObject({ code: "cap_exceeded" });
    await repeated!.settle({});
    await reserve("call 1");
    await expect(reserve("call 2")).rejects.toMatchObject({ code: "cap_exceeded" });
  });
  test("a repeated reservation of an amount that restarts counts once", async () => {
    const day = context();
    const restart = (reservation: string) =>
      enforceCaps(
        [{ caps: { max_sum: 10 } }],
        {
          effects: ["spend"],
          raises: [
            {
              path: "amount",
              cap: "max_sum",
              key: "portfolio 1",
              from: 0,
              to: 6,
              perDay: true,
              restarts: true,
            },
          ],
          account: async () => ({ id: "1" }),
        },
        { ...day, reservation },
      );
    await restart("call 1");
    const repeated = await restart("call 1");
    await repeated!.settle({});
    await expect(restart("call 2")).rejects.toMatchObject({
      code: "cap_exceeded",
      message: expect.stringContaining("the sum of this day to 12"),
    });
  });
  test("if the store fails with an unknown outcome, the error of the call says that nothing was sent", async () => {
    const failing = {
      update: () =>
        Promise.reject(new ConnectorError("storage_unavailable", "Lost.", { outcome: "unknown" })),
    };
    const judged: Judgement = {
      effects: ["spend"],
      raises: [raise(2, 1)],
      current: { a: 1 },
      account: async () => ({ id: "1" }),
    };
    const caps = [{ caps: { max_daily: 9, max_change_percent: 500 } }];
    await expect(enforceCaps(caps, judged, { ...context(), totals: failing })).rejects.toMatchObject({
      code: "storage_unavailable",
      outcome: "not_started",
    });
  });
  test("the error names all items above the caps, the amounts that are allowed, and the other items", async () => {
    const raises = [0, 1, 2, 5].map((item) => ({ ...raise(20 + item), item, path: `items[${item}].daily` }));
    const items = Array.from({ length: 7 }, () => ["spend"] as const);
    const usd = { id: "1", currency: "USD" };
    const judged: Judgement = { effects: ["spend"], raises, items, account: async () => usd };
    await expect(judge([{ max_daily: { USD: 9 } }], judged)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^budgets\.set: items\[0\]\.daily would be 20 USD; that is more than max_daily \(9 USD\) allows;.* Items above the caps: 0-2, 5\.$/,
      ),
      hint: "Propose at most 9 USD, or ask the user. Only code can change the caps. Only items 3-4, 6 are within the caps: send them alone.",
      path: "params.items[0].daily",
      issues: raises.map(({ path }) => ({ path, message: expect.stringMatching(/; at most 9 USD$/) })),
    });
  });
});
