import { version } from "../../src/version.ts";
import { chatFiles } from "./chat/chat-files.ts";
import type { ExampleCall } from "./chat/example-calls.ts";
import { connectorText, hasSandbox, variablesOf, type Chosen } from "./connector-text.ts";
import { developmentPackages, type Framework, scriptedModelPackage } from "./frameworks.ts";
import type { ModelCall } from "./recording.ts";

/** The packages of a program: those that it needs to run, and those for its development. */
export function packagesOf({ packages, key }: Framework): [Record<string, string>, Record<string, string>] {
  const dependencies = { "agent-connectors": `^${version}`, ...packages };
  return [dependencies, { ...developmentPackages, ...(key === undefined ? {} : scriptedModelPackage) }];
}

/** The scripts of a program. */
export const scripts = {
  start: "node --env-file-if-exists=.env main.ts",
  test: "node --test",
  types: "tsc --noEmit",
} as const;

/** Older versions do not run TypeScript. */
const oldestNode = "22.18";

/** Returns a warning if this version of Node cannot run the written program. */
export function nodeWarning(version: string): string {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isEnough = major > 22 || (major === 22 && minor >= 18);
  return isEnough
    ? ""
    : `The program needs Node ${oldestNode} or later, and this is ${version}. Install a newer Node first.\n`;
}

/**
 * Returns the texts of a program's files, by name.
 * @param examples the calls of the script that stands in for the model. The first is the call that the program makes first
 */
export function programFiles(
  framework: Framework,
  chosen: Chosen,
  examples: readonly ExampleCall[],
): Record<string, string> {
  const { call } = examples[0]!;
  const [dependencies, devDependencies] = packagesOf(framework);
  return {
    "package.json": json({
      private: true,
      type: "module",
      engines: { node: `>=${oldestNode}` },
      scripts,
      dependencies,
      devDependencies,
    }),
    "tsconfig.json": json({
      compilerOptions: {
        target: "es2023",
        module: "nodenext",
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        allowImportingTsExtensions: true,
        erasableSyntaxOnly: true,
        types: ["node"],
      },
      include: ["*.ts"],
    }),
    ".env.example": environmentText(framework, chosen),
    "connector.ts": connectorText(chosen, framework.isChat),
    ...(framework.isChat
      ? chatFiles(framework.agent, chosen, examples)
      : framework.key === undefined
        ? mcpFiles(framework, chosen, call)
        : agentFiles(framework as Framework & { key: string }, chosen, examples[0]!)),
  };
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const environmentText = ({ key }: Framework, chosen: Chosen): string =>
  [
    `# Copy this file to .env, and fill it in. Git ignores .env.`,
    `# Without the credentials, the program uses ${standIn(chosen)}.`,
    ...variablesOf(chosen).map((name) => `${name}=`),
    ...(key === undefined ? [] : ["# Without the key, a script stands in for the model.", `${key}=`]),
    "",
  ].join("\n");

const standIn = (chosen: Chosen): string =>
  hasSandbox(chosen) ? `a sandbox of ${chosen.known.title}` : `the made-up answers in recording.json`;

export const promptFor = ({ entity, action }: ModelCall): string =>
  `Call the action ${action} of ${entity}, and say what it returns.`;

function agentFiles(
  { agent, key }: Framework & { key: string },
  chosen: Chosen,
  { text, call }: ExampleCall,
): Record<string, string> {
  return {
    "agent.ts": agent,
    "main.ts": `import { ask } from "./agent.ts";
import { openConnector } from "./connector.ts";
import { startScriptedModel } from "./scripted-model.ts";

const prompt = process.argv[2] ?? ${JSON.stringify(text)};
if (!process.env.${key}) console.error("A script stands in for the model, because ${key} is not set.");
const stop = process.env.${key} ? undefined : await startScriptedModel();
try {
  console.log(await ask(await openConnector(), prompt));
} finally {
  await stop?.();
}
`,
    "scripted-model.ts": `import { LLMock } from "@copilotkit/aimock";

/** The call of the script, as a model writes it. */
const firstCall: object = ${JSON.stringify(call)};

/**
 * Starts a server on this computer that stands in for the model's provider, and leads the client of the model to it. The
 * script makes one call, and answers with the result. Returns a function that stops the server.
 */
export async function startScriptedModel(call = firstCall): Promise<() => Promise<void>> {
  const provider = new LLMock({ port: 0 });
  provider.on({ predicate: () => true }, ({ messages, tools, model }) => {
    const result = messages.findLast(({ role }) => role === "tool");
    if (result) return { content: \`The tool returned: \${String(result.content)}\` };
    const name = tools![0]!.function.name;
    // Gemini ends a turn with STOP, and the provider has another default.
    const finish = model?.includes("gemini") ? { finishReason: "stop" } : {};
    return { toolCalls: [{ id: "call_1", name, arguments: JSON.stringify(call) }], ...finish };
  });
  await provider.start();
  Object.assign(process.env, {
    ${key}: "a-made-up-key",
    ${addressOf(key)},
  });
  return () => provider.stop();
}
`,
    "agent.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./agent.ts";
import { openTestConnector } from "./connector.ts";
import { startScriptedModel } from "./scripted-model.ts";

test("a call of the model reaches ${chosen.known.title}, and the model reads the data", async () => {
  const stop = await startScriptedModel();
  try {
    const { connector, requests } = await openTestConnector();
    const answer = await ask(connector, "Go");
    assert.match(answer, /"data"/);
    assert.ok(requests() > 0);
  } finally {
    await stop();
  }
});

test("a wrong call sends nothing, and the model reads what is allowed", async () => {
  const stop = await startScriptedModel({ entity: "nothing", action: "list", params: {} });
  try {
    const { connector, requests } = await openTestConnector();
    assert.match(await ask(connector, "Go"), /There is no entity|unknown_entity/);
    assert.equal(requests(), 0);
  } finally {
    await stop();
  }
});
`,
  };
}

const addressOf = (key: string): string =>
  ({
    OPENAI_API_KEY: "OPENAI_BASE_URL: `${provider.url}/v1`",
    ANTHROPIC_API_KEY: "ANTHROPIC_BASE_URL: provider.url",
    GEMINI_API_KEY: "GOOGLE_GEMINI_BASE_URL: provider.url",
  })[key]!;

function mcpFiles({ agent }: Framework, chosen: Chosen, call: ModelCall): Record<string, string> {
  const name = JSON.stringify(chosen.known.title.toLowerCase().replaceAll(" ", "-"));
  return {
    "server.ts": `import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { registerMcpTools } from "agent-connectors/mcp";
import { openConnector } from "./connector.ts";

const connector = await openConnector();
serveStdio(() => registerMcpTools(new McpServer({ name: ${name}, version: "1.0.0" }), connector));
`,
    "client.ts": agent,
    "main.ts": `import { callTool } from "./client.ts";

console.log(await callTool(${JSON.stringify(call)}, process.env));
`,
    "server.test.ts": `import assert from "node:assert/strict";
import { test } from "node:test";
import { callTool } from "./client.ts";

// The server gets no variables, so it uses no account.

test("a client reads data of ${chosen.known.title}", async () => {
  assert.match(await callTool(${JSON.stringify(call)}, {}), /"data"/);
});

test("a wrong call tells the client what is allowed", async () => {
  assert.match(await callTool({ entity: "nothing", action: "list" }, {}), /There is no entity|unknown_entity/);
});
`,
  };
}
