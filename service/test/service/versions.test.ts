import { execFile, execFileSync, spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "agent-connectors";

// Runs clients and services of different versions. Each version is a copy of the built packages with another version
// number.

const root = fileURLToPath(new URL("../../../", import.meta.url));
const directory = mkdtempSync(join(tmpdir(), "acs-versions-"));
const [major, minor] = version.split(".").map(Number) as [number, number];
const next = `${major}.${minor + 1}.0`;
const afterNext = `${major}.${minor + 2}.0`;
const nextMajor = `${major + 1}.${minor}.0`;
const running: ChildProcess[] = [];

/** Calls each service in the arguments, and prints a JSON list with one result for each service. */
const client = `
import { SlackConnector } from "agent-connectors/slack";
const [external_user_id, ...services] = process.argv.slice(2);
const results = [];
for (const service of services) {
  const [airbyte_client_id, airbyte_client_secret, base_url] = service.split(" ");
  const identity = { external_user_id, airbyte_client_id, airbyte_client_secret, base_url };
  try {
    const slack = await SlackConnector.create({ ...identity, auth: { api_token: "xoxb-sandbox-bot" }, validate: true });
    const { data: channels } = await slack.channels.list({ limit: 3 });
    const { data: message } = await slack.messages.create({ channel: "C07A1QW2ER3", text: "Hello" }, { idempotencyKey: "k" });
    const again = await slack.messages.create({ channel: "C07A1QW2ER3", text: "Hello" }, { idempotencyKey: "k" });
    const refused = await slack.messages.create({ channel: "nowhere", text: "Hello" }).catch((error) => error.code);
    results.push({ channels: channels.length, same: message.ts === again.data.ts, refused });
  } catch (error) {
    results.push({ error: error.toJSON() });
  }
}
console.log(JSON.stringify(results));
`;

beforeAll(() => {
  // Only the code is built here, because another test checks the types.
  const build = (...command: string[]) =>
    execFileSync(process.execPath, command, { cwd: root, stdio: "inherit" });
  const script = ["--conditions=agent-connectors-source", "scripts/build.ts"];
  build(...script, "--no-types", "--out", join(directory, "dist"));
  const compiler = ["node_modules/typescript/bin/tsc", "--noCheck", "--declaration", "false"];
  build(...compiler, "-p", "service/tsconfig.build.json", "--outDir", join(directory, "service-dist"));
  symlinkSync(join(root, "node_modules"), join(directory, "node_modules"));
  for (const one of [version, next, afterNext, nextMajor]) install(one);
});
afterAll(() => {
  for (const child of running) child.kill("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

/** Writes a copy of both packages with this version. */
function install(one: string): void {
  for (const [name, manifest, dist] of [
    ["agent-connectors", "package.json", "dist"],
    ["agent-connectors-service", "service/package.json", "service-dist"],
  ] as const) {
    const folder = join(directory, one, "node_modules", name);
    mkdirSync(folder, { recursive: true });
    cpSync(join(directory, dist), join(folder, "dist"), { recursive: true });
    const text = readFileSync(join(root, manifest), "utf8");
    writeFileSync(
      join(folder, "package.json"),
      text.replace(`"version": "${version}"`, `"version": "${one}"`),
    );
  }
  const shared = join(directory, one, "node_modules/agent-connectors/dist/shared/core.js");
  const code = readFileSync(shared, "utf8");
  const own = `const version = "${version}";`;
  expect(code).toContain(own);
  writeFileSync(shared, code.replace(own, `const version = "${one}";`));
  writeFileSync(join(directory, one, "client.js"), client);
  writeFileSync(join(directory, one, "package.json"), '{ "type": "module" }');
}

const started = new Map<string, Promise<string>>();

/** Starts the service of one version once. Returns its client id, its client secret and its address. */
function serviceOf(one: string): Promise<string> {
  const service = started.get(one) ?? startService(one);
  started.set(one, service);
  return service;
}

const { NODE_OPTIONS: _, ...env } = process.env;

async function startService(one: string): Promise<string> {
  const bin = join(directory, one, "node_modules/agent-connectors-service/dist/src/bin.js");
  const dataDir = mkdtempSync(join(directory, "data-"));
  const child = spawn(
    process.execPath,
    [bin, "--sandbox", "--port", "0", "--metrics-port", "off", "--data-dir", dataDir],
    { env, stdio: ["ignore", "pipe", "inherit"] },
  );
  running.push(child);
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, found] = /Listening on (http:[^\s,]+?)[.;,]?["\s]/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once("exit", () => reject(new Error(`The service has ended: ${output}`)));
  });
  const [, id = ""] = /client id: +(\S+)/.exec(output) ?? [];
  const [, secret = ""] = /client secret: +(\S+)/.exec(output) ?? [];
  return `${id} ${secret} ${url}`;
}

/** Runs the client of one version with services of some versions. Returns the result for each service. */
async function run(clientVersion: string, serviceVersions: readonly string[]): Promise<unknown> {
  const services = await Promise.all(serviceVersions.map(serviceOf));
  const args = [join(directory, clientVersion, "client.js"), `user-${clientVersion}`, ...services];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  return JSON.parse(stdout);
}

const works = { channels: 3, same: true, refused: "invalid_params" };
const tooFar = (clientVersion: string, serviceVersion: string) => ({
  error: {
    code: "config_error",
    message: `The client has version ${clientVersion} of agent-connectors, and the service has version ${serviceVersion}.`,
    hint: "The versions can differ by one minor version. Upgrade the older one.",
    path: "agent-connectors-version",
    outcome: "not_started",
    retryable: false,
  },
});

test("a client works with a service of its own version and one minor version newer, and fails clearly with others", async () => {
  expect(await run(version, [version, next, afterNext, nextMajor])).toEqual([
    works,
    works,
    tooFar(version, afterNext),
    tooFar(version, nextMajor),
  ]);
});

test("a client that is one minor version newer works", async () => {
  expect(await run(next, [version])).toEqual([works]);
});

test.each([afterNext, nextMajor])(
  "a client of the newer version %s fails with a clear error",
  async (newer) => {
    expect(await run(newer, [version])).toEqual([tooFar(newer, version)]);
  },
);
