import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileText } from "../../src/import/file-text.ts";
import { importConnector } from "../../src/import/index.ts";

test("the text of a connector file has a line for each action, and loses nothing", async () => {
  const source = readFileSync(new URL("../fixtures/import/notes.yaml", import.meta.url), "utf8");
  const { file } = await importConnector(source, { name: "notes" });
  const text = fileText(file);
  expect(JSON.parse(text)).toEqual(file);
  expect(text.split("\n").filter((line) => line.startsWith('"archive": {"description":'))).toHaveLength(1);
  expect(JSON.parse(fileText({ ...file, actions: {}, operations: {} }))).toEqual({ ...file, actions: {}, operations: {} }); // prettier-ignore
});
