import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { version } from "../src/index.ts";

// Who may import whom. A layer knows those listed for it, itself, and version.ts; a type-only import counts like any other.
const layers: Record<string, readonly string[]> = {
  core: [],
  hosted: ["core"],
  define: ["core", "hosted"],
  index: ["core", "hosted", "define"],
  connectors: ["core", "define"],
  sandbox: ["core"],
  adapters: ["index"],
  cli: ["core", "index", "connectors", "sandbox", "adapters"],
};
// What is not ours, by the file or folder that may load it. Everything else runs anywhere, without node and without a package.
const packages: Record<string, readonly string[]> = {
  "src/core/schema/zod-schema.ts": ["zod", "zod-to-json-schema"],
  "sandbox/listen.ts": ["node:http"],
  "src/cli/": ["commander", "node:", "@modelcontextprotocol/server"],
  "adapters/ai-sdk.ts": ["ai"],
  "adapters/langchain.ts": ["@langchain/core"],
  "adapters/mcp.ts": ["@modelcontextprotocol/server"],
};
// Erased by the compiler, so that they cost nothing.
const packageTypes: Record<string, readonly string[]> = {
  "src/core/contract/action.ts": ["zod"],
  "src/connectors/": ["zod"],
};

interface Import {
  to: string;
  typeOnly: boolean;
}
const root = join(import.meta.dirname, "..");
const files = globSync(["src/**/*.ts", "adapters/**/*.ts"], { cwd: root }).map((file) =>
  file.replaceAll("\\", "/"),
);
const source = (file: string) => readFileSync(join(root, file), "utf8");
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");

function importsOf(file: string): Import[] {
  const text = withoutComments(source(file));
  const fixed = text.matchAll(/^\s*(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"/gm);
  const late = text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g);
  return [
    ...[...fixed].map(([, type, to]) => ({ to: to!, typeOnly: type !== undefined })),
    ...[...late].map(([, to]) => ({ to: to!, typeOnly: false })),
  ];
}
const target = (file: string, to: string) => join(dirname(file), to).replaceAll("\\", "/");
/** `src/connectors/slack/wire/http.ts` is of the layer connectors, `src/define.ts` of define. */
const layerOf = (file: string) =>
  file.startsWith("adapters/") ? "adapters" : file.split("/")[1]!.replace(".ts", "");
const connectorOf = (file: string) => /^src\/connectors\/([^/]+)\//.exec(file)?.[1];
const may = (rules: Record<string, readonly string[]>, file: string, name: string) =>
  Object.entries(rules).some(([where, names]) => file.startsWith(where) && names.some((one) => name === one || name.startsWith(one.endsWith(":") ? one : `${one}/`))); // prettier-ignore

test("the imports of a file are found, however they are written", () => {
  expect(importsOf("src/core/schema/zod-schema.ts")).toEqual(expect.arrayContaining([{ to: "zod", typeOnly: false }, { to: "zod-to-json-schema", typeOnly: false }])); // prettier-ignore
  expect(importsOf("src/core/contract/action.ts")).toContainEqual({ to: "zod", typeOnly: true });
  expect(importsOf("src/core/schema/compile.ts")).toContainEqual({ to: "./schema.ts", typeOnly: false });
  expect(importsOf("src/index.ts").length).toBeGreaterThan(8);
});

describe.each(files)("%s", (file) => {
  test("knows whom it may know", () => {
    for (const { to, typeOnly } of importsOf(file)) {
      if (!to.startsWith(".")) {
        const allowed = may(packages, file, to) || (typeOnly && may(packageTypes, file, to));
        expect(allowed, `${file} imports ${to}`).toBe(true);
        continue;
      }
      const path = target(file, to);
      expect(files, `${file} imports ${to}`).toContain(path);
      const [own, other] = [layerOf(file), layerOf(path)];
      if (own === other) expect(connectorOf(path), "a connector imports another").toBe(connectorOf(file));
      else expect([...layers[own]!, "version"], `${file} imports ${to}`).toContain(other);
    }
  });
  test("takes no check off", () => {
    expect(source(file)).not.toMatch(/@ts-(ignore|expect-error|nocheck)|(oxlint|eslint)-disable/);
  });
});

test("no module needs itself, over others, to be loaded", () => {
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    expect(path, [...path, file].join(" → ")).not.toContain(file);
    if (done.has(file)) return;
    for (const { to, typeOnly } of importsOf(file))
      if (to.startsWith(".") && !typeOnly) visit(target(file, to), [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test("the one module that loads zod is itself loaded late", () => {
  const loading = files.filter((file) => importsOf(file).some(({ to }) => to.endsWith("/schema.ts")));
  expect(loading).toEqual(["src/core/schema/compile.ts"]);
  expect(source("src/core/schema/compile.ts")).toContain('await import("./schema.ts")');
  expect(source("src/core/schema/compile.ts")).not.toMatch(/from "\.\/schema\.ts"/);
});

test("no any: the linter refuses it", () => {
  expect(JSON.parse(source(".oxlintrc.json"))).toMatchObject({
    rules: { "typescript/no-explicit-any": "error" },
  });
});

test("version.ts has the package's version", () => expect(version).toBe(packageJson.version));
