import { sha256 } from "../core/ground/hash.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { at, type Dict, isDict } from "../core/ground/json.ts";
import { changeDocument } from "./change-document.ts";
import { discoveryDraft } from "./discovery/discovery-draft.ts";
import type { Draft, Imported } from "./draft.ts";
import { makeFile } from "./make-file.ts";
import { optionalPackage } from "./optional-package.ts";
import { openApiDraft } from "./openapi/openapi-draft.ts";
import { type Overlay, readOverlay } from "./overlay.ts";
import { parseSource } from "./parse-source.ts";

export type { Imported, ImportReport, Skipped } from "./draft.ts";
export type { Overlay } from "./overlay.ts";
export { hostsOfFile } from "./hosts-of-file.ts";
export { importMcp, type ImportedMcp, type McpImportOptions } from "./mcp/import-mcp.ts";
export type { McpSource } from "./mcp/mcp-source.ts";
export { mcpConnector, type McpConnectorClass, type McpConnectorOptions } from "./mcp/mcp-connector.ts";
export type { McpFile, McpPart, PinnedTool } from "./mcp/mcp-file.ts";

export interface ImportOptions {
  /** The connector's name: lower-case letters, digits and hyphens. */
  name: string;
  /** The overlay, as text (YAML or JSON) or as a value. An OpenAPI Overlay is accepted too. */
  overlay?: string | object | undefined;
  /** The address of the API. Default: the address in the source. The overlay's `server` replaces both. */
  server?: string | undefined;
  /** The address from which the source was read, for documents with addresses such as `/v1`. */
  address?: string | undefined;
  /** Whether the connector can send requests to this computer over http. Default: false. */
  allowLoopback?: boolean | undefined;
}

/**
 * Makes a connector file from the text of an API description. Sends no request, and reads no other file.
 * @throws ConnectorError `config_error` if the source or the overlay cannot be used
 */
export async function importConnector(source: string, options: ImportOptions): Promise<Imported> {
  const { name, server, address, allowLoopback } = options;
  const given = typeof options.overlay === "string" ? await parseSource(options.overlay) : options.overlay;
  const overlay = readOverlay(given ?? {});
  const draft = await draftOf(source, overlay, { server: overlay.server ?? server, address });
  // The address of a GraphQL API contains the path of every request, and the draft has taken it apart.
  const rest = draft.kind === "GraphQL" ? { ...overlay, server: undefined } : overlay;
  return makeFile(draft, { name, overlay: rest, allowLoopback, sha256: hex(await sha256(source)) });
}

interface Place {
  server: string | undefined;
  address: string | undefined;
}

async function draftOf(source: string, overlay: Overlay, place: Place): Promise<Draft> {
  const { document: changes = [] } = overlay;
  if (isGraphqlText(source) && changes.length > 0)
    throw new ConnectorError("config_error", "The text of a GraphQL schema has no JSONPaths.", {
      path: "overlay.document",
      hint: "Use only and hide of the overlay.",
    });
  if (isGraphqlText(source)) return graphqlOf(source, overlay, place);
  const given = await parseSource(source);
  if (changes.length === 0) return draftOfDocument(given, overlay, place);
  const { document, missing } = await changeDocument(given, changes);
  const draft = await draftOfDocument(document, overlay, place);
  const says = missing.map((target) => ({
    says: `The overlay changes ${target}, which the document does not have.`,
  }));
  return { ...draft, guesses: [...draft.guesses, ...says] };
}

async function draftOfDocument(root: Dict, overlay: Overlay, place: Place): Promise<Draft> {
  if (typeof root.openapi === "string") return openApiDraft(root, place);
  if (String(root.swagger) === "2.0" || root.swagger === 2) return openApiDraft(await upgraded(root), place);
  if (root.kind === "discovery#restDescription") {
    const draft = discoveryDraft(root);
    return { ...draft, endpoint: place.server ?? draft.endpoint };
  }
  if (isDict(at(root, "data.__schema") ?? root.__schema)) return graphqlOf(root, overlay, place);
  throw new ConnectorError("config_error", "The source is not a known API description.", {
    path: "source",
    hint: "Give an OpenAPI document, a Google Discovery document, or a GraphQL schema.",
  });
}

/** Returns whether a text has a line that only GraphQL's schema language has: `type Query {`. */
const isGraphqlText = (text: string): boolean =>
  /^(?:extend )?(?:(?:type|input|interface|enum) \w+[^:\n]*|schema *)\{/m.test(text.slice(0, 1_000_000));

/** `source`: the text of a schema, or the result of an introspection query. */
async function graphqlOf(source: string | Dict, overlay: Overlay, { server = "" }: Place): Promise<Draft> {
  const { graphqlDraft } = await optionalPackage("graphql", "A GraphQL schema", () => import("./graphql/graphql-draft.ts")); // prettier-ignore
  const own = Object.entries(overlay.actions ?? {}).flatMap(([name, changes]) =>
    [changes].flat().flatMap(({ selection }) => (selection === undefined ? [] : [[name, selection]])),
  );
  const ownSelections = Object.fromEntries(own) as Record<string, string>;
  return graphqlDraft(source, { endpoint: server, selections: overlay.selections, ownSelections });
}

/** Converts a document of OpenAPI 2.0. */
async function upgraded(root: Dict): Promise<Dict> {
  const { upgrade } = await optionalPackage("@scalar/openapi-upgrader", "A document of OpenAPI 2.0 (Swagger)", () => import("@scalar/openapi-upgrader")); // prettier-ignore
  const result: unknown = upgrade(root, "3.1");
  if (isDict(result)) return result;
  throw new ConnectorError("config_error", "The document of OpenAPI 2.0 cannot be converted.", {
    path: "source",
  });
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
