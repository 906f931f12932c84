import { readFileSync } from "node:fs";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import * as definitions from "../../src/connectors/amazon-ads/entities/index.ts";
import { operations } from "../../src/connectors/amazon-ads/operations/index.ts";

/** One operation per line: the name, the method, the path and, if the operation is not supported, the reason. */
const operationsOfAmazon = readFileSync(new URL("amazon-ads-operations.txt", import.meta.url), "utf8");

export const reasons: Readonly<Record<string, string>> = {
  shutoff:
    "Amazon has shut these operations down. The connector uses lists, reports of version 3 and exports instead",
  token:
    "Returns a credential. The connector uses this operation to get access tokens, but has no action for it",
  second: "Not supported yet",
  library: "The connector uses the newer library of images and videos",
  batch: "The connector archives records with an update, which accepts several records",
  optimization: "Not supported yet. With such a rule, Amazon changes bids or budgets by itself",
  single: "Another operation returns the same record",
  older: "The connector uses the newer operation with the same path",
  many: "The connector uses the operation for one campaign",
  alone: "The connector registers each file as soon as it is uploaded, and returns its asset",
  inbox: "Not supported yet. The connector uses the recommendations of each advertising product",
  migration: "Not supported. These operations move old campaigns once",
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
  const leftOut = rows.filter(({ actions }) => actions.length === 0);
  const requestOf = ({ method, path }: Row) => `\`${method} ${path}\``;
  return [
    "# Coverage of Amazon Ads' operations",
    "",
    `The actions of the connector use ${done.length} of ${rows.length} operations of Amazon's specifications.`,
    "",
    "## Operations that are used",
    "",
    "| Request | Actions |",
    "|---|---|",
    ...[...Map.groupBy(done, requestOf)].map(([request, same]) => {
      const actions = new Set(same.flatMap((row) => row.actions));
      return `| ${request} | ${[...actions].map((one) => `\`${one}\``).join(", ")} |`;
    }),
    "",
    "## Operations that are left out",
    "",
    "| Reason | Requests |",
    "|---|---|",
    ...[...Map.groupBy(leftOut, ({ reason }) => reasons[reason] ?? reason)].map(
      ([why, same]) => `| ${why} | ${[...new Set(same.map(requestOf))].join(", ")} |`,
    ),
    "",
    "<!-- npm run docs makes this page from the definitions. -->",
    "",
  ].join("\n");
}
