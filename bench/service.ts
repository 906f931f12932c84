import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";

// Starts the service with --sandbox in an empty directory. Measures the time until the first result of an action, and
// the resident memory one second later. The limits are 2 s and 150 MB. Run on Linux: node bench/service.ts

const rounds = 5;
const results: { ms: number; mb: number }[] = [];
for (let round = 0; round < rounds; round++) {
  const dataDir = mkdtempSync(`${tmpdir()}/agent-connectors-bench-`);
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      "--max-semi-space-size=4",
      "--conditions=agent-connectors-source",
      "service/src/bin.ts",
      "--sandbox",
      `--data-dir=${dataDir}`,
      "--port=0",
      "--metrics-port=0",
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const url = await new Promise<string>((resolve) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += String(chunk);
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (found) resolve(found[0]);
    });
  });
  const post = async (path: string, body: object, bearer?: string) => {
    const headers = {
      "content-type": "application/json",
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { access_token: string; token: string; id: string; status: string };
  };
  const application = JSON.parse(readFileSync(`${dataDir}/first-application.json`, "utf8")) as object;
  const { access_token } = await post("/api/v1/account/applications/token", application);
  const user = { external_user_id: "bench" };
  const { token } = await post("/api/v1/account/applications/scoped-token", user, access_token);
  const connector = { ...user, connector_type: "slack", credentials: { api_token: "xoxb-sandbox-bot" } };
  const { id } = await post("/v1/integrations/connectors", connector, token);
  await post(`/api/v1/connectors/sources/${id}/execute`, { entity: "users", action: "list" }, token);
  const ms = performance.now() - started;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1];
  results.push({ ms, mb: Number(rss) / 1024 });
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
  rmSync(dataDir, { recursive: true });
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
console.log(
  `start to first execute: ${median(results.map(({ ms }) => ms)).toFixed(0)} ms (median of ${rounds})`,
);
console.log(`resident memory, idle after it: ${median(results.map(({ mb }) => mb)).toFixed(0)} MB`);
