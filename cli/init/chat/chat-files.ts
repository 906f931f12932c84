import type { Chosen } from "../connector-text.ts";
import type { ExampleCall } from "./example-calls.ts";
import { pageText } from "./page-text.ts";
import { serverText } from "./server-text.ts";

/** Returns the texts of the files that only a chat has, by name. */
export const chatFiles = (
  agent: string,
  { known: { title } }: Chosen,
  examples: readonly ExampleCall[],
): Record<string, string> => ({
  "agent.ts": agent,
  "server.ts": serverText,
  "page.html": pageText(
    title,
    examples.map(({ text }) => text),
  ),
  "main.ts": `import { agentTools } from "agent-connectors";
import { openConnector } from "./connector.ts";
import { startScriptedModel } from "./scripted-model.ts";
import { startServer } from "./server.ts";

if (!process.env.OPENAI_API_KEY) {
  console.error("A script stands in for the model, because OPENAI_API_KEY is not set.");
  await startScriptedModel();
}
// The tool can read and write. To raise spending, it needs the effect "spend" and caps.
const tools = await agentTools(await openConnector(), { effects: ["read", "write"] });
const { url } = await startServer(tools, Number(process.env.PORT ?? 0));
console.log(\`Open \${url}\`);
`,
  "scripted-model.ts": scriptedModelText(examples),
  "chat.test.ts": testText(examples),
});

const scriptedModelText = (
  examples: readonly ExampleCall[],
): string => `import { randomUUID } from "node:crypto";
import { LLMock } from "@copilotkit/aimock";

/** The requests that the script understands, and the call that it makes for each. */
const requests = ${JSON.stringify(examples, null, 2)};

/**
 * Starts a server on this computer that stands in for the model's provider, and leads the client of the model to it. The
 * script answers the newest message of the person: with a call and, when the call has ended, with its result. Returns a
 * function that stops the server.
 */
export async function startScriptedModel(): Promise<() => Promise<void>> {
  const provider = new LLMock({ port: 0, logLevel: "silent" });
  provider.on({ predicate: () => true }, ({ messages, tools }) => {
    const newest = messages.findLastIndex(({ role }) => role === "user");
    const result = messages.slice(newest + 1).findLast(({ role }) => role === "tool");
    if (result) return { content: inWords(String(result.content)) };
    const text = textOf(messages[newest]!.content).trim();
    const request = requests.find((one) => one.text === text);
    if (!request) {
      const known = requests.map((one) => \`"\${one.text}"\`).join(" and ");
      return { content: \`I am a script in place of a model. I understand only \${known}\` };
    }
    const name = tools![0]!.function.name;
    return { toolCalls: [{ id: \`call_\${randomUUID()}\`, name, arguments: JSON.stringify(request.call) }] };
  });
  await provider.start();
  Object.assign(process.env, { OPENAI_API_KEY: "a-made-up-key", OPENAI_BASE_URL: \`\${provider.url}/v1\` });
  return () => provider.stop();
}

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map((part) => (part as { text?: string }).text ?? "").join("") : String(content);

/** Says what a tool has returned. A result that is not JSON is the reason why the call did not run. */
function inWords(result: string): string {
  if (result === "The person has denied this call.") return "All right, I changed nothing.";
  if (!result.startsWith("{")) return \`I changed nothing. \${result}\`;
  const { data, error } = JSON.parse(result);
  if (error) return \`That did not work: \${error.message}\`;
  const rows = data?.rows ?? data;
  return Array.isArray(rows) ? \`I found \${rows.length}. "Result" above shows them.\` : "Done.";
}
`;

function testText([read, write]: readonly ExampleCall[]): string {
  const text = (one: ExampleCall) => JSON.stringify(one.text);
  const action = (one: ExampleCall) => JSON.stringify(one.call.action);
  const writes = write
    ? `
test("an approved call runs once", async () => {
  const { send, calls } = await open();
  const { approvalId, reason } = await askedAfter(send);
  assert.match(reason, /^Action: /);
  assert.deepEqual(calls, []);
  const { answer } = await send({ approvalId, approved: true });
  assert.equal(answer, "Done.");
  assert.equal((await send({ approvalId, approved: true })).status, 409);
  assert.deepEqual(calls, [${action(write)}]);
});

test("a denied call does not run, and the model says so", async () => {
  const { send, calls } = await open();
  const { approvalId } = await askedAfter(send);
  const { answer } = await send({ approvalId, approved: false });
  assert.equal(answer, "All right, I changed nothing.");
  // The newest message is answered, and not the call before.
  const { chunks } = await send({ text: ${text(read!)} });
  assert.ok(chunks.some(({ output }) => output?.data));
  assert.deepEqual(calls, [${action(read!)}]);
});
`
    : "";
  const asked = write
    ? `
/** Asks for a write, and returns the question of the page. */
async function askedAfter(send: Awaited<ReturnType<typeof open>>["send"]) {
  const { chunks } = await send({ text: ${text(write)} });
  return chunks.find(({ type }) => type === "tool-approval-request")!;
}
`
    : "";
  return `import assert from "node:assert/strict";
import { after, test } from "node:test";
import { agentTools } from "agent-connectors";
import { openTestConnector } from "./connector.ts";
import { startScriptedModel } from "./scripted-model.ts";
import { startServer } from "./server.ts";

after(await startScriptedModel());

/** Starts a server. \`send\` does what the page does, and \`calls\` has the actions that have run. */
async function open() {
  const calls: string[] = [];
  const { connector } = await openTestConnector(({ action, dryRun }) => {
    if (!dryRun) calls.push(action);
  });
  const { url, close } = await startServer(await agentTools(connector, { effects: ["read", "write"] }));
  after(close);
  const send = async (body: object) => {
    const headers = { origin: url, "content-type": "application/json" };
    const message = JSON.stringify({ id: "one", ...body });
    const response = await fetch(\`\${url}/messages\`, { method: "POST", headers, body: message });
    const lines = (await response.text()).split("\\n").filter((line) => line.startsWith("data: {"));
    const chunks = lines.map((line) => JSON.parse(line.slice("data: ".length)));
    return { status: response.status, chunks, answer: chunks.map(({ delta = "" }) => delta).join("") };
  };
  return { url, send, calls };
}
${asked}
test("the page is served, and the model reads data", async () => {
  const { url, send, calls } = await open();
  assert.match(await (await fetch(url)).text(), /<form>/);
  const { chunks } = await send({ text: ${text(read!)} });
  assert.ok(chunks.some(({ output }) => output?.data));
  assert.deepEqual(calls, [${action(read!)}]);
});
${writes}`;
}
