import {
  getNamedType,
  type GraphQLSchema,
  isCompositeType,
  isLeafType,
  Kind,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from "graphql";
import type { JsonSchema } from "../../core/contract/json-schema.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { cut } from "../../core/ground/json.ts";
import type { Draft, DraftAction, Skipped } from "../draft.ts";
import { guessEffect } from "../guess-effect.ts";
import { argumentTexts, rootArguments } from "./arguments.ts";
import { checkSelections } from "./check-selections.ts";
import { pagingOf, type RootField, unsafeNames } from "./connection.ts";
import { endpointOf, headOf } from "./graphql-head.ts";
import { createRootNames, type RootName } from "./graphql-names.ts";
import { readSchema } from "./read-schema.ts";
import { resultSchema } from "./result-schema.ts";
import { type RootRecord, rootRecord, rootSelection } from "./root-selection.ts";
import { leafSchema } from "./scalar-schema.ts";
import { createSelector, type Selector } from "./selection.ts";

export interface GraphqlOptions {
  /** The address of the API: `https://api.linear.app/graphql`. */
  endpoint: string;
  /** The name of the platform. */
  title?: string | undefined;
  /** How many levels of objects inside a record are read. Default: 1. */
  depth?: number | undefined;
  /**
   * What to read of a record, as the text of a selection: `id title state { name }`. The key is the name of a type, a
   * root field (`issues`) or an action (`issues.list`).
   */
  selections?: Readonly<Record<string, string>> | undefined;
  /** Selections of single actions. Their keys are names of root fields or actions. The caller checks these keys. */
  ownSelections?: Readonly<Record<string, string>> | undefined;
}

interface Root {
  field: RootField;
  kind: "query" | "mutation";
  record: RootRecord;
}

const maxActions = 5000;

/**
 * Reads a GraphQL schema. Every query and every mutation becomes an action with a fixed document.
 * @param source the schema as text, or the JSON result of an introspection query
 * @throws ConnectorError `config_error` if the schema, the address or a selection cannot be used
 */
export function graphqlDraft(source: unknown, options: GraphqlOptions): Draft {
  const { depth = 1 } = options;
  const selections = { ...options.selections, ...options.ownSelections };
  const schema = readSchema(source);
  const address = endpointOf(options.endpoint);
  const selector = createSelector(schema, Math.max(0, Math.min(depth, 4)), selections);
  const roots = rootsOf(schema);
  const skipped: Skipped[] = [];
  const usable = roots.slice(0, maxActions).filter(({ field, kind }) => {
    const reason = skipReason(field);
    if (reason !== undefined) skipped.push({ source: `${kind} ${field.name}`, reason });
    return reason === undefined;
  });
  if (roots.length > maxActions) skipped.push({ source: "further fields", reason: `A connector has at most ${maxActions} actions.` }); // prettier-ignore
  const shapes = usable.map(({ field, kind, record }) => ({
    field: field.name,
    kind,
    record: isCompositeType(record.type) ? record.type.name : undefined,
    isList: record.isList,
    needsArguments: field.args.some(({ type }) => String(type).endsWith("!")),
  }));
  const nameOf = createRootNames(shapes);
  const actions: DraftAction[] = [];
  for (const [index, root] of usable.entries()) {
    const made = actionOf(root, nameOf(shapes[index]!), { schema, selector, selections, path: address.path });
    if (typeof made === "string") skipped.push({ source: `${root.kind} ${root.field.name}`, reason: made });
    else actions.push(made);
  }
  checkSelections(Object.keys(options.selections ?? {}), schema, actions, skipped);
  return {
    ...headOf(schema, address.endpoint, options.title ?? "", actions),
    actions,
    skipped,
    isSelected: Object.keys(selections).length > 0,
  };
}

function rootsOf(schema: GraphQLSchema): Root[] {
  const fields = (kind: Root["kind"]) => {
    const type = kind === "query" ? schema.getQueryType() : schema.getMutationType();
    return Object.values(type?.getFields() ?? {}).map((field) => ({
      field,
      kind,
      record: rootRecord(field, kind),
    }));
  };
  return [...fields("query"), ...fields("mutation")];
}

function skipReason({ name, deprecationReason }: RootField): string | undefined {
  if (deprecationReason != null) return `The platform has deprecated it: ${cut(deprecationReason, 200)}`;
  if (name.startsWith("_")) return "Its name says that it is internal.";
  return unsafeNames.has(name) ? "A field of a response cannot have its name." : undefined;
}

/** Actions that change an existing record, in which null clears a value. */
const clears = /(^|_)(update|upsert|edit|set)(_|$)/;

interface Parts {
  schema: GraphQLSchema;
  selector: Selector;
  selections: Readonly<Record<string, string>>;
  path: string;
}

function actionOf(
  { field, kind, record }: Root,
  { entity, action }: RootName,
  parts: Parts,
): DraftAction | string {
  const { schema, selector, selections, path } = parts;
  const source = `${kind} ${field.name}`;
  const key = [source, `${entity}.${action}`].find((one) => Object.hasOwn(selections, one));
  const selection = rootSelection(field, record, selector, key === undefined ? undefined : selections[key]);
  const pages = kind === "query" && selection.isList ? pagingOf(field, selection.connection) : undefined;
  const paged = pages && "cursor" in pages.paging ? [pages.paging.cursor, pages.paging.limit ?? ""] : [];
  const read = rootArguments(field, pages?.unused ?? [], paged, kind === "mutation" && clears.test(action));
  if (typeof read === "string") return read;
  const { variables, passed } = argumentTexts(read.used);
  const document = `${kind} ${field.name}${variables}{${field.name}${passed}${selection.text}}`;
  const set = selectionOf(schema, document, Object.keys(selections).length > 0);
  if (typeof set === "string") return set;

  const item = itemSchema(schema, field, set, selection.inside);
  const names = { method: "POST", names: [action], last: action.startsWith("create") ? entity : undefined };
  const description = field.description?.slice(0, 5000) ?? "";
  return {
    source,
    entity,
    action,
    otherNames: [field.name],
    description: description === "" ? `${kind === "query" ? "Read" : "Run"} ${field.name}.` : description,
    params: read.params,
    result: selection.isList && !pages ? { type: "array", items: item } : item,
    effect: kind === "query" ? "read" : guessEffect({ ...names, summary: description }).effect,
    operation: {
      method: "POST",
      path,
      body: { kind: "graphql", document },
      ...(Object.keys(read.wires).length > 0 ? { arguments: read.wires } : {}),
      ...(selection.errors ? { errors: selection.errors } : {}),
      ...(pages ? { paging: pages.paging } : {}),
      docs: "",
    },
    pick: ["data", field.name, ...selection.inside].join("."),
  };
}

/**
 * Parses and validates a document. Returns the selection of its root field, or undefined if the root field is a value.
 * Returns a sentence if the document is invalid.
 */
function selectionOf(
  schema: GraphQLSchema,
  document: string,
  hasSelections: boolean,
): SelectionSetNode | string | undefined {
  let problem: string | undefined;
  try {
    const parsed = parse(document, { noLocation: true });
    problem = validate(schema, parsed, hasSelections ? specifiedRules : mergeRules)[0]?.message;
    const [definition] = parsed.definitions;
    const root =
      definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet.selections[0] : undefined;
    if (problem === undefined) return root?.kind === Kind.FIELD ? root.selectionSet : undefined;
  } catch (error) {
    problem = (error as Error).message;
  }
  // Only a person's selection can be wrong in a way that the person can correct.
  if (!hasSelections) return `Its document is not valid: ${cut(problem, 200)}`;
  throw new ConnectorError("config_error", `A selection is not valid: ${cut(problem, 200)}`, {
    path: "selections",
    hint: `Correct the selection. It makes the document ${cut(document, 300)}`,
  });
}

/**
 * The only rule that a document without chosen selections could break. The other rules take a hundred times longer, and
 * there can be thousands of documents.
 */
const mergeRules = [OverlappingFieldsCanBeMergedRule];

/** Returns the schema of the record, or of an item of the list. */
function itemSchema(
  schema: GraphQLSchema,
  field: RootField,
  selection: SelectionSetNode | undefined,
  inside: readonly string[],
): JsonSchema {
  const type = getNamedType(field.type);
  if (isLeafType(type)) return leafSchema(type);
  const whole = selection ? resultSchema(schema, type, selection) : {};
  const found = inside.reduce<JsonSchema | undefined>((here, name) => here?.properties?.[name], whole) ?? {};
  return inside.length > 0 && found.type === "array" ? (found.items ?? {}) : found;
}
