import { existsSync, readFileSync } from "node:fs";
import { importConnector } from "../src/import/index.ts";
import documents from "./import/documents.json" with { type: "json" };
import labels from "./import/destructive-operations.json" with { type: "json" };

// Counts the destructive operations of public documents whose imported effect is weaker. Somebody who did not know the rules
// of the importer has labelled the operations.
// Run: node --conditions=agent-connectors-source bench/import-effects.ts FOLDER. The folder has the documents under the names
// of their repositories, such as FOLDER/Asana/openapi/defs/asana_oas.yaml.

const folder = process.argv[2] ?? ".";
const withoutNames = (path: string) => path.replace(/\{[^{}]*\}/g, "{}");
let all = 0;
let weaker = 0;
for (const { repository, path } of documents.sets.flatMap((set) => set.documents)) {
  const file = `${folder}/${repository}/${path}`;
  const wanted = (labels as Record<string, string[]>)[repository] ?? [];
  if (!existsSync(file) || wanted.length === 0) continue;
  const { file: connector } = await importConnector(readFileSync(file, "utf8"), { name: "x" });
  const effects = Object.entries(connector.operations).map(([name, operation]) => {
    const [entity, action] = name.split(".") as [string, string];
    return [
      `${operation.method} ${withoutNames(operation.path)}`,
      connector.actions[entity]![action]!.effect,
    ] as const;
  });
  for (const operation of wanted) {
    const [method, place] = withoutNames(operation).split(" ") as [string, string];
    // The address of a server can contain the beginning of the path.
    const found = effects.find(([request]) => request.startsWith(`${method} `) && request.endsWith(place));
    all++;
    if (found?.[1] === "destructive") continue;
    weaker++;
    console.log(`${repository} ${operation}: ${found?.[1] ?? "left out"}`);
  }
}
console.log(`${weaker} of ${all} destructive operations are weaker or left out`);
