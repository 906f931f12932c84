import { type ActionDefinition, operationNames } from "../contract/action.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Paging } from "../contract/wire/paging.ts";
import { deepFreeze } from "../ground/deep-freeze.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut } from "../ground/json.ts";
import { lazy } from "../ground/lazy.ts";
import { actionScopes } from "./action-scopes.ts";
import { checkFields, controlParams } from "./control-params.ts";
import { checkParamSets, renameSets } from "./param-sets.ts";
import { type ParamsSchema, paramsFromTrustedSchema } from "./params-schema.ts";
import { recordFields } from "./record-fields.ts";
import { signature } from "./signature.ts";

export type SchemasOf = (
  connector: ConnectorDefinition,
  entity: string,
  action: string,
) => Schemas | Promise<Schemas>;

interface RenamedParams {
  params: ParamsSchema;
  /** The platform's name of each renamed param: `{ platform_fields: "fields" }`. */
  renamed: Readonly<Record<string, string>>;
}

interface Schemas {
  params: ParamsSchema;
  /** Returns the JSON Schema of the result, or undefined if the action declares none. */
  result: () => JsonSchema | undefined;
  isArray: boolean;
  /** The signature from the connector's compiled form, if there is one. */
  signature?: string;
  /**
   * Renames params whose name this package uses for a param of its own, such as `fields`. Absent if the build has
   * already checked the names.
   * @throws ConnectorError `config_error`
   */
  makeRoom?: (controls: readonly string[], paging: Paging | undefined) => RenamedParams;
}

export async function compileAction(
  connector: ConnectorDefinition,
  entity: string,
  action: string,
  schemasOf: SchemasOf,
): Promise<CompiledAction> {
  const {
    entities,
    operations,
    legend = [],
    platformFields = [],
    peopleMaps = [],
    platformMessages = [],
  } = connector;
  const definition = entities[entity]![action]!;
  const operation = operations[operationNames(definition)[0]!];
  const bad = (what: string) =>
    new ConnectorError("config_error", `The definition of ${entity}.${action} is invalid: ${what}`, {
      path: `entities.${entity}.${action}`,
      hint: "This is a fault in the definition of the connector.",
    });

  const read = async () => schemasOf(connector, entity, action);
  const refuse = (error: unknown): never => {
    if (ConnectorError.is(error) && error.path !== undefined) throw error;
    throw bad(error instanceof Error ? cut(error.message, 200) : "its schemas cannot be read.");
  };
  const schemas = await read().catch(refuse);
  const { isArray } = schemas;
  const controls = controlParams(definition, operation?.paging, definition.paginated || isArray);
  const names = Object.keys(controls);
  const makeRoom = async () => schemas.makeRoom?.(names, operation?.paging);
  const { params: own, renamed } = (await makeRoom().catch(refuse)) ?? {
    params: schemas.params,
    renamed: {},
  };
  const text = schemas.signature ?? signature(action, own.json, own.rare);
  const added = lazy(() => paramsFromTrustedSchema({ type: "object", properties: controls }));
  // Frozen, because all callers share this schema.
  const json = lazy(() => deepFreeze({ ...own.json, properties: { ...own.json.properties, ...controls } }));
  const result = lazy(() => {
    try {
      return schemas.result();
    } catch (error) {
      return refuse(error);
    }
  });
  // If an action without pages returns a list, `record` is the schema of one item.
  const record = () => (isArray ? result()?.items : result());
  const fields = lazy(() => recordFields(definition, record()));
  const scopes = lazy(() => actionScopes(connector, definition, json()));

  const otherNames = new Map(Object.entries(renamed).map(([name, platform]) => [platform, name]));
  const newName = (name: string) => otherNames.get(name) ?? name;
  const withNewNames = ({ example, anyOf, oneOf, ...rest }: ActionDefinition): ActionDefinition => ({
    ...rest,
    example: Object.fromEntries(
      Object.entries(example as Dict).map(([name, value]) => [newName(name), value]),
    ),
    anyOf: anyOf && renameSets(anyOf, newName),
    oneOf: oneOf && renameSets(oneOf, newName),
  });
  const shown = otherNames.size === 0 ? definition : withNewNames(definition);

  return {
    entity,
    action,
    definition: shown,
    operation,
    signature: text,
    legend,
    texts: {
      platformFields: [...platformFields, ...(definition.platformFields ?? [])].filter(
        (name) => !definition.peopleFields?.includes(name),
      ),
      peopleMaps,
      platformMessages,
    },
    controls: names,
    inexact: schemas.params.inexact,
    ...(otherNames.size === 0 ? {} : { renamed }),
    get json() {
      return json();
    },
    get rare() {
      return own.rare;
    },
    get schemas() {
      return { params: schemas.params.source, ...(result() ? { result: result() } : {}), signature: text };
    },
    get record() {
      return record();
    },
    get fields() {
      return fields();
    },
    get scopes() {
      return scopes();
    },
    validate(params) {
      // A faulty result schema throws here, before anything is sent.
      result();
      const split = (wanted: boolean) =>
        Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name) === wanted));
      const results = [own.validate(split(false)), added().validate(split(true))];
      const issues = results.flatMap((result) => ("issues" in result ? result.issues : []));
      if (issues.length === 0 && names.includes("fields"))
        issues.push(...checkFields(params.fields, fields(), definition));
      if (issues.length === 0) issues.push(...checkParamSets(shown, params));
      if (issues.length === 0 && "value" in results[0]!)
        issues.push(...(definition.check?.(results[0].value as never) ?? []));
      if (issues.length > 0) return { issues };
      return {
        value: Object.assign({}, ...results.map((result) => ("value" in result ? result.value : {}))) as Dict,
      };
    },
  };
}
