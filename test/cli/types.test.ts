import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileTypes } from "../compile-types.ts";
import { runHere } from "./run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "types-"));
const file = join(folder, "shop.connector.json");
writeFileSync(
  file,
  JSON.stringify({
    format: 1,
    name: "gift-shop",
    title: "Gift Shop",
    endpoint: "https://shop.example",
    auth: { key: { api_key: { description: "key" } } },
    schemes: { key: { kind: "bearer", token: "{api_key}" } },
    operations: {
      "orders.list": { method: "GET", path: "/orders", paging: { kind: "link", limit: "size", default: 10, max: 50 }, docs: "https://shop.example/orders" }, // prettier-ignore
      "orders.cancel": { method: "DELETE", path: "/orders/{id}", docs: "https://shop.example/cancel" },
    },
    actions: {
      orders: {
        list: {
          description: "List orders, such as of @ana.",
          effect: "read",
          paginated: true,
          params: {
            type: "object",
            properties: { state: { enum: ["open", "sent"], description: "only orders in this state" } },
          },
          result: {
            type: "object",
            properties: {
              id: { type: "string", description: "the number of the order" },
              total: { type: "number" },
            },
            required: ["id"],
          },
          calls: "orders.list",
          example: { state: "open" },
        },
        cancel: {
          description: "Cancel an order.",
          effect: "destructive",
          params: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
          calls: "orders.cancel",
          example: { id: "o1" },
        },
      },
    },
  }),
);

test("the declarations of a connector file type the calls of the connector", async () => {
  const { code, stdout } = await runHere(["types", file]);
  expect(code).toBe(0);
  const lines = [
    "/** only orders in this state */",
    "/** the number of the order */",
    "* List orders, such as of `@ana`.",
    '* @example connector.orders.list({ state: "open" })',
    "* @see https://shop.example/orders",
    "/** Items on this page; 10 by default. */",
  ];
  for (const line of lines) expect(stdout).toContain(`  ${line}\n`.replace(/^ {2}\*/, "   *"));
  const use = `
    import type { GiftShopConnector, Order } from "./shop.ts";
    declare const shop: GiftShopConnector;
    const { data } = await shop.orders.list({ state: "open", limit: 5 });
    export const first: Order | undefined = data[0];
    const { data: preview } = await shop.execute("orders", "cancel", { id: "o1", dry_run: true });
    export const planned: string = preview.entity;
    // @ts-expect-error no such state
    void shop.orders.list({ state: "lost" });
    // @ts-expect-error id is missing
    void shop.execute("orders", "cancel", {});
    // @ts-expect-error an order has no name
    void data[0]?.name;`;
  expect(await compileTypes({ "shop.ts": stdout, "use.ts": use })).toEqual([]);
});

test("only the chosen actions are declared", async () => {
  const { stdout } = await runHere(["types", file, "--include", "orders.cancel"]);
  expect(stdout).toContain("readonly cancel: Action<OrderCancelParams, unknown, false>;");
  expect(stdout).not.toContain("list");
  const reads = await runHere(["types", file, "--effects", "read"]);
  expect(reads.stdout).toContain("readonly list: Action<");
  expect(reads.stdout).not.toContain("cancel");
});

test("--code prints the text of typescript()", async () => {
  const { stdout } = await runHere(["types", file, "--code"]);
  expect(stdout).toContain("declare namespace giftShop {\n");
  expect(stdout).toContain('    list(params?: Page & { state?: "open" | "sent" }): Result<{ id: string; total?: number }[]>;\n'); // prettier-ignore
  expect(stdout).not.toContain("cancel");
  const short = await runHere([
    "types",
    "slack",
    "--code",
    "--include",
    "channels,users",
    "--budget",
    "1500",
  ]);
  expect(short.code).toBe(0);
  expect(short.stdout.length).toBeLessThanOrEqual(1501);
});

test.each([
  [["types", "slak"], /^config_error: slak cannot be read \(ENOENT\)/],
  [["types", file, "--include", "orders.send"], /^config_error: .*"orders.send" matches no action/],
  [["types", file, "--code", "--budget", "few"], /Pass a number of characters/],
] as const)("%j fails", async (args, message) => {
  const { code, stderr } = await runHere(args as unknown as string[]).catch((error: Error) => ({
    code: 1,
    stderr: error.message,
  }));
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});

test("a printed definition has no code, so it has no types", async () => {
  const path = join(folder, "printed.json");
  writeFileSync(path, (await runHere(["definition", "print", file])).stdout);
  const { code, stderr } = await runHere(["types", path]);
  expect(code).toBe(2);
  expect(stderr).toContain("is only the printed definition of a connector");
});
