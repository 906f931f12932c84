import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { importConnector } from "agent-connectors/import";
import { fileText } from "../src/import/file-text.ts";

// Makes the connector file of a connector from the platform's API description and the overlay:
// `npm run connectors -- linear path/to/schema.graphql`.

const { positionals } = parseArgs({ allowPositionals: true });
const [name, source] = positionals;
if (name === undefined || source === undefined) {
  console.error("Usage: npm run connectors -- NAME API_DESCRIPTION");
  process.exit(2);
}
const folder = new URL(`../src/connectors/${name}/`, import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), "utf8");

const { file, report } = await importConnector(readFileSync(source, "utf8"), {
  name,
  overlay: read("overlay.yaml"),
});
writeFileSync(new URL("connector.json", folder), fileText(file));
console.log(`${report.actions} actions, ${report.lists.paged} lists with pages`);
for (const { action, says } of report.guesses) console.log(`Guess: ${action ?? "the connector"}: ${says}`);
