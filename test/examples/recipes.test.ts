import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { slackSandbox } from "agent-connectors/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { runNode } from "../run-node.ts";
import { environment, onSandbox } from "./environment.ts";
import { scriptedProvider } from "./provider.ts";
import { expectPrinted, recipeNames, recipePage } from "./recipe-page.ts";
import { runPrograms } from "./run-programs.ts";

// Runs the programs of docs/recipes/, which are in examples/recipes/, and compares what they print with their pages.

/** The recipes that need a service or a model, or that vitest runs. Other tests run them. */
const others = new Set(["connect-by-link", "nextjs", "python", "test-agent"]);
const alone = recipeNames.filter((name) => !others.has(name));

function emptyFolder(): string {
  const folder = mkdtempSync(`${tmpdir()}/recipes-`);
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("without credentials, the recipes print what their pages say, and write only after a yes", async () => {
  const folder = emptyFolder();
  const pages = alone.map((name) => recipePage(name));
  const run = ({ program }: { program: string }) => ({ file: program, env: {}, folder });
  // A second start in the same folder must print the same.
  const started = [...pages, ...pages];
  const programs = [...started, recipePage("ask-first"), recipePage("own-api")].map(run);
  const { code, outputs, stderr } = await runPrograms(programs, [], ["y", "y", "y", "y", "n", "n"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(outputs).toHaveLength(programs.length);
  for (const [index, { prints }] of started.entries()) expectPrinted(outputs[index]!, prints.join(""));
  expect(outputs.at(-2)).toContain("(y/n) The person said no.");
  expect(outputs.at(-1)).toMatch(/\(y\/n\) $/);
});

test("two starts of the weekly report post one message to the workspace of SLACK_TOKEN", async () => {
  const program = pathToFileURL(recipePage("weekly-report").program).href;
  const script = `
    process.chdir(${JSON.stringify(emptyFolder())});
    for (const start of [1, 2]) await import(${JSON.stringify(program)} + "?" + start);
    const headers = { authorization: "Bearer " + process.env.SLACK_TOKEN };
    const history = "https://slack.com/api/conversations.history?channel=C07B1AS2DF3";
    const { messages } = await (await fetch(history, { headers })).json();
    console.log(messages.filter(({ text }) => text.includes("Ads from")).length, "posted");`;
  const env = { SLACK_TOKEN: slackSandbox().tokens.bot, REPORT_CHANNEL: "#lunch" };
  const args = [...onSandbox, "--input-type=module", "--eval", script];
  const { code, stdout, stderr } = await runNode(args, env);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/\n1 posted\n$/);
});

test("the recipe for Next.js answers the request of its page with the events of its page", async () => {
  const { url } = await scriptedProvider(function* () {
    const { data } = JSON.parse(yield { entity: "channels", action: "list", params: {} });
    return `There are ${data.rows.length} channels.`;
  });
  const { program, prints } = recipePage("nextjs");
  const [, body] = /curl \S+ -d '(.+)'/.exec(readFileSync("docs/recipes/nextjs.md", "utf8"))!;
  const script = `
    const { POST } = await import("./${program}");
    const request = new Request("http://localhost/api/chat", { method: "POST", body: ${JSON.stringify(body)} });
    console.log((await (await POST(request)).text()).trimEnd());`;
  const { OPENAI_API_KEY = "", OPENAI_BASE_URL = "" } = environment(url);
  const args = ["--input-type=module", "--eval", script];
  const { code, stdout, stderr } = await runNode(args, { OPENAI_API_KEY, OPENAI_BASE_URL });
  expect([code, stderr]).toEqual([0, ""]);
  expectPrinted(stdout, prints[0]!);
});

test("vitest runs the recipe test-agent, and its page names the tests in it", () => {
  const { program, prints } = recipePage("test-agent");
  // The configuration of vitest includes examples/recipes/.
  expect(program).toMatch(/^examples\/recipes\/.+\.test\.ts$/);
  const names = [...readFileSync(program, "utf8").matchAll(/^test\("(.+)"/gm)].map(
    ([, name]) => `✓ ${name}\n`,
  );
  expect(prints).toEqual([names.join("")]);
});

test("the index of the recipes leads to each recipe once", () => {
  const links = [...readFileSync("docs/recipes/README.md", "utf8").matchAll(/\]\(([\w-]+)\.md\)/g)];
  expect(links.map(([, name]) => name!).toSorted()).toEqual(recipeNames);
});
