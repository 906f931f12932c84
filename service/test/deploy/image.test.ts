import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf } from "../support/process.ts";
import { executePath } from "../support/service.ts";
import { buildImage, inContext, instructionsOf, type Image } from "./image.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const ignoreFile = readFileSync(join(root, "service/Dockerfile.dockerignore"), "utf8");

let image: Image;
beforeAll(() => {
  image = buildImage();
}, 600_000);
afterAll(() => image?.[Symbol.dispose]());

interface Lock {
  packages: Record<string, { dev?: boolean; version?: string }>;
}

test("both stages have the same base, with the exact version of Node of the tests", () => {
  expect(new Set(image.bases).size).toBe(1);
  expect(image.bases[0]).toBe(`node:${process.versions.node}-bookworm-slim`);
});

test("the context has no data, no tests and no secrets", () => {
  for (const file of [
    "agent-connectors-data/keyring.json",
    ".env",
    "service/test/x.ts",
    "service/data/keyring.json",
  ])
    expect([file, inContext(file, ignoreFile)]).toEqual([file, false]);
  expect(inContext("service/src/bin.ts", ignoreFile)).toBe(true);
});

test("the image has only packages that run, in the versions of the lock file", () => {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as Lock;
  const manifests = image
    .files()
    .filter((file) => /node_modules\/(@[^/]+\/)?[^@/]+\/package\.json$/.test(file));
  const paths = manifests.map((file) => file.slice("app/".length, -"/package.json".length));
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    const locked = packages[path];
    const manifest = JSON.parse(readFileSync(join(image.folder, "app", path, "package.json"), "utf8")) as {
      version: string;
    };
    expect([path, locked?.dev]).toEqual([path, undefined]);
    if (locked?.version) expect([path, manifest.version]).toEqual([path, locked.version]);
  }
  expect(
    image.files().filter((file) => /\/(src|test)\/.*\.ts$/.test(file) && !file.includes("node_modules")),
  ).toEqual([]);
});

test("the image's own user cannot change its files, and owns only the data", () => {
  const [uid] = image.user.split(":").map(Number);
  expect(uid).toBe(10_001);
  for (const file of image.files()) {
    const { mode, uid: owner } = statSync(join(image.folder, file));
    expect([file, mode & 0o022, owner === uid]).toEqual([file, 0, false]);
  }
  expect(statSync(join(image.folder, "data")).mode & 0o777).toBe(0o700);
});

const started = async (env: Record<string, string>) => {
  const service = image.run(["serve", "--sandbox", "--port", "0", "--metrics-port", "off"], env);
  let output = "";
  for (const stream of [service.stdout!, service.stderr!])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = new Promise((resolve) => service.once("close", resolve));
  const port = await new Promise<string>((resolve, reject) => {
    service.stdout!.on("data", () => {
      const [, found] = /Listening on http:[^\s;]+:(\d+)/.exec(output) ?? [];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error(output)));
  });
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      service.kill("SIGTERM");
      expect(await ended).toBe(0);
    },
  };
};

test("the service runs as that user, writes only to the data, and starts no other program", async () => {
  let last = "";
  // The first start creates the key ring and the first application.
  for (const more of [
    {},
    // At the second start, Node refuses to write elsewhere and to start a program, such as a shell.
    { NODE_OPTIONS: `--permission --allow-fs-read=* --allow-fs-write=${join(image.folder, "data")}` },
  ]) {
    await using service = await started(more);
    last = service.port;
    expect(image.health({ AGENT_CONNECTORS_PORT: last })).toBe(0);
    const client = clientOf(`http://127.0.0.1:${last}`);
    const application = readFileSync(join(image.folder, "data/first-application.json"), "utf8");
    const token = await client.scopedToken(JSON.parse(application) as object, "ana");
    const created = await client.ask("/v1/integrations/connectors", token, {
      external_user_id: "ana",
      connector_type: "Slack",
      credentials: { api_token: "xoxb-sandbox-bot" },
    });
    const call = { entity: "channels", action: "list", params: { limit: 2 } };
    const { status, body } = await client.ask(executePath(created.body.id), token, call);
    expect([status, body.result?.length]).toEqual([200, 2]);
  }
  expect(image.health({ AGENT_CONNECTORS_PORT: last })).toBe(1);
});

test("traces need the packages of the stage tracing, and the image says so", async () => {
  const service = image.run(["serve", "--sandbox", "--port", "0"], {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
    AGENT_CONNECTORS_METRICS_PORT: "off",
  });
  let output = "";
  service.stderr!.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(service, "close")) as [number];
  expect([code, output]).toEqual([3, expect.stringContaining("npm install @opentelemetry/api")]);

  const module = join(image.tracing, "app/service/dist/src/startup/tracing.js");
  const script = `
    const { startTracing } = await import(${JSON.stringify(module)});
    const traces = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
    console.log(typeof traces.tracing.received);`;
  const words = ["--input-type=module", "-e", script];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", cwd: image.tracing });
  expect([stdout, stderr]).toEqual(["function\n", ""]);
});

test("the entry point and the health check are lists of words, so Docker starts no shell", () => {
  const text = readFileSync(join(root, "service/Dockerfile"), "utf8");
  for (const name of ["ENTRYPOINT", "CMD", "HEALTHCHECK"])
    expect(
      instructionsOf(text)
        .filter((one) => one.name === name)
        .map((one) => one.text),
    ).toEqual([expect.stringMatching(/\["[^\]]+"\]$/)]);
});
