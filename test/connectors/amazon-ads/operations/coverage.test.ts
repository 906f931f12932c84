import { existsSync, readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { describe, expect, test } from "vitest";
import { coverage, reasons } from "../../../../scripts/pages/amazon-ads-coverage.ts";
import { operations } from "../../../../src/connectors/amazon-ads/operations/index.ts";
import { auth } from "../bench.ts";

const facts = new URL("../../../../../shared/facts/", import.meta.url);
const rows = await coverage();

test("every operation has an action, or a reason for having no action", () => {
  expect(rows).toHaveLength(447);
  for (const { name, actions, reason } of rows)
    expect(reason, name).toBeOneOf(actions.length > 0 ? [""] : Object.keys(reasons));
});

test("every operation of the connector belongs to an action and to a row", () => {
  const key = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;
  const known = new Set(
    rows.filter(({ actions }) => actions.length > 0).map(({ method, path }) => key(method, path)),
  );
  for (const [name, { method, path }] of Object.entries(operations))
    expect([...known], name).toContain(key(method, path));
});

test("no action pays, administers users or returns a credential", () => {
  const paths = Object.values(operations).map(({ path }) => path);
  expect(
    paths.filter((path) => /pay|billingProfile|managerAccounts\/|invitation|termsToken|auth\/o2/i.test(path)),
  ).toEqual([]);
});

describe.skipIf(!existsSync(facts))("compared with the facts from Amazon's specs", () => {
  test("the page has the same operations as the facts", () => {
    const all = ["amazon-ads-operations.json", "amazon-ads-operations-2026.json"].flatMap(
      (name) => JSON.parse(readFileSync(new URL(name, facts), "utf8")) as { http: string; path: string }[],
    );
    const nameOf = (method: string, path: string) => `${method} ${path.startsWith("{url") ? "{url}" : path}`;
    const names = rows.map(({ method, path }) => nameOf(method, path));
    // The last rows are from specifications that the facts lack: the library of assets, managers and Stores.
    expect(names.slice(0, all.length)).toEqual(all.map(({ http, path }) => nameOf(http, path)));
    expect(names.slice(all.length)).toHaveLength(12);
  });
});

describe("the tool's cost", () => {
  const fourteen = [
    "profiles.list",
    "profiles.get",
    "portfolios.list",
    "portfolios.get",
    "sponsored_product_campaigns.list",
    "sponsored_product_campaigns.get",
    "sponsored_product_ad_groups.list",
    "sponsored_product_keywords.list",
    "sponsored_product_product_ads.list",
    "sponsored_product_targets.list",
    "sponsored_product_negative_keywords.list",
    "sponsored_product_negative_targets.list",
    "sponsored_brands_campaigns.list",
    "sponsored_brands_ad_groups.list",
  ];
  const cost = async (options: Parameters<AmazonAdsConnector["tool"]>[0]) => {
    const {
      name,
      description,
      inputSchema: parameters,
    } = await new AmazonAdsConnector({ auth }).tool(options);
    return encode(JSON.stringify({ name, description, parameters })).length;
  };

  test("at most 1,500 tokens with all effects", async () => {
    expect(await cost({ effects: ["read", "write", "spend", "destructive"] })).toBeLessThanOrEqual(1500);
  });

  test("at most 400 tokens for 14 common operations", async () => {
    expect(await cost({ include: fourteen })).toBeLessThanOrEqual(400);
  });

  test.each([
    ["sponsored_product_campaigns", "list", 400],
    ["sponsored_product_campaigns", "update", 520],
    ["sponsored_product_keywords", "create", 350],
  ])("the description of %s.%s has at most %i tokens", async (entity, action, most) => {
    const tool = await new AmazonAdsConnector({ auth }).tool({ effects: ["read", "write", "spend"] });
    const { text } = await tool.call({ entity, action: "describe", params: { action } });
    expect(JSON.parse(text)).toMatchObject({ [entity]: { [action]: { params: { type: "object" } } } });
    expect(encode(text).length).toBeLessThanOrEqual(most);
  });

  test("by default, the tool only reads", async () => {
    expect((await new AmazonAdsConnector({ auth }).tool()).effects).toEqual(["read"]);
  });
});
