import type { CompiledConnector } from "../../src/core/contract/compiled-connector.ts";
import type { PackedAction, PackedSchemas } from "../../src/core/schema/packed-schemas.ts";

/** Returns the source of a module that loads the schemas of all actions from the module `schemas`. */
export const compiledModule = (packedSchemas: string, schemas: string): string =>
  [
    `import { packedSchemas } from ${JSON.stringify(packedSchemas)};`,
    `export const schemas = /* @__PURE__ */ packedSchemas(async () => (await import(${JSON.stringify(schemas)})).json);`,
    "",
  ].join("\n");

/**
 * Returns the source of a module with the schemas of all actions. The code of the actions contains all other data
 * about the actions.
 */
export const schemasModule = (file: CompiledConnector): string =>
  `export const json = ${quoted(JSON.stringify(packSchemas(file)))};\n`;

/** Packs the schemas of all actions. A long part that occurs several times is written only once. */
export function packSchemas({ actions }: CompiledConnector): PackedSchemas {
  const schemas = Object.values(actions).flatMap((entity) =>
    Object.values(entity).flatMap(({ params, result }) => [params, result]),
  );
  const counts = new Map<string, number>();
  for (const schema of schemas) count(schema, counts);
  const parts: unknown[] = [];
  const indexes = new Map<string, number>();

  const pack = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    const key = JSON.stringify(value);
    const known = indexes.get(key);
    if (known !== undefined) return { $: known };
    const packed: unknown = Array.isArray(value)
      ? value.map(pack)
      : mapValues(value as Record<string, unknown>, pack);
    if (counts.get(key) === 1 || key.length < shortest) return packed;
    indexes.set(key, parts.length);
    return { $: parts.push(packed) - 1 };
  };
  return {
    parts,
    actions: mapValues(actions, (entity) =>
      mapValues(entity, ({ params, result, signature }): PackedAction => ({
        signature,
        params: pack(params),
        ...(result ? { result: pack(result) } : {}),
        ...(result?.type === "array" ? { isArray: true } : {}),
      })),
    ),
  };
}

/** The number of characters from which a part is long. */
const shortest = 20;

/** Returns a string literal in single quotes, in which the double quotes of JSON need no escapes. */
const quoted = (json: string): string =>
  `'${json.replace(/[\\']/g, "\\$&").replace(/[\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16)}`)}'`;

const mapValues = <T, U>(object: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));

/** Counts how often each value occurs. The parts of a repeated value are counted only once. */
function count(value: unknown, counts: Map<string, number>): void {
  if (typeof value !== "object" || value === null) return;
  const key = JSON.stringify(value);
  const known = counts.get(key) ?? 0;
  counts.set(key, known + 1);
  if (known === 0) for (const inner of Object.values(value)) count(inner, counts);
}

/**
 * Returns a module that exports a plain object with the entities, which are plain objects with their actions. With `import *
 * as`, each object would have a getter for each member, and these getters would take a tenth of the CPU time of an import.
 */
export function entitiesModule({ actions }: Pick<CompiledConnector, "actions">): string {
  const lines = Object.entries(actions).flatMap(([entity, known]) => {
    const names = Object.keys(known).toSorted();
    const imported = names.map((name) => `${name} as ${entity}_${name}`);
    const members = names.map((name) => `${JSON.stringify(name)}: ${entity}_${name}`);
    return [
      `import { ${imported.join(", ")} } from "./${entity}.ts";`,
      `const ${entity} = { ${members.join(", ")} };`,
    ];
  });
  return `${lines.join("\n")}\nexport const entities = { ${Object.keys(actions).join(", ")} };\n`;
}

/** Makes a module import the object with the entities. */
export const withEntities = (code: string): string =>
  code.replace(
    'import * as entities from "./entities/index.ts"',
    'import { entities } from "./entities/index.ts"',
  );
