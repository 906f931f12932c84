import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { serve } from "../fixtures/server.ts";
import { runHere } from "./run-here.ts";

// A person makes a connector file of a document, and uses it in the other commands.

const notes = fileURLToPath(new URL("../fixtures/import/notes.yaml", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "import-"));
const file = join(folder, "notes.connector.json");

test("import prints what a person should know, and writes the file", async () => {
  const { code, stdout } = await runHere(["import", notes, "-o", file]);
  expect(code).toBe(0);
  expect(stdout).toContain("Acme Notes: 12 actions of 5 entities: 6 read, 2 write, 1 spend, 3 destructive\n");
  expect(stdout).toContain("Requests go to: https://{tenant}.acme.example, https://login.acme.example\n");
  expect(stdout).toContain("Credentials: key (key), or token (access_token), or oauth (");
  expect(stdout).toContain("Lists: 1 with all pages, 2 with one page only\n");
  expect(stdout).toContain(
    "  GET /elsewhere: It refers to https://evil.example/p.json, which is outside of the document.\n",
  );
  expect(stdout).toContain("Tools of this connector only read, until you allow more.\n");
  expect(stdout).toContain(`Written to ${file}. Try: agent-connectors describe ${file}\n`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toMatchObject({ name: "notes", evidence: "imported" });
});

test("the other commands take the file where they take a name", async () => {
  const described = await runHere(["describe", file, "notes", "list"]);
  expect(described.stdout).toContain("list(filter_color?, tag?: string[], x_trace?)  [read]");
  const found = await runHere(["search", file, "archive", "a", "note"]);
  expect(found.stdout).toContain("notes.archive");
  const types = await runHere(["types", file]);
  expect(types.stdout).toContain("filter_color?: string");
  const explained = await runHere(["explain", file]);
  expect(explained.code).toBe(0);
  const missing = await runHere(["call", file, "me", "get"]);
  expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining("NOTES_KEY")]);
});

test("a call goes to the server of the document, with credentials from the environment", async () => {
  await using server = await serve((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end('{"id":"u1"}');
  });
  const local = join(folder, "local.connector.json");
  const made = await runHere(["import", notes, "--name", "local", "--server", server.url, "--allow-loopback", "-o", local]); // prettier-ignore
  expect(made.stderr).toBe("");
  const { stdout } = await runHere(["call", local, "me", "get", "--json"], { LOCAL_KEY: "k1" });
  expect(JSON.parse(stdout)).toMatchObject({ data: { id: "u1" } });
  expect(server.requests[0]).toMatchObject({ method: "GET", path: "/me", headers: { "x-key": "k1" } });
});

test("a document at an address is read without redirects to private networks", async () => {
  await using server = await serve(({ path }, response) => {
    if (path === "/away") response.writeHead(302, { location: "http://10.0.0.1/openapi.yaml" });
    else response.write(readFileSync(notes));
    response.end();
  });
  const read = await runHere(["import", `${server.url}/notes.yaml`, "--allow-loopback", "--json"]);
  expect(JSON.parse(read.stdout)).toMatchObject({ actions: 12 });
  const away = await runHere(["import", `${server.url}/away`, "--allow-loopback"]);
  expect([away.code, away.stderr]).toEqual([
    2,
    expect.stringContaining("10.0.0.1/openapi.yaml is not an https address"),
  ]);
  const refused = await runHere(["import", `${server.url}/notes.yaml`]);
  expect(refused.stderr).toContain("is an address of this computer");
});

test.each([
  [["import", "/nowhere.yaml"], /cannot be read \(ENOENT\)/],
  [["import", notes, "--overlay", "/nowhere.yaml"], /cannot be read \(ENOENT\)/],
  [["describe", "/nowhere.connector.json"], /cannot be read \(ENOENT\)/],
  [["describe", notes.replace("notes.yaml", "../server.ts.json")], /cannot be read/],
  [["call", file, "me", "get", "--sandbox"], /There is no sandbox of Acme Notes/],
  [["describe", "acme"], /There is no connector "acme"[\s\S]*or the path of a connector file/],
])("a sentence and the exit status 2: %s", async (args, sentence) => {
  const { code, stderr } = await runHere(args);
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
});

test("an overlay with a fault says where it is", async () => {
  const overlay = join(folder, "overlay.yaml");
  writeFileSync(overlay, "actions:\n  notes.list:\n    effect: reed\n");
  const { code, stderr } = await runHere(["import", notes, "--overlay", overlay]);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/The overlay is invalid: actions\.notes\.list\.effect/),
  ]);
});
