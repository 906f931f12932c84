import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { rolldown } from "rolldown";
import { unpackTarball } from "../unpack-tarball.ts";

// Checks which packages a bundler meets behind each published path. A bundler also follows the imports that run only
// later, and refuses a package that is not installed. So an application on an edge runtime or in a browser must not meet
// a package that it does not use.

/** The packages behind a path, besides those of every path. */
const allowed: Readonly<Record<string, RegExp>> = {
  "./langchain": /^@langchain\/core/,
  "./opentelemetry": /^@opentelemetry\/api$/,
  "./testing": /^yaml$/,
  "./file-store": /^node:/,
  "./import":
    /^(yaml|graphql|json-p3|@scalar\/openapi-upgrader|@modelcontextprotocol\/client.*|node:child_process)$/,
};
const everywhere = /^(zod|zod-to-json-schema)$/;

const project = unpackTarball();
try {
  const folder = `${project}/node_modules/agent-connectors/`;
  const { exports } = JSON.parse(readFileSync(`${folder}package.json`, "utf8")) as {
    exports: Record<string, string | { default: string }>;
  };
  for (const [path, entry] of Object.entries(exports)) {
    if (typeof entry === "string") continue;
    const reached = new Set<string>();
    const bundle = await rolldown({
      input: folder + entry.default,
      platform: "neutral",
      external(id) {
        const isPackage = !/^[./]/.test(id);
        if (isPackage) reached.add(id);
        return isPackage;
      },
    });
    await bundle.generate();
    await bundle.close();
    const others = [...reached].filter((id) => !everywhere.test(id) && !allowed[path]?.test(id));
    assert.deepEqual(others, [], `a bundler of agent-connectors${path.slice(1)} meets other packages`);
  }
  console.log("packages behind each path: ok");
} finally {
  rmSync(project, { recursive: true, force: true });
}
