import type { JsonSchema } from "../../core/contract/json-schema.ts";
import type { Operation } from "../../core/contract/wire/operation.ts";
import { type Dict, isDict } from "../../core/ground/json.ts";
import type { Draft, DraftAction, Guess, Skipped } from "../draft.ts";
import { guessEffect } from "../guess-effect.ts";
import { createNames, type MethodName } from "./discovery-names.ts";
import { listPartsOf } from "./discovery-pages.ts";
import { requestOf } from "./discovery-request.ts";
import { createSchemaReader, type SchemaReader } from "./discovery-schema.ts";
import { maxMethods, type Method, methodsOf, readDocument, textOf } from "./document.ts";
import { headOf } from "./discovery-head.ts";

/**
 * Reads a Google API Discovery document. Every method becomes an action, and a method that can return a file becomes
 * two: one for the record and one for the file. Uploads of files are left out.
 * @param document the parsed JSON
 * @throws ConnectorError `config_error` if the value is no Discovery document
 */
export function discoveryDraft(document: unknown): Draft {
  const source = readDocument(document);
  const all = methodsOf(source);
  const methods = all.slice(0, maxMethods);
  const nameOf = createNames(methods, textOf(source.name) ?? "api");
  const schemas = createSchemaReader(source);
  const docs = textOf(source.documentationLink) ?? "";
  const actions: DraftAction[] = [];
  const skipped: Skipped[] = all.length <= maxMethods ? [] : [{ source: "further methods", reason: `A connector has at most ${maxMethods} actions.` }]; // prettier-ignore
  const constants = new Set<string>();
  for (const method of methods) {
    const made = actionsOf(method, nameOf(method), schemas, docs.startsWith("https://") ? docs : "");
    if (typeof made === "string") skipped.push({ source: method.id, reason: made });
    else {
      actions.push(...made.actions);
      for (const [name, value] of Object.entries(made.constants))
        constants.add(`The param ${name} is always ${value}, which is its default in the document.`);
    }
  }
  const head = headOf(source, methods);
  return {
    ...head,
    actions,
    skipped,
    guesses: [...head.guesses, ...[...constants].map((says) => ({ says }))],
  };
}

function actionsOf(
  method: Method,
  { entity, action }: MethodName,
  schemas: SchemaReader,
  docs: string,
): { actions: DraftAction[]; constants: Readonly<Record<string, string>> } | string {
  const { id, data } = method;
  if (data.deprecated === true) return "The platform has deprecated it.";
  const uploads = data.supportsMediaUpload === true || isDict(data.mediaUpload);
  if (uploads && !isDict(data.request)) return "It uploads a file, and does nothing without the file.";
  const request = requestOf(method, schemas);
  if (typeof request === "string") return request;

  const shared = {
    source: id,
    entity,
    description: (textOf(data.description) ?? id).slice(0, 5000),
    params: request.params,
  };
  const operation: Operation = { ...request.operation, docs };
  const downloads = data.supportsMediaDownload === true;
  const made: DraftAction[] = [];
  if (!downloads || isDict(data.response)) made.push(recordAction(method, { ...shared, action, operation }, request.inputs, schemas)); // prettier-ignore
  if (uploads)
    made[0]!.guesses = [...(made[0]!.guesses ?? []), { says: "It sends no file: uploads are left out." }];
  if (downloads && operation.method === "GET")
    made.push({
      ...shared,
      source: `${id} alt=media`,
      action: made.length === 0 ? action : action === "get" ? "download" : `download_${action}`,
      description: `Download the file. ${shared.description}`,
      effect: "read",
      operation: { ...operation, query: { alt: "media" }, response: { kind: "file" } },
    });
  return made.length === 0 ? "Its response is a file, and its method is not GET." : { actions: made, constants: request.constants }; // prettier-ignore
}

/** The names of methods that only read, although they are sent with POST. */
const readingName = /^(search|query|lookup|count|batchGet|list|get)([A-Z]|$)/;

function recordAction(
  { id, name, data }: Method,
  draft: Omit<DraftAction, "effect">,
  inputs: ReadonlyMap<string, Dict>,
  schemas: SchemaReader,
): DraftAction {
  const { operation } = draft;
  const named = { method: operation.method, names: [name], summary: draft.description };
  const reads =
    operation.method === "POST" && readingName.test(name) && guessEffect(named).effect === "write";
  const effect = reads ? "read" : guessEffect(named).effect;
  const guesses: Guess[] = reads ? [{ about: "effect", says: `It counts as a read, because its name is ${name}, although it is sent with POST.` }] : []; // prettier-ignore
  const response = schemas.resolve(data.response);
  const list = effect === "read" ? listPartsOf(name, inputs, response) : undefined;
  const result = (schema: unknown): JsonSchema => schemas.convert(schema, "response", id);
  if (!list)
    return { ...draft, effect, ...(response ? { result: result(data.response) } : {}), ...(guesses.length > 0 ? { guesses } : {}) }; // prettier-ignore
  const { pick, item, paging, guess } = list;
  const all: Guess[] = [
    ...guesses,
    ...(guess === undefined ? [] : [{ about: "pages" as const, says: guess }]),
  ];
  return {
    ...draft,
    effect,
    params: paging ? withoutParams(draft.params, [paging.kind === "cursor" ? paging.cursor : "", paging.limit ?? ""]) : draft.params, // prettier-ignore
    operation: paging ? { ...operation, paging } : operation,
    pick,
    result: paging ? result(item) : { type: "array", items: result(item) },
    ...(all.length > 0 ? { guesses: all } : {}),
  };
}

/** The package sets the page size and the page token, so callers do not pass them. */
const withoutParams = ({ properties = {}, ...schema }: JsonSchema, names: readonly string[]): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
});
