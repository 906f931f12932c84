import { chmodSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { SlackConnector } from "agent-connectors/slack";
import { type ChunkingContext, type Plugin, rolldown } from "rolldown";
import { compiledModule, entitiesModule } from "./bundle/compiled-module.ts";
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

const connectors = { slack: SlackConnector, "amazon-ads": AmazonAdsConnector };

const compiledConnectors: Plugin = {
  name: "compiled-connectors",
  load: {
    filter: { id: /\/src\/connectors\/[^/]+\/(compiled|entities\/index)\.ts$/ },
    async handler(id) {
      const [, name, module] = /\/connectors\/([^/]+)\/(.*)\.ts$/.exec(id)!;
      const file = await connectors[name as keyof typeof connectors].compiled();
      const code =
        module === "compiled"
          ? compiledModule(file, `${root}src/core/schema/packed-schemas.ts`)
          : entitiesModule(file);
      return { code, moduleType: "js" };
    },
  },
  transform: {
    filter: { id: /\/src\/connectors\/[^/]+\/.*\.ts$/ },
    handler: (code, id) => ({ code: stripSchemas(code, id), map: null }),
  },
};

/** The modules that the connectors import, directly or indirectly. Dynamic imports do not count. */
let loaded: ReadonlySet<string> | undefined;

function importedByConnectors(modules: ChunkingContext): ReadonlySet<string> {
  const all = new Set(Object.keys(connectors).map((name) => `${root}src/connectors/${name}/index.ts`));
  for (const id of all)
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) all.add(imported);
  return all;
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
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "shared/[name].js",
    comments: { legal: true, annotation: true, jsdoc: false },
    minifyInternalExports: false,
    codeSplitting: {
      groups: [
        {
          // A connector loads only the file `core`, with all modules that the connectors import. The file `files` has
          // the modules that use Node, which edge runtimes cannot load.
          name(id, modules) {
            // The connector of Amazon Ads and the sandbox load this file. Other connectors do not need it.
            if (id.endsWith("/reports/types/catalogue.json")) return "report-catalogue";
            if ((loaded ??= importedByConnectors(modules)).has(id)) return "core";
            // The sandbox needs a helper that no connector needs, and must not load `define` for it.
            if (id.includes("/src/core/ground/")) return "ground";
            return usesNode(id, modules) ? "files" : "define";
          },
          test: /\/src\/(?!.*zod-validation)/,
          minShareCount: 2,
        },
      ],
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
