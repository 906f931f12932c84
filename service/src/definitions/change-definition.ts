import { ConnectorError, type Clock } from "agent-connectors";
import type { DefinitionLimits } from "../limits/limit-values.ts";
import type { Actor, Audit } from "../operations/audit.ts";
import { customType } from "../platforms/organization-types.ts";
import { findCustomType, listCustomTypes, saveCustomType } from "../store/definitions/custom-types.ts";
import type { CustomTypeRow } from "../store/definitions/definition-row.ts";
import {
  activeCharacters,
  addDefinition,
  deleteDefinition,
  findDefinitionFile,
  listDefinitions,
  refuseDefinitionFile,
  setActivated,
  type DefinitionVersion,
} from "../store/definitions/definition-versions.ts";
import { lockOrganization } from "../store/protected-rows/change-rows.ts";
import type { Db, Store } from "../store/store.ts";
import { uuid } from "../store/uuid.ts";
import { compileDefinition, type ReadDefinition } from "./read-definition.ts";

export interface DefinitionServices {
  store: Store;
  audit: Pick<Audit, "write">;
  clock: Clock;
}

/** The versions and types of an organization. */
export interface Definitions {
  versions: readonly DefinitionVersion[];
  types: readonly CustomTypeRow[];
}

export const readDefinitions = async (db: Db, organization: string): Promise<Definitions> => ({
  versions: await listDefinitions(db, organization),
  types: await listCustomTypes(db, organization),
});

/** Calls `run` in a transaction. Only one such transaction of an organization runs at a time. */
const change = <T>(
  { store }: DefinitionServices,
  { organization }: Actor,
  run: (db: Db, found: Definitions) => Promise<T>,
): Promise<T> =>
  store.transaction(async (db) => {
    await lockOrganization(db, organization);
    return run(db, await readDefinitions(db, organization));
  }, organization);

/**
 * Stores a version, which is not active yet. A repeated upload returns the version that has this content.
 * @throws ConnectorError `validation_error` if the file names other hosts than the operator has confirmed for this name, or if
 * there are too many versions
 */
export const uploadDefinition = (
  services: DefinitionServices,
  actor: Actor,
  { name, hash, hosts, text }: ReadDefinition & { text: string },
  limits: DefinitionLimits,
): Promise<DefinitionVersion> =>
  change(services, actor, async (db, { versions, types }) => {
    const ofName = versions.filter((one) => one.name === name);
    const same = ofName.find((one) => one.hash === hash);
    if (same) return same;
    const type = types.find((one) => one.name === name);
    if (type?.hash != null) checkHosts(type, hosts);
    const names = new Set([...versions, ...types].map((one) => one.name));
    if (!names.has(name) && names.size >= limits.names)
      throw refused(`An organization can have ${limits.names} names of definitions.`, "Upload a new version of one of them, or delete all versions of a name whose hosts are not confirmed."); // prettier-ignore
    if (ofName.length >= limits.versions)
      throw refused(`There are ${limits.versions} versions of ${name} already.`, "Delete a version that is not needed."); // prettier-ignore
    const now = services.clock.now();
    const row = {
      id: uuid(now),
      organization_id: actor.organization,
      name,
      version: Math.max(0, ...ofName.map(({ version }) => version)) + 1,
      hash,
      hosts: JSON.stringify(hosts),
      application_id: actor.application ?? null,
      created_at: now,
      activated_at: null,
    };
    await addDefinition(db, { ...row, file: text });
    await services.audit.write(db, "definition.upload", actor, undefined, detailOf(row));
    return row;
  });

/**
 * Lets an organization send the credentials of `custom/<name>` to these hosts.
 * @throws ConnectorError `validation_error` if no version names exactly these hosts, or if the type was active with other ones
 */
export const confirmHosts = (
  services: DefinitionServices,
  actor: Actor,
  { name, hosts, by }: { name: string; hosts: readonly string[]; by: string },
): Promise<CustomTypeRow> =>
  change(services, actor, async (db, { versions }) => {
    const given = JSON.stringify([...new Set(hosts)].sort());
    // This also notices that somebody has deleted the row.
    const type = await findCustomType(db, actor.organization, name);
    if (type?.hosts === given) return type;
    if (type?.hash != null)
      throw refused(`The hosts of ${customType(name)} are confirmed, and cannot change.`, keptHosts(type));
    const ofName = versions.filter((one) => one.name === name);
    if (!ofName.some((one) => one.hosts === given))
      throw refused(
        `No version of ${name} names exactly these hosts.`,
        ofName.length === 0
          ? "The organization must upload its definition first."
          : `Its newest version names: ${hostsOf(ofName.at(-1)!).join(", ")}.`,
      );
    const now = services.clock.now();
    const row = {
      id: type?.id ?? uuid(now),
      organization_id: actor.organization,
      name,
      hosts: given,
      confirmed_by: by,
      confirmed_at: now,
      version: null,
      hash: null,
    };
    await saveCustomType(db, row);
    await services.audit.write(db, "definition.confirm", actor, undefined, { type: customType(name), hosts: JSON.parse(given) as unknown }); // prettier-ignore
    return row;
  });

/**
 * Lets all connectors of the type use a version from their next call on.
 * @throws ConnectorError `not_found`, `validation_error` if the operator has not confirmed the hosts
 */
export const activateDefinition = (
  services: DefinitionServices,
  actor: Actor,
  named: { name: string; version: number },
  limits: DefinitionLimits,
): Promise<void> =>
  change(services, actor, async (db, { versions }) => {
    const row = existing(versions, named);
    const type = await findCustomType(db, actor.organization, row.name);
    const hosts = hostsOf(row);
    if (!type || (type.hash === null && type.hosts !== row.hosts))
      throw refused(
        `The operator has not confirmed the hosts of ${customType(row.name)} yet: ${hosts.join(", ")}.`,
        `The operator runs: agent-connectors-service definitions confirm ${actor.application ?? "<client id>"} ${row.name} ${hosts.join(" ")}`,
      );
    checkHosts(type, hosts);
    const file = (await findDefinitionFile(db, row)) ?? refuseDefinitionFile(db, row);
    const others = await activeCharacters(db, actor.organization, row.name);
    if (others + file.length > limits.activeCharacters)
      throw refused(
        `All active definitions together can have ${limits.activeCharacters} characters.`,
        "Delete the active version of another type, or leave out actions that nobody needs.",
      );
    // A file of an earlier release may have become invalid.
    compileDefinition(file);
    await saveCustomType(db, { ...type, version: row.version, hash: row.hash });
    await setActivated(db, row, services.clock.now());
    await services.audit.write(db, "definition.activate", actor, undefined, detailOf(row));
  });

/**
 * Deletes a version. If it is active, the connectors of the type cannot be used until another version is active.
 * @throws ConnectorError `not_found`
 */
export const removeDefinition = (
  services: DefinitionServices,
  actor: Actor,
  named: { name: string; version: number },
): Promise<void> =>
  change(services, actor, async (db, { versions, types }) => {
    const row = existing(versions, named);
    const type = types.find(({ name, version }) => name === row.name && version === row.version);
    if (type) await saveCustomType(db, { ...type, version: null });
    await deleteDefinition(db, row);
    await services.audit.write(db, "definition.delete", actor, undefined, detailOf(row));
  });

/** @throws ConnectorError `not_found` */
export function existing(
  versions: readonly DefinitionVersion[],
  { name, version }: { name: string; version: number },
): DefinitionVersion {
  const found = versions.find((one) => one.name === name && one.version === version);
  if (found) return found;
  throw new ConnectorError("not_found", "There is no such version of a definition.", {
    path: "version",
    hint: "GET /v1/integrations/definitions lists the versions.",
  });
}

export const hostsOf = ({ hosts }: { hosts: string }): string[] => JSON.parse(hosts) as string[];

/** Credentials may have been stored for the confirmed hosts, so a type that was active keeps them. */
function checkHosts(type: CustomTypeRow, hosts: readonly string[]): void {
  const confirmed = hostsOf(type);
  const other = hosts.filter((host) => !confirmed.includes(host));
  if (other.length > 0)
    throw refused(
      `These hosts are not confirmed for ${customType(type.name)}: ${other.join(", ")}.`,
      keptHosts(type),
    );
}

const keptHosts = (type: CustomTypeRow): string =>
  `Confirmed: ${hostsOf(type).join(", ")}. The credentials of its connectors can go to no other host, so give a definition with other hosts another name.`;

const detailOf = ({ name, version, hash }: DefinitionVersion) => ({ type: customType(name), version, hash });

const refused = (message: string, hint: string) =>
  new ConnectorError("validation_error", message, { path: "file", hint });
