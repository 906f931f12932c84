import { readFileSync } from "node:fs";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import * as definitions from "../src/connectors/amazon-ads/entities/index.ts";
import { operations } from "../src/connectors/amazon-ads/operations/index.ts";

/** Amazon's operations, one a line: name, method, path, and for one that is not done the reason. */
const operationsOfAmazon = readFileSync(new URL("amazon-ads-operations.txt", import.meta.url), "utf8");

export const reasons: Readonly<Record<string, string>> = {
  shutoff: "shut off by Amazon; done as the list with the id as its filter",
  token: "internal: answers a credential, so it is no action",
  second: "second release",
  creative: "second release: ads of each format need assets and creative rules of their own",
  rules: "second release: budget rules",
  v1: "second release: version 1 of the API, one model for all products",
  dsp: "second release: Amazon DSP has an access grant of its own",
  admin: "user and account administration is not exposed",
  statement: "second release: billing statements",
};

interface Row {
  name: string;
  method: string;
  path: string;
  reason: string;
  /** The actions that send it. */
  actions: string[];
}

/** Every row, with the actions that send its operation. */
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

/** Names in braces differ. */
const keyOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;

export async function coveragePage(): Promise<string> {
  const rows = await coverage();
  const done = rows.filter(({ actions }) => actions.length > 0);
  return [
    "# Amazon Ads: what is covered",
    "",
    "Made from the definitions by `npm run docs`.",
    `Of ${rows.length} operations that Amazon documents for these families, ${done.length} are done.`,
    "Payments, user administration and anything that answers a credential are never exposed.",
    "",
    "| Operation | Request | Action, or why not |",
    "|---|---|---|",
    ...rows.map(({ name, method, path, reason, actions }) => {
      const told =
        actions.length > 0
          ? actions.map((action) => `\`${action}\``).join(", ")
          : (reasons[reason] ?? reason);
      return `| ${name} | \`${method} ${path}\` | ${told} |`;
    }),
    "",
  ].join("\n");
}
