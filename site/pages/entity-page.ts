import type { ActionFacts, ConnectorFacts } from "../../scripts/pages/connector-facts.ts";
import { legends } from "../../scripts/pages/connector-page.ts";
import { scopeTable } from "../../scripts/pages/scope-table.ts";
import { paramRows } from "../../src/core/schema/param-rows.ts";
import { describeType } from "../../src/core/schema/signature.ts";
import { literal, variableOf } from "../playground/call-texts.ts";
import { playables } from "../playground/index.ts";

type Actions = ConnectorFacts["entities"][string];

const offers = { "": "by default", "on request": "on request", "by name": "only by name" } as const;

/** Returns the page of a connector, which lists its entities and actions. `more` are sections at its end. */
export function overviewPage(facts: ConnectorFacts, ...more: string[]): string {
  const { name, title, entities } = facts;
  const sections = Object.entries(entities).map(([entity, actions]) =>
    [`## ${entity}`, "", ...actionList(actions, `${name}/${entity}.md`)].join("\n"),
  );
  const count = Object.values(entities).flatMap((actions) => Object.keys(actions)).length;
  return [
    `# ${title}: all entities and actions`,
    "",
    `${count} actions of ${Object.keys(entities).length} entities. Each entity has a page with the params, results, scopes and examples of its`,
    `actions. For an introduction, see [${title}](${name}-guide.md).`,
    "",
    `Entities: ${Object.keys(entities)
      .map((entity) => `[${entity}](${name}/${entity}.md)`)
      .join(", ")}.`,
    "",
    ...legends(facts),
    [...sections, ...more].join("\n\n"),
    "",
  ].join("\n");
}

/** Returns the page of an entity. */
export function entityPage(facts: ConnectorFacts, entity: string): string {
  const actions = facts.entities[entity]!;
  const { name, title } = facts;
  const scopes = scopeTable(actions);
  return [
    `# ${title}: ${entity}`,
    "",
    `All entities: [${title}](../${name}.md). Introduction: [${title} guide](../${name}-guide.md).`,
    "",
    ...actionList(actions, ""),
    "",
    ...Object.entries(actions).flatMap(([action, one]) => actionSection(name, entity, action, one)),
    ...(scopes.length === 0 ? [] : ["## Scopes", ...scopes, ""]),
  ].join("\n");
}

const actionList = (actions: Actions, page: string): string[] => [
  "| Action | Effect | Offered to a tool | Description |",
  "|---|---|---|---|",
  ...Object.entries(actions).map(
    ([action, { effect, offered, description }]) =>
      `| [${action}](${page}#${action}) | ${effect} | ${offers[offered]} | ${cell(description)} |`,
  ),
];

function actionSection(connector: string, entity: string, action: string, facts: ActionFacts): string[] {
  const { description, effect, offered, proof, rateLimit, docs, params, example } = facts;
  const call = `${variableOf(connector)}.execute("${entity}", "${action}", ${literal(example)})`;
  return [
    `## ${action}`,
    "",
    cell(description),
    "",
    "```ts",
    `const { data } = await ${call};`,
    "```",
    "",
    ...tryIt(connector, `${entity}.${action}`),
    "| Effect | Offered to a tool | Proof | Rate limit | Documentation of the platform |",
    "|---|---|---|---|---|",
    `| [${effect}](../usage.md#policy) | [${offers[offered]}](../tools.md#everyday-actions) | ${proof} | ${rateLimit} | ${docs.map((link) => `[${link.split("/").at(-1)}](${link})`).join(", ")} |`,
    "",
    ...paramsTable(params),
    ...choices("at least one", facts.anyOf),
    ...choices("exactly one", facts.oneOf),
    ...resultTable(facts),
  ];
}

/** The link to the playground, if the connector has a sandbox. */
const tryIt = (connector: string, action: string): string[] =>
  Object.hasOwn(playables, connector) ? [`<TryIt call="${connector}.${action}">Try it</TryIt>`, ""] : [];

function paramsTable(params: ActionFacts["params"]): string[] {
  const rows = paramRows(params).map(({ name, depth, required, type, byDefault, meaning }) => [
    nested(depth, name),
    required ? "yes" : "",
    cell(type),
    byDefault && `\`${escapePipes(byDefault)}\``,
    cell(meaning),
  ]);
  return table(["Param", "Needed", "Type and limits", "Default", "Meaning"], rows);
}

const choices = (how: string, sets: ActionFacts["anyOf"]): string[] =>
  sets === undefined
    ? []
    : [
        `A call needs ${how} of ${sets
          .map((set) =>
            [set]
              .flat()
              .map((name) => `\`${name}\``)
              .join(" with "),
          )
          .join(", ")}.`,
        "",
      ];

function resultTable({ result, fields, paginated }: ActionFacts): string[] {
  const record = result?.items ?? result;
  const rows = record === undefined ? [] : paramRows(record);
  const others = fields.filter((field) => !rows.some(({ name, depth }) => depth === 0 && name === field));
  return [
    paginated
      ? "`data` is one page of a list. Each item has these fields:"
      : rows.length + others.length > 0
        ? `\`data\` is ${result?.items ? "a list of records" : "a record"} with these fields:`
        : `\`data\` is ${result === undefined ? "what the platform returns" : cell(describeType(result))}.`,
    "",
    ...table(
      ["Field", "Type", "Meaning"],
      rows.map(({ name, depth, type, meaning }) => [nested(depth, name), cell(type), cell(meaning)]),
    ),
    ...(others.length > 0
      ? [`${rows.length > 0 ? "And: " : ""}${others.map((field) => `\`${field}\``).join(", ")}.`, ""]
      : []),
  ];
}

/** Returns a table without its empty columns. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const used = heads.map((_, at) => at).filter((at) => rows.some((row) => row[at] !== ""));
  const line = (cells: readonly string[]) => `| ${used.map((at) => cells[at]).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line), ""];
}

const nested = (depth: number, name: string) => `${"&emsp;".repeat(depth)}\`${escapePipes(name)}\``;

const escapePipes = (text: string) => text.replaceAll("|", "\\|");

/** Escapes what a table, HTML or VitePress would read as its own. Code stays, except for the borders of a table. */
const cell = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith("`")
        ? part
        : part
            .replaceAll("&", "&amp;")
            .replaceAll("<", "&lt;")
            .replaceAll("{{", "&#123;&#123;")
            .replaceAll(/(?<!\\)([*_[\]])/g, "\\$1"),
    )
    .map(escapePipes)
    .join("")
    .replaceAll(/\s*\n\s*/g, " ");
