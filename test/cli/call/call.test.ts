import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runHere } from "../run-here.ts";
import { openShop, type Shop } from "./shop.ts";

const folder = mkdtempSync(join(tmpdir(), "call-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, value: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
};
const call = ({ file, env }: Shop, args: readonly string[], columns?: number) =>
  runHere(["call", file, ...args], env, columns);
const sent = ({ requests }: Shop) => requests.map(({ method, path }) => `${method} ${path}`);

describe("params", () => {
  test("key=value takes the type of the param, and key:=json is JSON", async () => {
    await using shop = await openShop(folder);
    await call(shop, ["orders.list", "states=open,sent", "min=2.5", "paid=true", "text=7", "limit=1"]);
    await call(shop, ["orders", "list", "states=open", "states=sent", "min:=2", "text=a=b c"]);
    await call(shop, ["orders.update", "id=o1", "address.street=Main", "address.number=5"]);
    expect(sent(shop)).toEqual([
      "GET /orders?states=open&states=sent&min=2.5&paid=true&text=7&size=1",
      "GET /orders?states=open&states=sent&min=2&text=a%3Db%20c&size=2",
      "PUT /orders/o1",
    ]);
    expect(JSON.parse(shop.requests[2]!.body)).toEqual({ address: { street: "Main", number: 5 } });
  });

  test("an object comes from the command line or a file, and later params replace its fields", async () => {
    await using shop = await openShop(folder);
    const file = write("params.json", '\uFEFF{"limit": 3, "text": "a"}');
    await call(shop, ["orders", "list", '{"limit": 1}']);
    await call(shop, ["orders.list", `@${file}`, "text=b"]);
    expect(sent(shop)).toEqual(["GET /orders?size=1", "GET /orders?text=b&size=3"]);
  });

  test.each([
    [["orders.list", "mn=2"], "orders.list: mn: unknown parameter, did you mean min?"],
    [["orders.list", "min=much"], 'orders.list: min: expected number, got "much".'],
    [["orders.update", "id=o1", "address.nr=5"], "orders.update: address.nr: unknown"],
    [["orders.list", "text=a", "text=b"], "text is there twice."],
    [["orders.list", "min:={"], 'min: "{" is not JSON.'],
    [["orders.list", "limit=1", "--limit", "2"], "The param limit and the option --limit mean the same."],
    [["orders.list", "--dry-run"], "orders.list does not take --dry-run, because it only reads."],
    [["orders.get", "id=o1", "--all"], "orders.get does not take --all, because it has no pages."],
    [["orders.get", "id=o1", "--limit", "3"], "orders.get does not take --limit, because it has no pages"],
    [
      ["orders.update", "id=o1", "--fields", "id"],
      "orders.update does not take --fields, because it does not only read.",
    ],
    [["orders", "id=o1"], "No action of orders is named."],
  ])("%j is refused before anything is sent", async (args, sentence) => {
    await using shop = await openShop(folder);
    const { code, stderr } = await call(shop, args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(shop.requests).toEqual([]);
  });
});

describe("what is printed", () => {
  test("a script gets the same JSON as before, and --json one line of it", async () => {
    await using shop = await openShop(folder);
    const { stdout } = await call(shop, ["orders.list"]);
    const result = JSON.parse(stdout) as { data: unknown[]; meta: object };
    expect(result.data[0]).toEqual({ id: "o1", state: "open", total: 10.5, paid: false, created: "2026-03-12T10:30:00Z", customer: { name: "Person 1" } }); // prettier-ignore
    expect(stdout).toBe(`${JSON.stringify(result, null, 2)}\n`);
    expect((await call(shop, ["orders.list", "--json"], 80)).stdout).toBe(`${JSON.stringify(result)}\n`);
  });

  test("a person at a terminal gets a table, and reads that there are more rows", async () => {
    await using shop = await openShop(folder);
    const { stdout } = await call(shop, ["orders.list"], 80);
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("id  state  total  created           customer.name  paid");
    expect(lines[2]).toMatch(/^o1 {2}open {4}10\.5 {2}2026-03-12 \d\d:30 {2}Person 1 {7}no$/);
    expect(stdout).toContain(
      "2 rows, and there are more. For all of them, add --all; for the next page,\ncursor=2\n",
    );
    expect((await call(shop, ["orders.list", "--table"])).stdout).toBe(stdout);
    const next = await call(shop, ["orders.list", "cursor=4"], 80);
    expect(next.stdout).toContain("\n1 row.\n");
  });

  test("--all reads every page, in each form", async () => {
    await using shop = await openShop(folder);
    expect((await call(shop, ["orders.list", "--all"], 80)).stdout).toContain("\n5 rows.\n");
    const { stdout } = await call(shop, ["orders.list", "--all", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ data: Array(5).fill(expect.any(Object)), meta: {} });
    const csv = await call(shop, ["orders.list", "--all", "--csv", "--fields", "id,customer.name"]);
    expect(csv.stdout).toBe("id,customer.name\r\no1,Person 1\r\no2,Person 2\r\no3,Person 3\r\no4,Person 4\r\no5,Person 5\r\n"); // prettier-ignore
  });

  test("--fields chooses fields, also inside of others, and says which no record has", async () => {
    await using shop = await openShop(folder);
    const { stdout } = await call(shop, ["orders.list", "--fields", "total,customer.name", "--json"]);
    expect(JSON.parse(stdout).data[0]).toEqual({ total: 10.5, "customer.name": "Person 1" });
    const { stdout: wrong } = await call(shop, ["orders.list", "--fields", "id,customer.nam"], 80);
    expect(wrong).toContain("Warning: No record has the field customer.nam.");
    const unknown = await call(shop, ["orders.list", "--fields", "totl"]);
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("did you mean total?")]);
  });

  test("a record has a line for each field", async () => {
    await using shop = await openShop(folder);
    const { stdout } = await call(shop, ["orders.get", "id=o3"], 80);
    expect(stdout).toMatch(
      /^id {13}o3\n.*\ntotal {10}31\.5\npaid {11}yes\ncreated .*\ncustomer\.name {2}Person 3\n/s,
    );
  });

  test("colors are for terminals, unless NO_COLOR or FORCE_COLOR says otherwise", async () => {
    await using shop = await openShop(folder);
    const colors = async (env: Record<string, string>, columns?: number) =>
      (await runHere(["call", shop.file, "orders.list", "--table"], { ...shop.env, ...env }, columns)).stdout.includes("\u001b["); // prettier-ignore
    expect(await colors({})).toBe(false);
    expect(await colors({ TERM: "xterm" }, 80)).toBe(true);
    expect(await colors({ NO_COLOR: "1", FORCE_COLOR: "1" }, 80)).toBe(false);
    expect(await colors({ TERM: "dumb" }, 80)).toBe(false);
    expect(await colors({ FORCE_COLOR: "1" })).toBe(true);
    expect(await colors({ FORCE_COLOR: "0" }, 80)).toBe(false);
  });

  test("a dry run shows what approvals show, and sends nothing", async () => {
    await using shop = await openShop(folder);
    const { stdout } = await call(shop, ["orders.cancel", "id=o1", "--dry-run"], 80);
    expect(stdout).toContain("Warning: this cannot be undone.\n");
    expect(stdout).toContain("This is a dry run: nothing was sent.\n");
    expect(shop.requests).toEqual([]);
  });

  test("the bytes of a file are not written to a terminal", async () => {
    const list = ["call", "slack", "files", "list", "types=images", "limit=1", "--sandbox", "--json"];
    const [file] = (JSON.parse((await runHere(list)).stdout) as { data: { id: string; name: string }[] })
      .data;
    const { code, stdout, stderr } = await runHere(["call", "slack", "files.download", `file=${file!.id}`, "--sandbox"], {}, 80); // prettier-ignore
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(`${file!.name} (`);
    expect(stderr).toContain("bytes) is not shown in a terminal.");
  });

  test("the command that undoes a write can be copied", async () => {
    const sandbox = await runHere(["call", "slack", "messages.create", "channel=#general", "text=Hi", "--sandbox"], {}, 80); // prettier-ignore
    expect(sandbox.stdout).not.toContain("To undo this");
  });
});

describe("policies", () => {
  test("--policy limits a call, as it limits the tools of mcp", async () => {
    await using shop = await openShop(folder);
    const policy = write("policy.json", { effects: ["read", "write"], exclude: ["orders.update"] });
    const refused = await call(shop, ["orders.cancel", "id=o1", "--yes", "--policy", policy]);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("policy_denied")]);
    const excluded = await call(shop, ["orders.update", "id=o1", "--policy", policy]);
    expect(excluded.code).toBe(3);
    expect(shop.requests).toEqual([]);
    expect((await call(shop, ["orders.get", "id=o1", "--policy", policy])).code).toBe(0);
    const wrong = await call(shop, [
      "orders.get",
      "id=o1",
      "--policy",
      write("wrong.json", { effect: ["read"] }),
    ]);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("effect")]);
  });

  test("--policy limits a sandbox too", async () => {
    const policy = write("only.json", { only: { channel: ["C07A1QW2ER3"] } });
    const post = (channel: string) =>
      runHere([
        "call",
        "slack",
        "messages.create",
        `channel=${channel}`,
        "text=Hi",
        "--sandbox",
        "--policy",
        policy,
      ]);
    expect((await post("C07A2RT4YU5")).code).toBe(3);
    expect((await post("C07A1QW2ER3")).code).toBe(0);
  });

  test("the caps of a policy let a call raise spending up to an amount", async () => {
    const raise = (budget: number, policy: string) =>
      runHere(["call", "amazon-ads", "sponsored_product_campaigns.update", "profileId=2381940675312846", `campaigns:=[{"campaignId":"144373194309380061","budget":{"budget":${budget}}}]`, "--sandbox", "--policy", policy]); // prettier-ignore
    const policy = write("caps.json", { caps: { max_daily_budget: { USD: 200 } } });
    expect((await raise(90, policy)).code).toBe(0);
    const over = await raise(900, policy);
    expect([over.code, over.stderr]).toEqual([3, expect.stringContaining("cap_exceeded")]);
  });
});
