import { readFile, writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { ConnectorError } from "../../src/core/ground/errors.ts";
import type { Dict } from "../../src/core/ground/json.ts";
import { fileText } from "../../src/import/file-text.ts";
import type { Imported } from "../../src/import/index.ts";
import { classOf } from "../connector-file.ts";
import { more } from "../mcp/choice.ts";
import { envHelp, readServerSource, serverHelp } from "../mcp/server-source.ts";
import { print } from "../output.ts";
import { type GivenOptions, importDocument } from "./import-document.ts";
import { reportText } from "./report-text.ts";

interface Options {
  name?: string;
  overlay?: string;
  output?: string;
  server?: string;
  allowLoopback?: true;
  mcp?: true;
  env?: string[];
  verbose?: true;
  json?: true;
}

export function addImport(program: Command): void {
  program
    .command("import")
    .description(
      "Make a connector file from an OpenAPI document, a Google Discovery document, a GraphQL schema or the tools of an MCP server. Print its actions, what was left out, and what a person should look at.",
    )
    .argument("<source>", "the path or the https address of the document, or with --mcp the server")
    .option("--name <name>", "the connector's name (default: from the file's name)")
    .option("--overlay <path>", "a YAML or JSON file with changes: names, effects, pages, what to hide")
    .option("-o, --output <path>", "write the connector file here")
    .option("--server <address>", "the address of the API, if the document does not name it")
    .option("--mcp", `the source is ${serverHelp}`)
    .option("--env <names>", envHelp, more)
    .option("--allow-loopback", "accept addresses of this computer, for a server under test")
    .option("--verbose", "print all that was left out and all that should be looked at")
    .option("--json", "print the report as JSON")
    .action(async (source: string, options: Options) => {
      const { overlay, output, server, allowLoopback = false, verbose = false, json } = options;
      const changes = overlay === undefined ? {} : { overlay: await readOverlayFile(overlay) };
      const given = {
        ...(options.name === undefined ? {} : { name: options.name }),
        ...changes,
        allowLoopback,
      };
      const imported = options.mcp
        ? await importServer(source, options.env, given)
        : await importDocument(source, { ...given, server });
      // A file that cannot be opened is not written.
      const { tool } = await (await classOf(imported.file as unknown as Dict)).compiled();
      if (output !== undefined) await writeFile(output, fileText(imported.file));
      if (json) return print({ ...imported.report, output }, true);
      const end =
        output === undefined
          ? "Nothing was written. Add -o acme.connector.json to write the connector file."
          : `Written to ${output}. Try: agent-connectors describe ${output}`;
      // A token of English text has about four characters.
      process.stdout.write(
        `${reportText(imported, Math.ceil(tool.description.length / 4), verbose)}\n${end}\n`,
      );
    });
}

async function importServer(
  source: string,
  env: readonly string[] | undefined,
  given: GivenOptions,
): Promise<Imported> {
  const { importMcp } = await import("../../src/import/index.ts");
  return importMcp(readServerSource(source, env), given);
}

const readOverlayFile = (path: string): Promise<string> =>
  readFile(path, "utf8").catch((error: unknown) => {
    throw new ConnectorError("config_error", `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"}).`, { path: "overlay" }); // prettier-ignore
  });
