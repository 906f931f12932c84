import { readFileSync } from "node:fs";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import * as definitions from "../src/connectors/amazon-ads/entities/index.ts";
import { operations } from "../src/connectors/amazon-ads/operations/index.ts";

/** One operation per line: the name, the method, the path and, if the operation is not supported, the reason. */
const operationsOfAmazon = readFileSync(new URL("amazon-ads-operations.txt", import.meta.url), "utf8");

export const reasons: Readonly<Record<string, string>> = {
  shutoff:
    "Amazon has shut this operation down. The connector gets one record with the list operation, and uses reports of version 3 and exports",
  token: "Returns a credential. The connector uses this operation to get access tokens, but no action does",
  second: "Not supported yet",
  creative: "Not supported yet. Each ad format has its own assets and creative rules",
  batch: "The connector archives with an update, because an update accepts several records",
  optimization: "Not supported yet. Such a rule lets Amazon change bids or budgets by itself",
  single: "The list operation, or the operation without extended fields, returns the same record",
  older: "The connector uses the newer operation with the same path",
  many: "The connector uses the operation for one campaign",
  inbox: "Not supported yet. The connector uses the recommendations of each advertising product",
  migration: "Not supported. This operation moves old campaigns once",
  v1: "Amazon's new unified API, which has one data model for all advertising products, is not supported yet",
  dsp: "Not supported yet. Amazon DSP needs a separate access grant",
  admin: "The connector does not administer users and accounts",
  statement: "Billing statements are not supported yet",
  billing: "The connector does not pay, and does not change payment methods or budgets of accounts",
  tv: "Not supported yet. Sponsored TV has separate campaigns, ads and creatives",
};

interface Row {
  name: string;
  method: string;
  path: string;
  reason: string;
  actions: string[];
}

export async function coverage(): Promise<Row[]> {
  const { entities } = await AmazonAdsConnector.describe();
  const modules: Record<string, Record<string, { calls: string | readonly string[] }>> = definitions;
  const senders = new Map<string, string[]>();
  for (const [entity, actions] of Object.entries(entities))
    for (const action of Object.keys(actions))
      for (const call of [modules[entity]![action]!.calls].flat()) {
        const { method, path } = operations[call as string]!;
        const key = keyOf(method, path);
        senders.set(key, [...(senders.get(key) ?? []), `${entity}.${action}`]);
      }
  return operationsOfAmazon
    .trim()
    .split("\n")
    .map((line) => {
      const [name = "", method = "", path = "", reason = ""] = line.split(" ");
      return { name, method, path, reason, actions: senders.get(keyOf(method, path)) ?? [] };
    });
}

/** Amazon and this connector use different names for path params. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;

export async function coveragePage(): Promise<string> {
  const rows = await coverage();
  const done = rows.filter(({ actions }) => actions.length > 0);
  return [
    "# Coverage of Amazon Ads' operations",
    "",
    `This page lists ${rows.length} operations of Amazon's specifications. Actions of the connector use ${done.length} of them.`,
    "The connector has no actions for payments or user administration, and no actions that return a credential.",
    "",
    "| Operation | Request | Actions that use the operation, or the reason why no action uses it |",
    "|---|---|---|",
    ...rows.map(({ name, method, path, reason, actions }) => {
      const action =
        actions.length > 0
          ? [...new Set(actions)].map((one) => `\`${one}\``).join(", ")
          : (reasons[reason] ?? reason);
      return `| ${name} | \`${method} ${path}\` | ${action} |`;
    }),
    "",
    "<!-- npm run docs makes this page from the definitions. -->",
    "",
  ].join("\n");
}
