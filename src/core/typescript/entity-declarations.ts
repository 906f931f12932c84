import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { effects } from "../contract/effect.ts";
import type { DeclarationOptions } from "../contract/tool.ts";
import { chooseActions, type ChoiceParts } from "../tool/offer/choose-actions.ts";
import { noActions } from "../tool/offer/offered-actions.ts";
import { checkToolOptions } from "../tool/offer/tool-options.ts";
import { dataText } from "./data-text.ts";
import { docComment, fieldComment } from "./doc-comment.ts";
import { createNamedTypes, type Style } from "./named-types.ts";
import { freeName, pascalCase, propertyKey, singular } from "./names.ts";

const style: Style = {
  comment: fieldComment,
  lines: true,
  short: false,
  maxValues: Infinity,
  maxDepth: Infinity,
};

/**
 * Returns the declarations of an interface with the chosen entities and actions, for the type
 * `Connector<ShopEntities>`. Default: all actions.
 * @throws ConnectorError `config_error`
 */
export async function declarationsOf(parts: ChoiceParts, options: DeclarationOptions = {}): Promise<string> {
  checkToolOptions(options, ["effects", "include", "exclude", "actions"]);
  const { connector, lookup } = parts;
  if (Object.values(options).every((value) => value === undefined))
    return entityDeclarations(
      connector,
      await Promise.all(lookup.all.map(([entity, action]) => lookup.compile(entity, action))),
    );
  const { offered } = await chooseActions(parts, { effects, ...options });
  if (offered.size === 0) throw noActions();
  return entityDeclarations(connector, [...offered.values()]);
}

/** Editors show the descriptions of the actions, their params and the fields of their results. */
function entityDeclarations(
  { name, title }: Pick<ConnectorDefinition, "name" | "title">,
  actions: readonly CompiledAction[],
): string {
  const main = `${pascalCase(name)}Entities`;
  const taken = new Set(["Action", main]);
  const entities = new Map<string, CompiledAction[]>();
  for (const one of actions) entities.set(one.entity, [...(entities.get(one.entity) ?? []), one]);
  const groups = new Map([...entities.keys()].map((entity) => [entity, freeName(taken, `${pascalCase(entity)}Actions`)])); // prettier-ignore
  const params = new Map(actions.map((one) => [one, freeName(taken, `${pascalCase(singular(one.entity))}${pascalCase(one.action)}Params`)])); // prettier-ignore
  const types = createNamedTypes(actions, style, [...taken]);

  const interfaces = [...entities].map(([entity, list]) => {
    const lines = list.map((one) => {
      const { definition, operation, action } = one;
      const call = `connector.${entity}.${action}(${exampleText(definition.example)})`;
      const tags = [`@example ${call}`, ...(operation?.docs ? [`@see ${operation.docs}`] : [])];
      const comment = docComment(definition.description, tags, "  ");
      const type = `Action<${params.get(one)!}, ${dataText(one, types, "  ")}, ${definition.paginated}>`;
      return `${comment}  readonly ${propertyKey(action)}: ${type};\n`;
    });
    return `export interface ${groups.get(entity)!} {\n${lines.join("")}}`;
  });
  const paramTypes = actions.map((one) => `export ${types.declare(params.get(one)!, one.json, "params")}`); // prettier-ignore
  return [
    'import type { Action } from "agent-connectors/toolkit";',
    "",
    `/** The entities of ${title}, with their actions. */`,
    `export interface ${main} {`,
    ...[...groups].map(([entity, group]) => `  readonly ${propertyKey(entity)}: ${group};`),
    "}",
    ...interfaces,
    ...paramTypes,
    ...types.declarations().map((one) => `export ${one}`),
    "",
  ].join("\n");
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
