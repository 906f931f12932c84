import { join, relative } from "node:path";
import type { Command } from "commander";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import { importDocument } from "../import/import-document.ts";
import { connectorFolder } from "./connector-folder.ts";
import { existing, writeFiles } from "./write-files.ts";

interface Options {
  name?: string;
  folder?: string;
  server?: string;
}

export function addInitConnector(init: Command): void {
  init
    .command("connector")
    .description(
      "Write a folder for a connector of your own: the connector file, an overlay, a test and a page. Existing files stay.",
    )
    .argument("<source>", "the path or the https address of an API description")
    .option("--name <name>", "the connector's name (default: from the file's name)")
    .option("--folder <path>", "the folder (default: the connector's name)")
    .option("--server <address>", "the address of the API, if the document does not name it")
    .action(async (source: string, _options: Options, command: Command) => {
      // `init` has the option --folder too, and reads it first.
      const { name, folder, server } = command.optsWithGlobals<Options>();
      const imported = await importDocument(source, { ...(name === undefined ? {} : { name }), server });
      const into = folder ?? imported.file.name;
      // The commands in the page run in the folder.
      const from = /^https?:/i.test(source) ? source : relative(into, source);
      const files = connectorFolder(imported, { source: from, server });
      const taken = await existing(into, Object.keys(files));
      if (taken.length > 0)
        throw new ConnectorError(
          "config_error",
          `${into} already has ${taken.join(", ")}. Nothing was written.`,
          {
            path: "folder",
            hint: "Choose another folder with --folder.",
          },
        );
      await writeFiles(into, files);
      const lines = Object.keys(files).map((file) => `  ${join(into, file)}`);
      process.stdout.write(`Written:\n${lines.join("\n")}\nRead ${join(into, "README.md")} next.\n`);
    });
}
