import { ConnectorError } from "agent-connectors";
import { isOfStore } from "../operations/errors-for-callers.ts";
import {
  findableTypes,
  type ConnectorClass,
  type ConnectorTypes,
  type OpenableType,
} from "../platforms/connector-types.ts";
import { customName, customType, type TypesOf } from "../platforms/organization-types.ts";
import { activeCustomTypes, findCustomType } from "../store/definitions/custom-types.ts";
import type { CustomTypeRow } from "../store/definitions/definition-row.ts";
import { findDefinitionFile, refuseDefinitionFile } from "../store/definitions/definition-versions.ts";
import type { Store } from "../store/store.ts";
import { compileDefinition } from "./read-definition.ts";

/** The compiled definitions in memory are made from at most so many characters. */
const maxCharacters = 32_000_000;

/**
 * Adds the types that an organization has uploaded to the types that every organization has. Every look-up of such a type
 * reads from the store which version is active, so that all replicas use the same version at once.
 * @param make makes a type of a compiled definition. Undefined if organizations cannot upload definitions
 */
export function createTypesOf(
  { db }: Pick<Store, "db">,
  shared: ConnectorTypes,
  make: ((connector: ConnectorClass) => OpenableType) | undefined,
): TypesOf {
  if (!make) return async () => shared;
  const compiled = new Map<string, { type: OpenableType; characters: number }>();
  let characters = 0;
  const used = (key: string): OpenableType | undefined => {
    const known = compiled.get(key);
    if (!known) return undefined;
    // A `Map` keeps the order of insertion, so its first type is the least recently used.
    compiled.delete(key);
    compiled.set(key, known);
    return known.type;
  };
  const open = async (row: CustomTypeRow | undefined): Promise<OpenableType | undefined> => {
    if (row?.version == null) return undefined;
    const key = `${row.name}/${row.hash}`;
    const known = used(key);
    if (known) return known;
    const active = { ...row, version: row.version, hash: row.hash! };
    const file = await findDefinitionFile(db, active);
    if (file === undefined) {
      // Another version may be active now, and this one deleted.
      const now = await findCustomType(db, row.organization_id, row.name);
      if (now?.version !== row.version || now.hash !== row.hash) return open(now);
      return refuseDefinitionFile(db, active);
    }
    // Another request may have compiled the file meanwhile.
    const other = used(key);
    if (other) return other;
    const made = make(compileDefinition(file));
    const name = customType(row.name);
    const type: OpenableType = {
      ...made,
      name,
      published: name,
      definitionId: name,
      // People must not take the type of an organization for one that the operator offers.
      title: `${made.title} (custom)`,
      version: active.hash,
    };
    compiled.set(key, { type, characters: file.length });
    characters += file.length;
    for (const [oldest, { characters: freed }] of compiled) {
      if (characters <= maxCharacters || oldest === key) break;
      compiled.delete(oldest);
      characters -= freed;
    }
    return type;
  };
  return async (organization, type) => {
    const name = type === undefined ? undefined : customName(type);
    if (type !== undefined && name === undefined) return shared;
    const found: OpenableType[] = [];
    const add = (one: OpenableType | undefined) => void (one && found.push(one));
    if (name !== undefined) add(await open(await findCustomType(db, organization, name)));
    // One after another, so that other requests get their turn between two compilations.
    else for (const row of await activeCustomTypes(db, organization)) add(await open(row).catch(leftOut));
    return found.length === 0 ? shared : findableTypes([...shared.all, ...found]);
  };
}

/** One definition that was changed, or that this release does not accept any more, must not take the other types away. */
function leftOut(error: unknown): undefined {
  if (!ConnectorError.is(error) || isOfStore(error)) throw error;
}
