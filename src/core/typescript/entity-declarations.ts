import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import { effects } from "../contract/effect.ts";
import type { DeclarationOptions } from "../contract/tool.ts";
import { foldName } from "../ground/similar-names.ts";
import { withParamSets } from "../schema/param-sets.ts";
import { chooseActions, type ChoiceParts } from "../tool/offer/choose-actions.ts";
import { noActions } from "../tool/offer/offered-actions.ts";
import { checkToolOptions } from "../tool/offer/tool-options.ts";
import { dataText } from "./data-text.ts";
import { describeType } from "../schema/signature.ts";
import { type FieldNotes, withFieldNotes } from "./field-notes.ts";
import { docComment, fieldComment } from "./doc-comment.ts";
import { createNamedTypes, type Style, type DeclaredAction } from "./named-types.ts";
import { freeName, pascalCase, propertyKey, singular } from "./names.ts";

const style: Style = {
  comment: fieldComment,
  lines: true,
  short: false,
  maxValues: Infinity,
  maxDepth: Infinity,
};

/**
 * Returns declarations that export an interface such as `ShopConnector`, which has the chosen actions. Default: all
 * actions.
 * @throws ConnectorError `config_error`
 */
export async function declarationsOf(parts: ChoiceParts, options: DeclarationOptions = {}): Promise<string> {
  checkToolOptions(options, ["effects", "include", "exclude", "actions"]);
  const { connector, lookup } = parts;
  const notes = (await connector.fieldNotes?.()) ?? {};
  if (Object.values(options).every((value) => value === undefined))
    return entityDeclarations(
      connector,
      notes,
      await Promise.all(lookup.all.map(([entity, action]) => lookup.compile(entity, action))),
    );
  const { offered } = await chooseActions(parts, { effects, ...options });
  if (offered.size === 0) throw noActions();
  return entityDeclarations(connector, notes, [...offered.values()]);
}

/** Editors show the descriptions of the actions, their params and the fields of their results. */
function entityDeclarations(
  { name, title }: Pick<ConnectorDefinition, "name" | "title">,
  notes: FieldNotes,
  compiled: readonly CompiledAction[],
): string {
  const actions = compiled.map((one) => withNotes(one, notes));
  // The title has the platform's capital letters: `GitHub` for `github`.
  const pascal = pascalCase(foldName(title) === foldName(name) ? title : name);
  const taken = new Set(["Action", "ConnectorBase", "Method"].concat(["Entities", "Methods", "Connector"].map((end) => pascal + end))); // prettier-ignore
  const entities = new Map<string, DeclaredAction[]>();
  for (const one of actions) entities.set(one.entity, [...(entities.get(one.entity) ?? []), one]);
  const methodTypes = new Map([...entities.keys()].map((entity) => [entity, freeName(taken, `${pascalCase(entity)}Methods`)])); // prettier-ignore
  const params = new Map(actions.map((one) => [one, freeName(taken, `${pascalCase(singular(one.entity))}${pascalCase(one.action)}Params`)])); // prettier-ignore
  const types = createNamedTypes(actions, style, [...taken]);

  const methods = [...entities].map(([entity, list]) => {
    const lines = list.map(
      (one) =>
        `${actionComment(one)}  readonly ${propertyKey(one.action)}: Method<${pascal}Entities["${entity}"]["${one.action}"], Context>;`,
    );
    return `export interface ${methodTypes.get(entity)}<Context = unknown> {\n${lines.join("\n")}\n}`;
  });
  // Without names of their own, the types of the entities cost the compiler less.
  const calls = [...entities].map(([entity, list]) => {
    const lines = list.map(
      (one) =>
        `    readonly ${propertyKey(one.action)}: Action<${params.get(one)}, ${dataText(one, types, "    ")}, ${one.definition.paginated}>;`,
    );
    return `  readonly ${propertyKey(entity)}: {\n${lines.join("\n")}\n  };`;
  });
  const paramTypes = actions.flatMap((one) =>
    types.declare(params.get(one)!, one.json, "params").map((text) => `export ${text}`),
  );
  return [
    'import type { Action, ConnectorBase, Method } from "agent-connectors/toolkit";',
    "",
    `export interface ${pascal}Connector extends ConnectorBase<${pascal}Entities>, ${pascal}Methods {}`,
    `export interface ${pascal}Methods<Context = unknown> {`,
    ...[...methodTypes].map(([entity, type]) => `  readonly ${propertyKey(entity)}: ${type}<Context>;`),
    "}",
    `export interface ${pascal}Entities {`,
    ...calls,
    "}",
    ...methods,
    ...paramTypes,
    ...types.declarations().map((one) => `export ${one}`),
    "",
  ].join("\n");
}

function actionComment({ entity, action, definition, operation }: DeclaredAction): string {
  const call = `connector.${entity}.${action}(${exampleText(definition.example)})`;
  const tags = [`@example ${call}`, ...(operation?.docs ? [`@see ${operation.docs}`] : [])];
  return docComment(definition.description, tags, "  ");
}

/** Adds what the schemas for models leave out: notes about fields, and the types of values that are not JSON. */
function withNotes(one: CompiledAction, notes: FieldNotes): DeclaredAction {
  const json = withFieldNotes(paramsOf(one), notes, one.entity);
  const described = Object.entries(json.properties ?? {}).map(([name, param]) => {
    const description = param.description ?? describeType(param);
    return [name, { ...param, description }] as const;
  });
  const record = one.record && withFieldNotes(one.record, notes, one.entity);
  const { entity, action, definition, operation, schemas } = one;
  const withDescriptions = { ...json, properties: Object.fromEntries(described) };
  return { entity, action, definition, operation, schemas, json: withDescriptions, record };
}

/** Adds the types that the schema for models leaves out. */
function paramsOf({ json, schemas, definition }: CompiledAction): JsonSchema {
  const source = schemas.params.properties ?? {};
  const properties = Object.entries(json.properties ?? {}).map(([name, one]) => {
    const { typescript } = Object.hasOwn(source, name) ? source[name]! : {};
    return [name, typescript === undefined ? one : { ...one, typescript }];
  });
  return withParamSets({ ...json, properties: Object.fromEntries(properties) as never }, definition);
}

const exampleText = (example: unknown): string =>
  Object.keys((example as object | undefined) ?? {}).length === 0 ? "" : jsText(example);

/** Returns a value in the syntax of JavaScript, with spaces and without needless quotes. */
function jsText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsText).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).map(([key, inner]) => `${propertyKey(key)}: ${jsText(inner)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}
