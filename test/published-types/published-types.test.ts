import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldNotes as adsNotes } from "../../src/connectors/amazon-ads/field-notes.ts";
import { fieldNotes as slackNotes } from "../../src/connectors/slack/field-notes.ts";
import { compile, installTypes, type Projects } from "./install-types.ts";
import { draw, type Name, namesOf } from "./documented-names.ts";
import { type LanguageServer, startLanguageServer } from "./language-server.ts";
import { programWithNames, rightPrograms } from "./right-programs.ts";
import { sameTypes } from "./same-types.ts";
import { wrongPrograms } from "./wrong-programs.ts";

// What users see in their editors, and what the compiler says about their mistakes, with the declarations that the
// package publishes. The compiler needs seconds, so it runs once for all wrong programs, and once for all hover texts.

const root = fileURLToPath(new URL("../..", import.meta.url));
let projects: Projects;
let server: LanguageServer;
beforeAll(async () => {
  projects = await installTypes();
  server = await startLanguageServer(projects.published);
});
afterAll(async () => {
  server.close();
  await rm(projects.folder, { recursive: true });
});

const inDist = (path: string) => join(projects.published, "node_modules", "agent-connectors", "dist", path);

describe.each([
  ["slack", "SlackConnector", SlackConnector, slackNotes],
  ["amazon-ads", "AmazonAdsConnector", AmazonAdsConnector, adsNotes],
] as const)("in an editor, %s", (path, className, Connector, notes) => {
  test("shows the descriptions of 50 names", async () => {
    const { actions, params, fields } = namesOf(await Connector.compiled(), notes);
    const names: readonly Name[] = [...draw(actions, 15, 7), ...draw(params, 20, 7), ...draw(fields, 15, 7)];
    const text = [
      `import type { ${className} } from "agent-connectors/${path}";`,
      `declare const connector: ${className};`,
      ...names.map(({ code }) => `void ${code};`),
    ].join("\n");
    const file = `hover-${path}.ts`;
    await writeFile(join(projects.published, file), text);
    server.open(file, text);
    const shown = await Promise.all(
      names.map(({ code }, line) =>
        server.hover(file, line + 2, `void ${code}`.search(/\w+(?:: \S+ \}\))?$/)),
      ),
    );
    for (const [index, { code, description }] of names.entries()) {
      // Editors show the type first, then the description, and then units and tags. A word with an @ is code.
      const said = shown[index]!.split("```")[2]!.trim().split("\n")[0]!.replace(/`(@[^`]*)`/g, "$1").trim(); // prettier-ignore
      if (description === undefined) expect(said, code).not.toBe("");
      else expect(said, code).toBe(description);
    }
  });

  test("has a comment for every param and every field of a result, and needs every note", async () => {
    const text = await readFile(inDist(`src/connectors/${path}/entities/index.d.ts`), "utf8");
    const lines = text.split("\n");
    const bare = lines.filter(
      (line, index) => /^ +"?[\w-]+"?\??: (?!undefined;)/.test(line) && !lines[index - 1]!.endsWith("*/"),
    );
    expect(lines.length).toBeGreaterThan(2000);
    expect(bare, `say their meaning in src/connectors/${path}/field-notes.ts`).toEqual([]);
    const plain = text.replaceAll("`@", "@");
    expect(Object.entries(notes).filter(([, note]) => !plain.includes(` ${note}`))).toEqual([]);
  });
});

describe("wrong programs", () => {
  const output = new Map<string, string[]>();
  beforeAll(async () => {
    const programs = wrongPrograms.map(({ code }, index) => [
      `wrong-${index}.ts`,
      `import { SlackConnector } from "agent-connectors/slack";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
declare const slack: SlackConnector;
declare const ads: AmazonAdsConnector;
export type Connectors = [SlackConnector, AmazonAdsConnector, typeof slack, typeof ads];
${code}`,
    ]);
    const compared = {
      "with-names.ts": programWithNames,
      "same-slack.ts": sameTypes("slack", "SlackEntities", await SlackConnector.compiled()),
      "same-ads.ts": sameTypes("amazon-ads", "AmazonAdsEntities", await AmazonAdsConnector.compiled()),
    };
    const all = await compile(projects.published, { ...compared, ...Object.fromEntries(programs) });
    let file = "";
    for (const line of all.trimEnd().split("\n")) {
      file = /^(\S+)\(/.exec(line)?.[1] ?? file;
      output.set(file, [...(output.get(file) ?? []), line]);
    }
  });

  test.each(wrongPrograms.map((one, index) => ({ ...one, file: `wrong-${index}.ts` })))(
    "$name: an error of at most four lines at $wrong",
    ({ wrong, file }) => {
      const lines = output.get(file) ?? [];
      expect(lines.filter((line) => !line.startsWith(" "))).toHaveLength(1);
      expect(lines.length).toBeLessThanOrEqual(4);
      expect(lines[0]!.startsWith(`${file}(6,`), lines[0]).toBe(true);
      expect(lines.join("\n")).toContain(wrong);
      for (const line of lines) expect(line.length).toBeLessThan(600);
    },
  );

  test("and no errors elsewhere: the published types say the same as the schemas", () => {
    const others = [...output].filter(([file]) => !file.startsWith("wrong-"));
    expect(others.flatMap(([, lines]) => lines)).toEqual([]);
  });
});

test("right programs compile without the option strict", async () => {
  const others = { "planned.ts": programWithNames, "first-call.ts": await readFile(join(root, "examples/first-call.ts"), "utf8") };
  expect(await compile(projects.published, { ...rightPrograms, ...others }, { strict: false })).toBe("");
}); // prettier-ignore

test("right programs cost the compiler no more than with inferred types", async () => {
  const strictest = { exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  const tests = ["policy-names.test-d.ts", "connectors/slack/types.test-d.ts"];
  const programs: Record<string, string> = { ...rightPrograms };
  for (const [index, file] of tests.entries())
    programs[`types-${index}.ts`] = await readFile(join(root, "test", file), "utf8");
  // These numbers do not depend on the speed of the computer.
  const cost = async (project: string) => {
    const text = await compile(project, programs, strictest, "--extendedDiagnostics", "--singleThreaded");
    const number = (name: string) => Number(new RegExp(`^${name}: +(\\d+)`, "m").exec(text)![1]);
    const errors = text.split("\n").filter((line) => line.includes("error TS"));
    return {
      errors,
      files: number("Files"),
      types: number("Types"),
      instantiations: number("Instantiations"),
    };
  };
  const published = await cost(projects.published);
  const inferred = await cost(projects.inferred);
  expect([...published.errors, ...inferred.errors]).toEqual([]);
  expect(published.files).toBeLessThan(inferred.files);
  expect(published.instantiations).toBeLessThanOrEqual(inferred.instantiations);
  // It was 1.0017. The names of the entities' methods, which editors show, need these types.
  expect(published.types / inferred.types).toBeLessThan(1.003);
});

test("only the actions of the connectors have long declarations", async () => {
  const long: string[] = [];
  for (const name of await readdir(inDist(""), { recursive: true }))
    if (name.endsWith(".d.ts") && (await stat(inDist(name))).size > 50 * 1024) long.push(name);
  expect(long.toSorted()).toEqual(
    ["amazon-ads", "slack"].map((path) => join("src", "connectors", path, "entities", "index.d.ts")),
  );
});
