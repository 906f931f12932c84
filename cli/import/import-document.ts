import { basename } from "node:path";
import type { Imported, ImportOptions } from "../../src/import/index.ts";
import { readSource } from "./read-source.ts";

/** Without a name, the connector gets the name of the document. */
export type GivenOptions = Omit<ImportOptions, "name"> & { name?: string };

/**
 * Makes a connector file from the API description at a path or an address.
 * @throws ConnectorError `config_error`
 */
export async function importDocument(source: string, given: GivenOptions): Promise<Imported> {
  // Other commands do not need the importers.
  const { importConnector } = await import("../../src/import/index.ts");
  const { text, address } = await readSource(source, given.allowLoopback ?? false);
  return importConnector(text, { name: nameOf(source), ...given, address });
}

/** `./specs/Acme_API.v2.yaml` becomes `acme-api`. */
function nameOf(source: string): string {
  const base = basename(source.replace(/[?#].*$/, "")).replace(/\..*$/, "");
  const name = base.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, ""); // prettier-ignore
  return name === "" ? "imported" : name.slice(0, 60);
}
