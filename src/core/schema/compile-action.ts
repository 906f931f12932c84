import { operationNames } from "../contract/action.ts";
import type { CompiledAction } from "../contract/compiled-action.ts";
import { type ActionSchemas, fileFormat } from "../contract/connector-file.ts";
import type { ConnectorDefinition } from "../contract/definition.ts";
import { deepFreeze } from "../ground/deep-freeze.ts";
import { ConnectorError } from "../ground/errors.ts";
import { type Dict, cut } from "../ground/json.ts";
import { lazy } from "../ground/lazy.ts";
import { compileParams, compileResult } from "./compile-params.ts";
import { checkFields, controlParams } from "./control-params.ts";
import { paramsFromJsonSchema, paramsOnDemand } from "./params-schema.ts";
import { signature } from "./signature.ts";

/** Compiles an action's schemas, signature and validation. Loads zod if a schema is written with zod. */
export async function compileAction(
  connector: ConnectorDefinition,
  entity: string,
  action: string,
): Promise<CompiledAction> {
  const { entities, operations, legend = [], trustCompiled = false } = connector;
  const definition = entities[entity]![action]!;
  const operation = operations[operationNames(definition)[0]!];
  const bad = (what: string) =>
    new ConnectorError("config_error", `The definition of ${entity}.${action} is invalid: ${what}`, {
      path: `entities.${entity}.${action}`,
      hint: "This is a fault in the definition of the connector.",
    });

  const known = compiledSchemas(connector, entity, action);
  const schemas = async () => ({
    own: known
      ? paramsOnDemand(known.params, { trusted: trustCompiled })
      : await compileParams(definition.params),
    result: known ? known.result : await compileResult(definition.result),
  });
  const { own, result } = await schemas().catch((error: unknown) => {
    throw bad(error instanceof Error ? cut(error.message, 200) : "its schemas cannot be read.");
  });
  const whole = result?.type === "array";
  const controls = controlParams(definition, operation?.paging, definition.paginated || whole);
  const names = Object.keys(controls);
  const taken = names.find((name) => Object.hasOwn(own.source.properties ?? {}, name));
  if (taken !== undefined) throw bad(`it has a param ${taken}, and the package adds a param of that name.`);
  const added = lazy(() => paramsFromJsonSchema({ type: "object", properties: controls }));
  // Freeze the schema, because all callers share it.
  const json = lazy(() => deepFreeze({ ...own.json, properties: { ...own.json.properties, ...controls } }));
  // An action without pages can also return a list. Then `record` is the schema of one item.
  const record = whole ? result.items : result;
  const fields = Object.keys(record?.properties ?? {});
  const text = known?.signature ?? signature(action, own.json, own.rare);

  return {
    entity,
    action,
    definition,
    operation,
    get json() {
      return json();
    },
    rare: own.rare,
    signature: text,
    schemas: { params: own.source, ...(result ? { result } : {}), signature: text },
    inexact: own.inexact,
    record,
    fields,
    legend,
    controls: names,
    validate(params) {
      const split = (wanted: boolean) =>
        Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(name) === wanted));
      const results = [own.validate(split(false)), added().validate(split(true))];
      const issues = results.flatMap((result) => ("issues" in result ? result.issues : []));
      if (issues.length === 0)
        issues.push(...checkFields(names.includes("fields") ? params.fields : undefined, fields, definition));
      if (issues.length === 0 && "value" in results[0]!)
        issues.push(...(definition.check?.(results[0].value as never) ?? []));
      if (issues.length > 0) return { issues };
      return {
        value: Object.assign({}, ...results.map((result) => ("value" in result ? result.value : {}))) as Dict,
      };
    },
  };
}

/** Returns the action's schemas from the compiled form of the connector, if the connector has one. */
function compiledSchemas(
  { name, compiled }: ConnectorDefinition,
  entity: string,
  action: string,
): ActionSchemas | undefined {
  const file = compiled?.();
  if (file && file.format !== fileFormat)
    throw new ConnectorError("config_error", `The compiled form of ${name} has the format ${file.format}.`, {
      path: "compiled.format",
      hint: `This version of the package reads format ${fileFormat}. Compile the connector again.`,
    });
  return file?.actions[entity]?.[action];
}
