import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ConnectorFile } from "agent-connectors";
import { pruneDeclarations } from "./prune-declarations.ts";
import { writeEntityTypes } from "./entity-types.ts";
import { writeFileTypes } from "./file-types.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface DeclaredConnector {
  declarations(): Promise<string>;
}

/** Writes the types that TypeScript infers for the modules of `project`. Default: for all modules of the package. */
export const writeInferredTypes = (
  out: string,
  project = `${root}tsconfig.build.json`,
  ...flags: string[]
): Promise<void> =>
  new Promise((done, fail) => {
    const args = ["-p", project, "--outDir", out, ...flags];
    const tsc = spawn(`${root}node_modules/.bin/tsc`, args, { stdio: "inherit" });
    tsc.on("error", fail);
    tsc.on("exit", (code) => (code === 0 ? done() : fail(new Error("The declarations could not be made."))));
  });

/**
 * Replaces the inferred types of the connectors' actions by generated ones, and deletes what no declaration in `entries`
 * imports any more.
 */
export async function writeGeneratedTypes(
  out: string,
  connectors: Readonly<Record<string, DeclaredConnector>>,
  entries: readonly string[],
): Promise<void> {
  for (const [name, Connector] of Object.entries(connectors)) {
    const folder = `${out}/src/connectors/${name}`;
    const file = `${root}src/connectors/${name}/connector.json`;
    if (existsSync(file)) writeFileTypes(folder, await Connector.declarations(), readFile(file));
    else writeEntityTypes(folder, await Connector.declarations());
  }
  pruneDeclarations(out, entries);
}

const readFile = (path: string) => JSON.parse(readFileSync(path, "utf8")) as ConnectorFile;
