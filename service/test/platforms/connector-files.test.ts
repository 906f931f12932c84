import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importConnector } from "agent-connectors/import";
import { expect, test } from "vitest";
import { allConnectors } from "../../src/platforms/all-connectors.ts";
import { connectorFiles } from "../../src/platforms/connector-files.ts";
import { serve } from "../../../test/fixtures/server.ts";
import { executePath, testService } from "../support/service.ts";
import { runHere } from "../support/process.ts";
import { onBothStores } from "../support/stores.ts";

// An operator offers the APIs of connector files, next to the connectors of the package.

const notes = readFileSync(new URL("../../../test/fixtures/import/notes.yaml", import.meta.url), "utf8");
const folderWith = (files: Record<string, string>): string => {
  const folder = mkdtempSync(join(tmpdir(), "connector-files-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
};
const { file } = await importConnector(notes, { name: "notes", server: "https://api.acme.example" });
const folder = folderWith({ "notes.connector.json": JSON.stringify(file), "README.md": "not a connector" });

onBothStores((open) => {
  test("a connector of a file is created and called over HTTP, and its tools only read", async () => {
    await using server = await serve((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end('{"data":[{"id":"1","text":"hi"}],"meta":{"next_cursor":null}}');
    });
    const [type] = await connectorFiles(folder, []);
    const service = await testService(await open(), { connectors: [{ ...type!, code: { endpoint: server.url, fetch } }] }); // prettier-ignore
    try {
      const id = await service.create("ana", { connector_type: "Acme-Notes", credentials: { key: "k1" } });
      const token = await service.scopedToken("ana");
      const { status, body } = await service.ask(executePath(id), { token, json: { entity: "notes", action: "list", params: { limit: 1 } } }); // prettier-ignore
      expect([status, body]).toMatchObject([200, { result: [{ id: "1", text: "hi" }] }]);
      expect(server.requests[0]).toMatchObject({ path: "/notes?limit=1", headers: { "x-key": "k1" } });
    } finally {
      await service.close();
    }
  });
});

test("the connectors of the package and of the files are offered together", async () => {
  const names = (await allConnectors({ sandbox: false, folder })).map(
    ({ connector }) => connector.connectorName,
  );
  expect(names).toEqual(["slack", "amazon-ads", "notion", "github", "gmail", "google-calendar", "linear", "notes"]); // prettier-ignore
});

test.each([
  ["a folder that is not there", "/nowhere", /\/nowhere cannot be read \(ENOENT\)/],
  ["a folder without connector files", folderWith({}), /has no file whose name ends with/],
  ["a file that is not JSON", folderWith({ "a.connector.json": "{" }), /a\.connector\.json is not JSON/],
  ["a file that is no connector", folderWith({ "a.connector.json": "{}" }), /is not a connector file/],
  [
    "a file with a fault",
    folderWith({ "a.connector.json": '{"format":1}' }),
    /is not valid: .*name is missing/,
  ],
  ["a name of the package", folderWith({ "a.connector.json": JSON.stringify({ ...file, name: "slack" }) }), /has the name slack, which another/], // prettier-ignore
])("serve refuses %s", async (_, path, sentence) => {
  const { code, output } = await runHere(["serve", "--connectors", path, "--data-dir", folderWith({})]);
  expect(code).toBe(3);
  expect(output).toMatch(sentence);
});
