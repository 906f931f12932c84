import { known } from "./connectors.ts";
import { print, writeLine } from "./output.ts";
import { styles } from "./table/style.ts";
import type { Command } from "commander";

export function addSearch(program: Command): void {
  program
    .command("search")
    .description("Find actions by words, the best match first.")
    .argument("<connector>")
    .argument("<words...>")
    .option("--json", "as JSON")
    .action(async (name: string, words: readonly string[], { json }: { json?: true }) => {
      const found = await (await known(name)).searchActions(words.join(" "));
      if (json) return print(found, true);
      if (found.length === 0) process.stdout.write(`No action of ${name} does this.\n`);
      const { strong } = styles(process.stdout);
      for (const { entity, signature, effect, description } of found) {
        writeLine(`${entity}.${signature}  [${effect}]`, strong);
        writeLine(`    ${description}`);
      }
    });
}
