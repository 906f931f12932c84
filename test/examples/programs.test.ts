import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { Script } from "../../examples/agent/task.ts";
import { runNode } from "../run-node.ts";
import { environment, onSandbox } from "./environment.ts";
import { scriptedProvider } from "./provider.ts";
import { runPrograms } from "./run-programs.ts";

/** Returns the data of a tool result. Gemini gets the result in the field `output`. */
const read = (text: string) => {
  const result = JSON.parse(text);
  return (result.output ?? result).data;
};

function* lookAtGeneral(): Script {
  const { columns, rows } = read(yield { entity: "channels", action: "list", params: {} });
  const general = rows.find((row: unknown[]) => row[columns.indexOf("name")] === "general");
  const id = general[columns.indexOf("id")];
  const messages = read(yield { entity: "channel_messages", action: "list", params: { channel: id } });
  return `There are ${messages.rows.length} messages.`;
}

function* postInGeneral(): Script {
  const params = { channel: "#general", text: "Lunch is here." };
  const result: string = yield { entity: "messages", action: "create", params };
  return result.startsWith("{") ? "Posted." : "Not posted.";
}

/** The programs of the repository. `check:versions` copies only those whose packages it has installed. */
const files = [
  "function-calling",
  "function-calling-anthropic",
  "function-calling-gemini",
  "ai-sdk",
  "langchain",
  "langgraph",
]
  .map((name) => `examples/${name}.ts`)
  .filter((file) => existsSync(file));

test(`the programs run, and end by themselves: ${files.join(", ")}`, async () => {
  const { url, requests } = await scriptedProvider(lookAtGeneral);
  const programs = files.map((file) => ({ file, env: environment(url) }));
  const { code, outputs, stderr } = await runPrograms(programs, onSandbox);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const said = expect.stringMatching(/^There are \d+ messages\.\n$/) as unknown;
  expect(outputs).toEqual(files.map(() => said));
  expect(requests()).toBe(3 * files.length);
});

function* postTwice(): Script {
  const post = (text: string) => ({
    entity: "messages",
    action: "create",
    params: { channel: "#general", text },
  });
  const results: string[] = [yield post("First."), yield post("Second.")];
  return results.every((result) => result.startsWith("{")) ? "Posted both." : "Not posted.";
}

const approvals = ["examples/ai-sdk-approval.ts", "examples/langchain-approval.ts"].filter((file) =>
  existsSync(file),
);

test(`the programs ask before they write, and ask about each of two calls: ${approvals.join(", ")}`, async () => {
  const single = approvals.flatMap((file) => [
    { file, answers: ["y"], says: "Posted." },
    { file, answers: ["n"], says: "Not posted." },
  ]);
  const double = { file: "examples/ai-sdk-approval.ts", answers: ["y", "y"], says: "Posted both." };
  const programs = [...single, ...(approvals.includes(double.file) ? [double] : [])];
  // The AI SDK reads the address of the provider only once. Each program makes two requests.
  let asked = 0;
  const start = () => (asked++ < 2 * single.length ? postInGeneral() : postTwice());
  const { url, requests } = await scriptedProvider(start, { callsAtOnce: 2 });
  const runs = programs.map(({ file }) => ({ file, env: environment(url) }));
  const typed = programs.flatMap(({ answers }) => answers);
  const { code, outputs, stderr } = await runPrograms(runs, onSandbox, typed);
  expect([code, stderr]).toEqual([0, ""]);
  expect(outputs).toHaveLength(programs.length);
  for (const [index, { answers, says }] of programs.entries()) {
    const output = outputs[index]!;
    expect(output.split("(y/n)")).toHaveLength(answers.length + 1);
    expect(output).toContain("Where: #general (C07A1QW2ER3), 11 members");
    const texts = answers.length === 1 ? ["Lunch is here."] : ["First.", "Second."];
    for (const text of texts) expect(output).toContain(`Param text: "${text}"`);
    expect(output.endsWith(`${says}\n`)).toBe(true);
  }
  expect(requests()).toBe(2 * programs.length);
});

test("the route of examples/recipes/nextjs.ts sends the model the compact text of earlier calls", async () => {
  const { url, results } = await scriptedProvider(lookAtGeneral);
  const program = `
    const { POST } = await import("./examples/recipes/nextjs.ts");
    const { DefaultChatTransport, readUIMessageStream } = await import("ai");
    const fetch = (_, init) => POST(new Request("http://localhost/", init));
    const transport = new DefaultChatTransport({ fetch });
    const messages = [{ id: "1", role: "user", parts: [{ type: "text", text: "What is new?" }] }];
    const ask = async () => {
      const stream = await transport.sendMessages({ chatId: "1", trigger: "submit-message", messages });
      let last;
      for await (const message of readUIMessageStream({ stream })) last = message;
      messages.push(last);
      return last.parts.at(-1).text;
    };
    console.log(await ask());
    const [first] = messages[1].parts.filter(({ type }) => type === "tool-slack");
    console.log(JSON.stringify(first.output));
    messages.push({ id: "3", role: "user", parts: [{ type: "text", text: "And now?" }] });
    await ask();`;
  const args = [...onSandbox, "--input-type=module", "--eval", program];
  const { code, stdout, stderr } = await runNode(args, environment(url));
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const [said, output] = stdout.split("\n");
  expect(said).toMatch(/^There are \d+ messages\.$/);
  expect(JSON.parse(output!)).toHaveProperty("data.rows");
  expect(results()[0]).toBe(output);
});
