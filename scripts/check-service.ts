import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { emptyProject, root } from "./empty-project.ts";
import { tarballPath } from "./unpack-tarball.ts";

// Checks the packed service. Installs both tarballs in an empty folder, as a user does, starts the service with its
// command, and makes one call through it with the packed client.

const publint = `${root}node_modules/.bin/publint`;
execFileSync(publint, ["--strict", `${root}service/build/package`], { stdio: "inherit" });

/** Uses the running service, and then a service in its own process. */
const program = `
import { allConnectors, openService } from "agent-connectors-service";
import { SlackConnector } from "agent-connectors/slack";
import { readFileSync } from "node:fs";

const { client_id, client_secret } = JSON.parse(readFileSync("data/first-application.json", "utf8")) as Record<string, string>;
const slack = await SlackConnector.create({
  external_user_id: "ana",
  airbyte_client_id: client_id!,
  airbyte_client_secret: client_secret!,
  base_url: process.argv[2]!,
  auth: { api_token: "xoxb-sandbox-bot" },
});
const { data } = await slack.channels.list({ limit: 2 });
const { service, close } = await openService({ dataDir: "own", connectors: await allConnectors({ sandbox: true }) });
const ready = await service(new Request("http://service/readyz"));
await close();
console.log(JSON.stringify([data.length, ready.status]));
`;

using project = emptyProject([tarballPath("service/")]);
const installed = `${project.cwd}/node_modules/agent-connectors-service`;
for (const file of ["LICENSE", "README.md", "deploy/compose.yaml", "docs/deploy.md", "dist/src/index.d.ts"])
  assert(existsSync(`${installed}/${file}`), `the tarball lacks ${file}`);
assert(!existsSync(`${installed}/test`) && !existsSync(`${installed}/src`), "the tarball has sources");

project.write("program.ts", program);
project.link("typescript", "@types/node");
const options =
  "--ignoreConfig --noEmit --strict --skipLibCheck --module nodenext --target es2023 --types node";
project.run("node", "node_modules/typescript/bin/tsc", ...options.split(" "), "program.ts");
console.log("service, declarations: ok");

const bin = `${project.cwd}/node_modules/.bin/agent-connectors-service`;
const words = ["--sandbox", "--port", "0", "--metrics-port", "off", "--data-dir", "data"];
const service = spawn(bin, words, { cwd: project.cwd, stdio: ["ignore", "pipe", "inherit"] });
try {
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    service.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, found] = /Listening on (http:[^\s;]+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
    service.once("error", reject);
    service.once("exit", (code) => reject(new Error(`The service ended with ${code}: ${output}`)));
  });
  assert.equal(project.run("node", "program.ts", url), "[2,200]\n");
  const ended = once(service, "exit");
  service.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
  console.log("service, packed and installed: ok");
} finally {
  service.kill("SIGKILL");
}
