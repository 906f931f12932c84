import { type ActionDefinition, operationNames } from "../contract/action.ts";
import type { ActionScopes } from "../contract/action-scopes.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import type { JsonSchema } from "../contract/json-schema.ts";
import type { Paging } from "../contract/wire/paging.ts";
import { deepFreeze } from "../ground/deep-freeze.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut } from "../ground/json.ts";
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
  const definition = connector.entities[entity]![action]!;
  const operation = connector.operations[operationNames(definition)[0]!];
  const refuse = (error: unknown) => faultOf(`${entity}.${action}`, error);
  let schemas: Schemas;
  let controls: Record<string, JsonSchema>;
  let room: RenamedParams | undefined;
  try {
    schemas = await schemasOf(connector, entity, action);
    controls = controlParams(definition, operation?.paging, definition.paginated || schemas.isArray);
    room = schemas.makeRoom?.(Object.keys(controls), operation?.paging);
  } catch (error) {
    throw refuse(error);
  }
  const { params: own, renamed } = room ?? { params: schemas.params, renamed: {} };
  const text = schemas.signature ?? signature(action, own.json, own.rare);
  return new ActionOnDemand(
    { entity, action, definition: withNewNames(definition, renamed), operation, signature: text },
    { connector, schemas, controls, own, renamed, given: definition, refuse },
  );
}

function faultOf(name: string, error: unknown): ConnectorError {
  if (ConnectorError.is(error) && error.path !== undefined) return error;
  const what = error instanceof Error ? cut(error.message, 200) : "its schemas cannot be read.";
  return new ConnectorError("config_error", `The definition of ${name} is invalid: ${what}`, {
    path: `entities.${name}`,
    hint: "This is a fault in the definition of the connector.",
  });
}

/** Replaces the names of renamed params in the parts of a definition that callers see. */
function withNewNames(definition: ActionDefinition, renamed: RenamedParams["renamed"]): ActionDefinition {
  const names = new Map(Object.entries(renamed).map(([name, platform]) => [platform, name]));
  if (names.size === 0) return definition;
  const newName = (name: string) => names.get(name) ?? name;
  const { example, anyOf, oneOf, ...rest } = definition;
  return {
    ...rest,
    example: Object.fromEntries(
      Object.entries(example as Dict).map(([name, value]) => [newName(name), value]),
    ),
    anyOf: anyOf && renameSets(anyOf, newName),
    oneOf: oneOf && renameSets(oneOf, newName),
  };
}

interface Parts {
  connector: ConnectorDefinition;
  schemas: Schemas;
  controls: Record<string, JsonSchema>;
  /** The params without the control params. */
  own: ParamsSchema;
  renamed: RenamedParams["renamed"];
  /** The definition with the platform's names. */
  given: ActionDefinition;
  refuse: (error: unknown) => ConnectorError;
}

/**
 * Computes most fields when they are first read. This is a class because a tool compiles all its actions, and an object with
 * a function for each field takes several times the CPU time.
 */
class ActionOnDemand implements CompiledAction {
  readonly entity: string;
  readonly action: string;
  readonly definition: ActionDefinition;
  readonly operation: CompiledAction["operation"];
  readonly signature: string;
  readonly renamed?: RenamedParams["renamed"];
  readonly #parts: Parts;
  #added: ParamsSchema | undefined;
  #json: JsonSchema | undefined;
  #result: { schema: JsonSchema | undefined } | undefined;
  #fields: readonly string[] | undefined;
  #scopes: { found: ActionScopes | undefined } | undefined;

  constructor(
    facts: Pick<CompiledAction, "entity" | "action" | "definition" | "operation" | "signature">,
    parts: Parts,
  ) {
    this.entity = facts.entity;
    this.action = facts.action;
    this.definition = facts.definition;
    this.operation = facts.operation;
    this.signature = facts.signature;
    this.#parts = parts;
    if (Object.keys(parts.renamed).length > 0) this.renamed = parts.renamed;
  }
  get legend() {
    return this.#parts.connector.legend ?? [];
  }
  get texts() {
    const { connector, given } = this.#parts;
    const { platformFields = [], peopleMaps = [], platformMessages = [], foreign = false } = connector;
    return {
      platformFields: [...platformFields, ...(given.platformFields ?? [])].filter(
        (name) => !given.peopleFields?.includes(name),
      ),
      peopleMaps,
      platformMessages,
      foreign,
    };
  }
  get controls() {
    return Object.keys(this.#parts.controls);
  }
  get inexact() {
    return this.#parts.schemas.params.inexact;
  }
  get json() {
    const { own, controls } = this.#parts;
    // Frozen, because all callers share this schema.
    return (this.#json ??= deepFreeze({
      ...own.json,
      properties: { ...own.json.properties, ...controls },
    }));
  }
  get rare() {
    return this.#parts.own.rare;
  }
  get schemas() {
    const result = this.#readResult();
    const params = this.#parts.schemas.params.source;
    return { params, ...(result ? { result } : {}), signature: this.signature };
  }
  get record() {
    // If an action without pages returns a list, `record` is the schema of one item.
    return this.#parts.schemas.isArray ? this.#readResult()?.items : this.#readResult();
  }
  get fields() {
    return (this.#fields ??= recordFields(this.#parts.given, this.record));
  }
  get scopes() {
    const { connector, given } = this.#parts;
    return (this.#scopes ??= { found: actionScopes(connector, given, this.json) }).found;
  }
  validate(params: Dict): ReturnType<CompiledAction["validate"]> {
    const { own, controls, given } = this.#parts;
    // A faulty result schema throws here, before anything is sent.
    this.#readResult();
    const added = (this.#added ??= paramsFromTrustedSchema({ type: "object", properties: controls }));
    const split = (wanted: boolean) =>
      Object.fromEntries(Object.entries(params).filter(([name]) => Object.hasOwn(controls, name) === wanted));
    const results = [own.validate(split(false)), added.validate(split(true))];
    const issues = results.flatMap((result) => ("issues" in result ? result.issues : []));
    if (issues.length === 0 && Object.hasOwn(controls, "fields"))
      issues.push(...checkFields(params.fields, this.fields, given));
    if (issues.length === 0) issues.push(...checkParamSets(this.definition, params));
    if (issues.length === 0 && "value" in results[0]!)
      issues.push(...(given.check?.(results[0].value as never) ?? []));
    if (issues.length > 0) return { issues };
    return {
      value: Object.assign({}, ...results.map((result) => ("value" in result ? result.value : {}))) as Dict,
    };
  }
  #readResult(): JsonSchema | undefined {
    const { schemas, refuse } = this.#parts;
    try {
      return (this.#result ??= { schema: schemas.result() }).schema;
    } catch (error) {
      throw refuse(error);
    }
  }
}
