import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { known } from "../../cli/connectors.ts";
import { readWorkspace } from "../../cli/sandbox-workspace.ts";
import { runHere } from "./run-here.ts";

const folder = mkdtempSync(join(tmpdir(), "workspace-"));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const people = [{ id: "U1ANA", name: "ana", profile: { real_name: "Ana" } }];
write("users.json", JSON.stringify(people));

test("call --sandbox takes a file with a workspace", async () => {
  const path = write("tents.json", JSON.stringify({ users: ["Ana Silva"], channels: ["tents"] }));
  const call = ["call", "slack", "channels", "list", "--sandbox", path, "--json"];
  const { stdout, code } = await runHere(call);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ data: [{ name: "tents" }] });
});

test("Notion takes a file with a workspace too, or none", async () => {
  const path = write("pages.json", JSON.stringify({ pages: [{ title: "Tents" }] }));
  const titles = async (...more: string[]) => {
    const { stdout } = await runHere(["call", "notion", "search", "titles", "--sandbox", ...more, "--json"]);
    return JSON.stringify(JSON.parse(stdout));
  };
  expect(await titles(path)).toContain('"plain_text":"Tents"');
  expect(await titles()).toContain('"plain_text":"Meeting notes"');
  await expect((await known("notion")).openSandbox(write("p.json", '{"pages":1}'))).rejects.toMatchObject({
    code: "config_error",
    path: "workspace.pages",
  });
});

test("a folder is an export", async () => {
  expect(readWorkspace(folder)).toEqual({ export: folder });
  const slack = await (await known("slack")).openSandbox(folder);
  const { data } = await slack.execute("users", "list");
  expect(data).toMatchObject([{ name: "ana" }, { name: "assistant" }, { name: "slackbot" }]);
});

test("a mistake says what --sandbox takes", async () => {
  const wrong = {
    code: "config_error",
    path: "sandbox",
    hint: expect.stringContaining("JSON file with a workspace"),
  };
  for (const path of [write("oops.json", "{"), join(folder, "nowhere.json"), '{"limit":5}'])
    expect(() => readWorkspace(path)).toThrow(expect.objectContaining(wrong));
  await expect((await known("amazon-ads")).openSandbox(folder)).rejects.toMatchObject({
    code: "config_error",
    message: "The sandbox of Amazon Ads takes no workspace.",
  });
  await expect((await known("slack")).openSandbox(write("w.json", '{"users":1}'))).rejects.toMatchObject({
    code: "config_error",
    path: "workspace.users",
  });
});
