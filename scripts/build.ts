import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type ChunkingContext, type Plugin, rolldown } from "rolldown";
import { allConnectors } from "./bundle/all-connectors.ts";
import { compiledModule, entitiesModule, schemasModule, withEntities } from "./bundle/compiled-module.ts";
import { stripSchemas } from "./bundle/strip-schemas.ts";
import { writeGeneratedTypes, writeInferredTypes } from "./bundle/write-declarations.ts";

// Builds the package into dist: one file per published path, shared chunks, and the declarations of the types. The
// connectors contain their compiled form instead of zod schemas.
// Options: `--out FOLDER`, and `--no-types` to leave out the declarations.

const root = fileURLToPath(new URL("..", import.meta.url));
const { values } = parseArgs({
  options: { out: { type: "string" }, types: { type: "boolean", default: true } },
  allowNegative: true,
});
const out = resolve(root, values.out ?? "dist");

const { exports, bin } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  exports: Record<string, string | { "agent-connectors-source": string; default: string }>;
  bin: Record<string, string>;
};
const outputs = [
  ...Object.values(exports).flatMap((entry) => (typeof entry === "string" ? [] : [entry.default])),
  ...Object.values(bin),
].map((file) => file.replace(/^(\.\/)?dist\/|\.js$/g, ""));

const connectors = Object.fromEntries(allConnectors.map((one) => [one.connectorName, one]));

const compiledConnectors: Plugin = {
  name: "compiled-connectors",
  // The schemas are in a file of their own, because an import of a connector does not need them.
  resolveId: { filter: { id: /-schemas\.ts$/ }, handler: (id) => (id.startsWith(root) ? id : null) },
  load: {
    filter: { id: /\/src\/connectors\/[^/]+\/(compiled|entities\/index|[^/]+-schemas)\.ts$/ },
    async handler(id) {
      const [, name, module] = /\/connectors\/([^/]+)\/(.*)\.ts$/.exec(id)!;
      const file = await connectors[name!]!.compiled();
      const core = `${root}src/core/schema/packed-schemas.ts`;
      const code =
        module === "compiled"
          ? compiledModule(core, `${root}src/connectors/${name}/${name}-schemas.ts`)
          : module === "entities/index"
            ? entitiesModule(file)
            : schemasModule(file);
      return { code, moduleType: "js" };
    },
  },
  transform: {
    filter: { id: /\/src\/connectors\/[^/]+\/.*\.ts$/ },
    handler: (code, id) => ({ code: withEntities(stripSchemas(code, id)), map: null }),
  },
};

const isCore = (id: string) => /\/src\/(?!connectors\/)/.test(id);

// A connector that is made from a file needs more code, because it checks the file.
const compiled = Object.keys(connectors).filter(
  (name) => !existsSync(`${root}src/connectors/${name}/connector.json`),
);
const byConnectors = importedBy(...compiled.map((name) => `src/connectors/${name}/index.ts`));
const byTools = importedBy("src/core/tool/tools.ts");
const byCalls = importedBy(
  "src/define/open-connector.ts",
  "src/connectors/slack/calls.ts",
  "src/connectors/amazon-ads/wire/http.ts",
);

/**
 * The shared files, and the modules that belong to them. A program that uses one connector loads few files, and not much code that
 * it does not use. A module belongs to the first of these files that has it, together with all modules that it imports.
 */
const sharedFiles: Readonly<Record<string, (id: string, modules: ChunkingContext) => boolean>> = {
  // The connector of Amazon Ads and the sandbox load this file. Other connectors do not need it.
  "report-catalogue": (id) => id.endsWith("/reports/types/catalogue.json"),
  // Every connector loads `core` at once, `tool` when it makes its first tool, `call` at its first call, and `tool-call` at the
  // first call of a tool.
  core: (id, modules) =>
    isCore(id) && (byConnectors(id, modules) || (byTools(id, modules) && byCalls(id, modules))),
  tool: byTools,
  call: (id, modules) => isCore(id) && byCalls(id, modules),
  "tool-call": importedBy("src/core/tool/answer-question.ts"),
  ...Object.fromEntries(
    Object.keys(connectors).flatMap((name) => [
      [name, importedBy(`src/connectors/${name}/index.ts`)],
      [`${name}-call`, (id: string) => id.includes(`/src/connectors/${name}/`)],
    ]),
  ),
  // The sandbox needs a helper that no connector needs, and must not load `define` for it.
  ground: (id) => id.includes("/src/core/ground/"),
  // Edge runtimes cannot load modules that use Node.
  files: (id, modules) => isCore(id) && usesNode(id, modules),
  define: (id) => isCore(id) && !id.includes("/src/import/"),
  // The importer loads packages that an application need not have, so a bundler must not meet it in `define`.
  importer: (id) => id.includes("/src/import/"),
};

/** Returns whether one of the files imports a module, directly or indirectly. Dynamic imports do not count. */
function importedBy(...files: readonly string[]) {
  let all: Set<string> | undefined;
  return (id: string, modules: ChunkingContext): boolean => {
    if (!all) {
      all = new Set(files.map((file) => root + file));
      for (const one of all)
        for (const imported of modules.getModuleInfo(one)?.importedIds ?? []) all.add(imported);
    }
    return all.has(id);
  };
}

/** Returns whether a module imports a module of Node, directly or indirectly. */
function usesNode(id: string, modules: ChunkingContext): boolean {
  const imported = modules.getModuleInfo(id)?.importedIds ?? [];
  return imported.some((one) => one.startsWith("node:") || usesNode(one, modules));
}

async function bundle(): Promise<void> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(outputs.map((name) => [name, `./${name}.ts`])),
    platform: "neutral",
    external: (id) => !/^[./]/.test(id),
    treeshake: { moduleSideEffects: false },
    checks: { pluginTimings: false },
    plugins: [compiledConnectors],
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  await build.write({
    dir: out,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "shared/[name].js",
    comments: { legal: true, annotation: true, jsdoc: false },
    minifyInternalExports: false,
    codeSplitting: {
      groups: Object.entries(sharedFiles).map(([name, has]) => ({
        name: (id, modules) => (has(id, modules) ? name : null),
        test: /\/src\/(?!.*zod-validation)/,
        minShareCount: 2,
      })),
    },
  });
  await build.close();
}

rmSync(out, { recursive: true, force: true });
await Promise.all([bundle(), ...(values.types ? [writeInferredTypes(out)] : [])]);
for (const file of Object.values(bin)) chmodSync(file.replace(/^dist/, out), 0o755);
if (values.types)
  await writeGeneratedTypes(
    out,
    connectors,
    outputs.map((name) => `${name}.d.ts`),
  );
