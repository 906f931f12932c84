import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";

export const deployFolder = fileURLToPath(new URL("../../deploy/", import.meta.url));

/** The documents of a YAML file in `service/deploy`. */
export function documentsOf<Document>(file: string): Document[] {
  const documents = parseAllDocuments(readFileSync(join(deployFolder, file), "utf8"), { merge: true });
  if (!Array.isArray(documents)) throw new Error(`${file} is empty`);
  return documents.map((document) => {
    if (document.errors[0]) throw document.errors[0];
    return document.toJS() as Document;
  });
}

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/** Whether the README documents a variable of the environment. Variables after the first of a row lack the prefix. */
export const isDocumented = (variable: string): boolean =>
  [variable, variable.replace("AGENT_CONNECTORS", "")].some((name) => readme.includes(`\`${name}`));
