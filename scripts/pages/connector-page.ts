import type { ActionFacts, ConnectorFacts } from "./connector-facts.ts";
import { proofLegend } from "./proof.ts";
import { scopeLegend, scopeTable } from "./scope-table.ts";

/** Returns the page with all entities and actions of a connector. `more` are sections at its end. */
export function connectorPage(facts: ConnectorFacts, ...more: string[]): string {
  const { name, title, entities } = facts;
  const sections = Object.entries(entities).map(([entity, actions]) => entitySection(entity, actions));
  return [
    `# ${title}: all entities and actions`,
    "",
    `For an introduction, see [${title}](${name}-guide.md).`,
    "",
    "| In a signature | Meaning |",
    "|---|---|",
    "| `name` | A required param. If a signature shows no type, the type is string |",
    "| `name?: int` | An optional param and its type |",
    `| \`…\` | Other optional params. \`npx agent-connectors describe ${name} <entity> <action>\` shows them |`,
    "",
    "Actions that list records also take `cursor` and `fields`, and usually `limit`. All other reads take `fields`, and all",
    "writes take `dry_run`. [Using a connector](usage.md#calls) explains these params and [the effects](usage.md#policy).",
    "",
    "A tool offers an action without a word in the column Offered by default. [Everyday actions](tools.md#everyday-actions)",
    "explains how a tool offers the others: on request, or only by name.",
    "",
    `Entities: ${Object.keys(entities)
      .map((entity) => `[${entity}](#${entity})`)
      .join(", ")}.`,
    "",
    ...legends(facts),
    [...sections, ...more].join("\n\n"),
    "",
    "<!-- npm run docs makes this page from the definitions. -->",
    "",
  ].join("\n");
}

/** Returns the tables that explain the credentials, the proofs and the scopes of a connector. */
export function legends({ auth, proofs, entities }: ConnectorFacts): string[] {
  const forms = Object.values(auth).map(
    (form) =>
      `| \`{ ${Object.keys(form).join(", ")} }\` | ${Object.values(form)
        .map((field) => field.description)
        .join(", ")} |`,
  );
  const actions = Object.values(entities).flatMap((all) => Object.values(all));
  return [
    "| `auth` | Meaning of the fields, in the same order |",
    "|---|---|",
    ...forms,
    "",
    ...proofLegend(
      proofs,
      actions.map(({ proof }) => proof),
    ),
    "",
    ...scopeLegend(Object.values(entities).map((all) => scopeTable(all).join("\n"))),
  ];
}

function entitySection(entity: string, actions: Readonly<Record<string, ActionFacts>>): string {
  const rows = Object.values(actions).map(
    ({ signature, effect, offered, description, proof, docs }) =>
      `| \`${signature.replaceAll("|", "\\|")}\` | ${effect} | ${offered} | ${description} | ${proof} | [docs](${docs[0]}) |`,
  );
  return [
    `## ${entity}`,
    "",
    "| Action | Effect | Offered | Description | Proof | Platform |",
    "|---|---|---|---|---|---|",
    ...rows,
    ...scopeTable(actions),
  ].join("\n");
}
