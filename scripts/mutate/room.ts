import { existsSync, globSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./run.ts";

export interface Room {
  name: string;
  files: string[];
  tests: string[];
}

/** Finds a room. `name`: its short name, such as `core/policy` or `amazon-ads/money`, or a source file. */
export function roomOf(name: string): Room {
  const places = [
    name,
    `src/${name}`,
    `src/connectors/${name}`,
    ...(name.startsWith("service/") ? [name.replace("service/", "service/src/")] : []),
  ];
  const path = places.find(
    (place) => /^(src|service\/src|adapters)\//.test(place) && existsSync(join(root, place)),
  );
  if (path === undefined) throw new Error(`There is no room ${name}. Looked for ${places.join(", ")}.`);
  const isFile = statSync(join(root, path)).isFile();
  const folder = isFile ? dirname(path) : path;
  const testFolder = folder
    .replace(/^service\/src/, "service/test")
    .replace(/^(?:src\/)?(?!service)/, "test/");
  const tests = sourcesIn(testFolder).filter((file) => file.endsWith(".test.ts"));
  if (tests.length === 0)
    throw new Error(`${testFolder} has no tests, so no mutant of ${path} can be noticed.`);
  return { name, files: isFile ? [path] : sourcesIn(path), tests };
}

const sourcesIn = (folder: string): string[] =>
  globSync(`${folder}/**/*.ts`, { cwd: root })
    .filter((file) => !file.endsWith(".d.ts"))
    .sort();
