import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { PassThrough } from "node:stream";
import { join } from "node:path";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { agree, type AgreeOptions } from "../../../cli/call/agree.ts";
import { findAction } from "../../../cli/call/find-action.ts";
import { openTerminal } from "../../../cli/connect/prompt.ts";
import type { OpenConnector } from "../../../cli/known.ts";
import { userName } from "../../../cli/journal.ts";
import { runHere } from "../run-here.ts";
import { openShop } from "./shop.ts";

const folder = mkdtempSync(join(tmpdir(), "agree-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A person who answers each question. `said`: what the person has read. */
function person(answer: string, before?: () => Promise<unknown>) {
  const said: string[] = [];
  const open: AgreeOptions["open"] = () => ({
    say: (text) => void said.push(text),
    ask: () => Promise.reject(new Error("not asked")),
    askSecret: () => Promise.reject(new Error("not asked")),
    async askOptional(question) {
      said.push(question);
      await before?.();
      return answer;
    },
    close: () => {},
  });
  return { said, open };
}

const ads = () => {
  const sandbox = amazonAdsSandbox();
  const options = { ...sandbox.options, policy: { caps: { max_daily_budget: { USD: 500 } } } };
  return new AmazonAdsConnector({ auth: sandbox.credentials }, options) as unknown as OpenConnector;
};
const profileId = "2381940675312846";
const budgetOf = (budget: number) => ({
  profileId,
  campaigns: [{ campaignId: "144373194309380061", budget: { budget } }],
});

async function asked(
  Connector: { title: string; describe: unknown; compiled(): Promise<{ actions: unknown }> },
  connector: OpenConnector,
  [entity, action]: readonly [string, string],
  params: Record<string, unknown>,
  options: Partial<AgreeOptions>,
) {
  const found = await findAction(Connector as never, "it", { entity, action, rest: [] });
  const { actions } = (await Connector.compiled()) as {
    actions: Record<string, Record<string, { effect: never }>>;
  };
  const { effect } = actions[entity]![action]!;
  const call = { connector, title: Connector.title, found, params, effect };
  return agree(call, { yes: false, rules: undefined, options: {}, open: undefined, ...options });
}

const update = ["sponsored_product_campaigns", "update"] as const;

test("a person is asked about a raise, with the text that approvals show", async () => {
  const { said, open } = person("y");
  const decision = await asked(AmazonAdsConnector as never, ads(), update, budgetOf(90), { open });
  expect(decision).toEqual({ by: [userName()] });
  const text = said.join("\n");
  expect(text).toContain("Warning: this can raise spending.");
  expect(text).toMatch(/Change: .*budget\.budget\s+80 -> 90/);
  expect(text).toMatch(/Exposure: .*most that can be spent in a day \d+ -> \d+ USD/);
  expect(text).toContain("Run sponsored_product_campaigns.update? [y/N]");
});

test.each(["", "n", "no", "yes please"])("the answer %j is no agreement", async (answer) => {
  const { open } = person(answer);
  await expect(
    asked(AmazonAdsConnector as never, ads(), update, budgetOf(90), { open }),
  ).rejects.toMatchObject({
    code: "approval_denied",
    message: "You did not agree, so nothing was sent.",
  });
});

test("Ctrl+C at the question sends nothing, and is no answer", async () => {
  // A terminal in which Ctrl+C is a key.
  const keys = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  const stop = new AbortController();
  // Other tests of this process also listen.
  const others = process.listeners("SIGINT");
  process.removeAllListeners("SIGINT");
  onTestFinished(() => {
    for (const other of others) process.on("SIGINT", other);
  });
  process.once("SIGINT", () => stop.abort());
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  onTestFinished(() => void vi.restoreAllMocks());
  const open = () => {
    setTimeout(() => keys.write("\u0003"), 20);
    return openTerminal(keys);
  };
  const options = { open, options: { signal: stop.signal } };
  await expect(
    asked(AmazonAdsConnector as never, ads(), update, budgetOf(90), options),
  ).rejects.toMatchObject({
    code: "aborted",
    outcome: "not_started",
  });
});

test("nobody is asked about a write that lowers spending, or that only writes", async () => {
  const { said, open } = person("n");
  expect(await asked(AmazonAdsConnector as never, ads(), update, budgetOf(50), { open })).toBeUndefined();
  const sandbox = slackSandbox();
  const slack = new SlackConnector(
    { auth: { api_token: sandbox.tokens.bot } },
    sandbox.options,
  ) as unknown as OpenConnector;
  const params = { channel: "C07A1QW2ER3", text: "Hi" };
  expect(
    await asked(SlackConnector as never, slack, ["messages", "create"], params, { open }),
  ).toBeUndefined();
  expect(said).toEqual([]);
});

test("if the record changes while the person thinks, nothing is sent", async () => {
  const connector = ads();
  const { open } = person("y", () => connector.execute(...update, budgetOf(60)));
  await expect(
    asked(AmazonAdsConnector as never, connector, update, budgetOf(90), { open }),
  ).rejects.toMatchObject({
    message: "The situation has changed since the question, so nothing was sent.",
  });
});

test("a call that would fail throws its error instead of a question", async () => {
  const { said, open } = person("y");
  const call = asked(AmazonAdsConnector as never, ads(), update, budgetOf(900), { open });
  await expect(call).rejects.toMatchObject({ code: "cap_exceeded" });
  expect(said).toEqual([]);
});

test("without a person, a call that destroys is refused before anything is sent, unless --yes agrees", async () => {
  await using shop = await openShop(folder);
  const cancel = (...more: string[]) =>
    runHere(["call", shop.file, "orders.cancel", "id=o1", ...more], shop.env);
  const { code, stdout, stderr } = await cancel();
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toBe(
    "approval_denied: orders.cancel needs your agreement, because it cannot be undone. Nothing was sent.\nRun the command in a terminal, or add --yes. To see what it would do, add --dry-run.\n",
  );
  expect(shop.requests).toEqual([]);
  expect(JSON.parse((await cancel("--yes")).stdout)).toMatchObject({ data: { state: "gone" } });
  const journal = await runHere(["journal"], shop.env);
  expect(journal.stdout).toMatch(new RegExp(`orders\\.cancel .*agreed: ${userName()}\n$`));
});

test("a sandbox asks nothing, because nothing in it is kept", async () => {
  const archive = ["call", "slack", "channels.archive", "channel=#random", "--sandbox", "--json"];
  expect((await runHere(archive)).code).toBe(0);
});

test("the rules of a policy file say what is asked about, and who must agree", async () => {
  await using shop = await openShop(folder);
  const policy = (approval: unknown) => {
    const path = join(folder, "rules.json");
    writeFileSync(path, JSON.stringify({ approval }));
    return path;
  };
  const change = (approval: unknown, ...more: string[]) =>
    runHere(["call", shop.file, "orders.update", "id=o1", "--policy", policy(approval), ...more], shop.env);
  const every = await change([{ effects: ["write"] }]);
  expect([every.code, every.stderr]).toEqual([3, expect.stringContaining("because it changes something")]);
  expect((await change([{ effects: ["write"] }], "--yes")).code).toBe(0);
  expect((await change([])).code).toBe(0);
  const two = await change([{ effects: ["write"], persons: 2 }], "--yes");
  expect([two.code, two.stderr]).toEqual([3, expect.stringContaining("needs the agreement of 2 people")]);
  const boss = await change([{ effects: ["write"], approvers: ["boss@example.com"] }], "--yes");
  expect([boss.code, boss.stderr]).toEqual([3, expect.stringContaining("agreement of boss@example.com")]);
  expect(shop.requests).toHaveLength(2);
});
