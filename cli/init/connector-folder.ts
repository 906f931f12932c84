import { fileText } from "../../src/import/file-text.ts";
import type { Imported } from "../../src/import/index.ts";

interface Origin {
  /** The path or the address of the API description. */
  source: string;
  server: string | undefined;
}

/** Returns the texts of the files for a new connector, by name. */
export function connectorFolder(imported: Imported, origin: Origin): Record<string, string> {
  const { file } = imported;
  return {
    [`${file.name}.connector.json`]: fileText(file),
    "overlay.yaml": overlayText(imported),
    [`${file.name}.test.mjs`]: testText(imported),
    "README.md": pageText(imported, origin),
  };
}

/** Each action with what a person should look at, as lines that begin with `#`. */
function overlayText({ file: { title }, report: { guesses } }: Imported): string {
  const byAction = new Map<string, string[]>();
  for (const { action = "", says } of guesses) byAction.set(action, [...(byAction.get(action) ?? []), says]);
  const general = byAction.get("") ?? [];
  byAction.delete("");
  return [
    "# What you change in the connector. After a change, make the connector file again: see README.md.",
    `title: ${JSON.stringify(title)}`,
    "",
    "# The actions that a tool offers by default: those that people need every day.",
    "# everyday: [notes.list, notes.search]",
    "# Words that people use, and the platform's words for the same thing.",
    "# synonyms: { memo: [note] }",
    "# What does not become an action.",
    '# hide: ["DELETE *", "admin.*"]',
    ...(general.length > 0 ? ["", "# Look at:", ...general.map((says) => `# - ${says}`)] : []),
    "",
    "# Names, effects, pages, texts and scopes of actions. An effect here can also be weaker than the guess.",
    byAction.size === 0 ? "actions: {}" : "actions:",
    ...[...byAction].flatMap(([action, all]) => [...all.map((says) => `  # ${says}`), `  ${action}: {}`]),
    "",
  ].join("\n");
}

/** The settings that have no default, with made-up values. */
const settingsOf = ({ file: { config = {} } }: Imported): string[] =>
  Object.entries(config).flatMap(([name, field]) => ("default" in field ? [] : [name]));

function testText(imported: Imported): string {
  const { file, report } = imported;
  const settings = settingsOf(imported).map((name) => `${name}: "test"`);
  const changes = Object.entries(file.actions).flatMap(
    ([entity, all]) =>
    Object.entries(all).filter(([, { effect }]) => effect !== "read").map(([action, { effect }]) => `${entity}.${action}: ${String(effect)}`), // prettier-ignore
  );
  return `import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { testConnector } from "agent-connectors/testing";

const file = JSON.parse(readFileSync(new URL("${file.name}.connector.json", import.meta.url), "utf8"));
const actions = Object.entries(file.actions).flatMap(([entity, all]) =>
  Object.entries(all).map(([action, { effect }]) => ({ name: \`\${entity}.\${action}\`, effect })),
);

test("every action sends what its data say, and no default", async () => {
  const policy = { effects: ["read", "write", "spend", "destructive"], include: actions.map(({ name }) => name) };
  const report = await testConnector(file, { policy${settings.length > 0 ? `, config: { ${settings.join(", ")} }` : ""} });
  assert.equal(report.actions, ${report.actions});
});

// Effects decide what an agent may do. Read them before you allow more than reads.
test("the effects are those that a person has read", () => {
  const changes = actions.filter(({ effect }) => effect !== "read").map(({ name, effect }) => \`\${name}: \${effect}\`);
  assert.deepEqual(changes, [
${changes.map((one) => `    "${one}",\n`).join("")}  ]);
});
`;
}

function pageText(imported: Imported, { source, server }: Origin): string {
  const { file, report } = imported;
  const { name, title, auth, actions } = file;
  const path = `${name}.connector.json`;
  const prefix = name.toUpperCase().replaceAll("-", "_");
  const [form = {}] = Object.values(auth);
  const variables = Object.keys(form).map((field) => `${prefix}_${field.toUpperCase()}`);
  const settings = settingsOf(imported);
  const needed = [...variables, ...settings.map((setting) => `${prefix}_${setting.toUpperCase()}`)];
  const config = settings.map((setting) => ` --config ${setting}=test`).join("");
  const fields = Object.keys(form).map((field, index) => `${field}: process.env.${variables[index]}`);
  const again = ["npx agent-connectors import", source, `--name ${name}`, ...(server === undefined ? [] : [`--server ${server}`]), `--overlay overlay.yaml -o ${path}`].join(" "); // prettier-ignore
  const rows = Object.entries(actions).flatMap(
    ([entity, all]) =>
    Object.entries(all).map(([action, { description, effect }]) => `| \`${entity}.${action}\` | ${effect} | ${description.replaceAll("|", "\\|")} |`), // prettier-ignore
  );
  return `# ${title} for agents

A connector for ${title}, made from its API description. Nobody has checked its actions, so its tools only read until you
allow more. Requests go to ${report.origins.join(", ")}.

## Make it again

Write your changes into \`overlay.yaml\`. Then run:

\`\`\`sh
${again}
npx agent-connectors definition check ${path}${config}
node --test
\`\`\`

## Use it

${needed.length === 0 ? "The platform needs no credentials." : `Set ${needed.map((one) => `\`${one}\``).join(", ")}.`}

\`\`\`sh
npx agent-connectors describe ./${path}
npx agent-connectors mcp ./${path}
npx agent-connectors-service --connectors .
\`\`\`

In a program:

\`\`\`js
import { readFileSync } from "node:fs";
import { defineConnector } from "agent-connectors";
import { aiSdkTools } from "agent-connectors/ai-sdk";

const Connector = defineConnector(JSON.parse(readFileSync("${path}", "utf8")));
const connector = new Connector({ auth: { ${fields.join(", ")} }${settings.length > 0 ? `, config: { ${settings.map((setting) => `${setting}: "..."`).join(", ")} }` : ""} });
const tools = await aiSdkTools(connector);
\`\`\`

## Actions

| Action | Effect | What it does |
|---|---|---|
${rows.join("\n")}
`;
}
