import { isDict, show } from "../../../src/core/ground/json.ts";
import { optionError } from "../../../src/core/ground/read-options.ts";
import type { Fields } from "../fields.ts";

export interface ExportFiles {
  /** Returns the records of a file, or an empty list if the export does not have the file. */
  read(name: string): Fields[];
  /** Returns the names of the files with a channel's messages. There is one file per day. */
  days(folder: string): string[];
}

const PATH = "workspace.export";
const UNPACK =
  "Unpack the ZIP file of the export. Pass the folder that contains users.json, or an object with the files.";

/**
 * Opens an export. `given`: the path of a folder, or an object with the files by name. A path works only in Node, Bun
 * and Deno.
 */
export function openExport(given: string | Readonly<Record<string, unknown>>): ExportFiles {
  const files = typeof given === "string" ? readFolder(given) : given;
  const names = Object.keys(files);
  if (!names.includes("users.json") && !names.includes("org_users.json"))
    throw optionError(PATH, "The export has no file users.json.", UNPACK);
  return {
    read: (name) => (Object.hasOwn(files, name) ? parse(files[name], `${PATH}["${name}"]`) : []),
    days: (folder) =>
      names.filter((name) => name.startsWith(`${folder}/`) && /\/\d{4}-\d\d-\d\d\.json$/.test(name)).sort(),
  };
}

/** Returns the JSON files of a folder and its direct subfolders, by path, such as `general/2026-03-12.json`. */
function readFolder(folder: string): Record<string, unknown> {
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw optionError(
      PATH,
      `${PATH} is a path, but this runtime has no file system.`,
      "Pass an object with the files.",
    );
  const files: Record<string, unknown> = {};
  const add = (path: string): void => {
    if (path.endsWith(".json")) files[path] = fs.readFileSync(`${folder}/${path}`, "utf8");
  };
  try {
    for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory())
        for (const name of fs.readdirSync(`${folder}/${entry.name}`)) add(`${entry.name}/${name}`);
      else add(entry.name);
    }
  } catch (cause) {
    const { code } = cause as { code?: string };
    throw optionError(
      PATH,
      `The folder ${show(folder)} cannot be read (${code ?? "unknown error"}).`,
      UNPACK,
    );
  }
  return files;
}

function parse(content: unknown, path: string): Fields[] {
  const records = typeof content === "string" ? parseText(content, path) : content;
  if (!Array.isArray(records)) throw optionError(path, `${path} must be a list, got ${show(records)}.`);
  const wrong = records.findIndex((record) => !isDict(record));
  if (wrong >= 0)
    throw optionError(
      `${path}[${wrong}]`,
      `${path}[${wrong}] must be an object, got ${show(records[wrong])}.`,
    );
  return records as Fields[];
}

function parseText(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw optionError(path, `${path} is not JSON.`);
  }
}
