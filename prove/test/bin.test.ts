import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { runNode } from "../../test/run-node.ts";

const run = (...options: string[]) => runNode(["prove/src/bin.ts", ...options]);

test.each([
  [["--only", "rails"], "there is no framework rails. Use ai-sdk, langchain"],
  [["--without", "luck"], "there is no defence luck. Use one of once, approval"],
  [["--tries", "0"], "--tries must be a whole number from 1 to 100."],
  [["--tires", "1"], "--tires"],
])("%j is refused, and the error says what is allowed", async (options, error) => {
  const { code, stdout, stderr } = await run(...options);
  expect([code, stdout, stderr]).toEqual([1, "", expect.stringContaining(error)]);
  expect(stderr).not.toMatch(/\n\s+at /);
});

test("--help names the options", async () => {
  const { code, stdout } = await run("--help");
  expect([code, stdout]).toEqual([0, expect.stringContaining("--without DEFENCE")]);
});

test("the exit code is 0 if agent-connectors has no failure, and no framework sends traces", async () => {
  const traced: unknown[] = [];
  const server = createServer((request, response) => {
    traced.push(request.url);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    LANGSMITH_TRACING: "true",
    LANGSMITH_API_KEY: "key",
    LANGSMITH_ENDPOINT: `http://127.0.0.1:${port}`,
  };
  const { code, stdout } = await runNode(["prove/src/bin.ts", "--only", "langchain", "--tries", "1"], env);
  server.close();
  expect(stdout).toMatch(/^LangChain 1\./m);
  expect(stdout).toContain("Failures: 9 with the plain tool, 0 with agent-connectors.");
  expect([code, traced]).toEqual([0, []]);
});

test("the exit code is 1 without a defence, and --json has the numbers", async () => {
  const { code, stdout } = await run("--only", "ai-sdk", "--tries", "1", "--without", "redaction", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ without: "redaction", failures: { plain: 7, ours: 1 } });
  expect(code).toBe(1);
});
