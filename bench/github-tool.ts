import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { importConnector } from "../src/import/index.ts";
import { type ConnectorFile, defineConnector } from "../src/index.ts";

// Measures the first call of `tool()` for a connector with 1,223 actions. The first process makes the connector file from
// GitHub's OpenAPI document. New processes read the file and make the tool.
// Run: node --conditions=agent-connectors-source bench/github-tool.ts [rounds]

const cached = process.env.GITHUB_FILE;
if (cached === undefined) {
  const document = fileURLToPath(new URL("../../shared/corpus/openapi/github.json", import.meta.url));
  if (!existsSync(document)) {
    console.log(`Skipped: there is no ${document}.`);
    process.exit();
  }
  const { file } = await importConnector(readFileSync(document, "utf8"), { name: "github" });
  const folder = mkdtempSync(join(tmpdir(), "github-tool-"));
  const path = join(folder, "github.json");
  writeFileSync(path, JSON.stringify(file));
  for (let round = 0; round < Number(process.argv[2] ?? 5); round++)
    execFileSync(process.execPath, [...process.execArgv, fileURLToPath(import.meta.url)], {
      env: { ...process.env, GITHUB_FILE: path },
      stdio: "inherit",
    });
  rmSync(folder, { recursive: true });
} else {
  const cpu = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const times: string[] = [];
  const measure = async <T>(what: string, run: () => T): Promise<Awaited<T>> => {
    const [start, startCpu] = [performance.now(), cpu()];
    const result = await run();
    times.push(`${what} ${(performance.now() - start).toFixed(0)} ms (CPU ${(cpu() - startCpu).toFixed(0)})`);
    return result;
  };
  const file = await measure("parse", () => JSON.parse(readFileSync(cached, "utf8")) as ConnectorFile);
  const connector = await measure("define", () => new (defineConnector(file))({ auth: {} }));
  const tool = await measure("first tool()", () => connector.tool());
  await measure("second tool()", () => connector.tool());
  const search = { entity: "connector", action: "search", params: { query: "create an issue" } };
  await measure("first search", () => tool.call(search));
  await measure("second search", () => tool.call(search));
  console.log(times.join(", "));
}
