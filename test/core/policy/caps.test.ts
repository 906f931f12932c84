import { action, ConnectorError, defineConnector, type CodeOptions, type Judgement } from "agent-connectors";
import { expect, test } from "vitest";

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

test("the effect is judged beside the value read: lowering is a write, raising spends", async () => {
  const bank = open({ effects: ["read", "write"] });
  expect(await bank.budgets.set({ daily: 5 })).toMatchObject({
    data: { daily: 5 },
    meta: { undo: { entity: "budgets", action: "set", params: { daily: 10 } } },
  });
  await expect(bank.budgets.set({ daily: 6 })).rejects.toMatchObject({ code: "policy_denied" });
  expect(sent).toEqual(["budget.get", "budget.set", "budget.get"]);
});

test("spending without caps is refused, with what to set; within them it is done", async () => {
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

test("dry_run shows before and after, and sends the read only", async () => {
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

test("when the read fails, the write is not made", async () => {
  const bank = open({ caps: { max_daily: 20 } });
  stored = -1;
  await expect(bank.budgets.set({ daily: 12 })).rejects.toMatchObject({
    code: "upstream_error",
    outcome: "not_started",
  });
  expect(sent).toEqual(["budget.get"]);
});

test("what no judgement could allow is refused without a read", async () => {
  await expect(open({ effects: ["read"] }).budgets.set({ daily: 1 })).rejects.toMatchObject({
    code: "policy_denied",
  });
  expect(sent).toEqual([]);
});

test("the caps of the connector and of its tool hold both", async () => {
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
