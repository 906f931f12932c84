import type { Action, ActionDefinition } from "../contract/action.ts";
import type { ActionCode, FileAction, ConnectorFile } from "../contract/connector-file.ts";
import type { ConfigField, ConnectorDefinition, CredentialForm, TextTest } from "../contract/definition.ts";
import { flowFromData } from "./flow-from-data.ts";
import { ConnectorError, type Issue } from "../ground/errors.ts";
import { at, isDict, show } from "../ground/json.ts";
import { toPlainJson } from "../ground/plain-json.ts";
import { nearest } from "../ground/similar-names.ts";
import { actionIssues } from "./check-file-action.ts";
import { patternTest } from "../schema/pattern/pattern-test.ts";
import { fieldIssues, maxIssues } from "./data-fields.ts";
import { fileFields } from "./file-fields.ts";

/** The limits of a connector file. For comparison, GitHub's 1,200 actions have half a million values. */
const limits = { maxDepth: 64, maxValues: 2_000_000 };

const codeNames = [
  "check",
  "item",
  "view",
  "excerpt",
  "prepare",
  "guard",
  "preview",
  "undo",
  "run",
  "settles",
  "enrich",
];

/**
 * Checks a connector file and the functions in `code`. Copies both, so later changes have no effect.
 * @throws ConnectorError `config_error`; `issues` lists up to 100 faults
 */
export function readConnectorFile(given: unknown, code: unknown = {}): ConnectorDefinition {
  const copy = toPlainJson(given, limits);
  if ("issues" in copy) throw invalid(copy.issues);
  if (isDict(copy.value) && "mcp" in copy.value)
    throw new ConnectorError("config_error", "The connector file is for an MCP server.", {
      path: "mcp",
      hint: "Open it with mcpConnector of agent-connectors/import.",
    });
  const issues = isDict(copy.value)
    ? fieldIssues(copy.value, fileFields, "")
    : [{ path: "", message: "must be an object" }];
  if (issues.length > 0) throw invalid(issues);
  const file = copy.value as unknown as ConnectorFile;
  const found = [...actionsIssues(file, code), ...codeIssues(file, code)];
  if (found.length > 0) throw invalid(found);
  const { format: _format, source: _source, evidence, actions, config, connectFlow, ...rest } = file;
  const auth = mapValues(file.auth, (form) => mapValues(form, readField));
  const codeOf = code as Readonly<Record<string, Readonly<Record<string, ActionCode>>>>;
  return {
    ...rest,
    ...(config ? { config: mapValues(config, readSetting) } : {}),
    auth,
    // Somebody else has written these descriptions, and nobody has checked them.
    ...(evidence === "imported" ? { quoted: true } : {}),
    ...(connectFlow ? { connectFlow: flowFromData(connectFlow, auth) } : {}),
    entities: mapValues(actions, (entity, name) =>
      mapValues(entity, (data, action) => toAction(data, codeOf[name]?.[action])),
    ),
  } as ConnectorDefinition;
}

const readField = ({ accepts, ...field }: ConnectorFile["auth"][string][string]): CredentialForm[string] => ({
  ...field,
  ...(accepts ? { accepts: { pattern: linear(accepts.pattern), says: accepts.says } } : {}),
});

const readSetting = (field: ConfigField): ConfigField =>
  "pattern" in field && typeof field.pattern === "string"
    ? { ...field, pattern: linear(`^(?:${field.pattern})$`) }
    : field;

/** Tests in linear time, because a connector file can come from anybody. */
const linear = (pattern: string): TextTest => ({ test: patternTest({ pattern }) });

const toAction = (data: FileAction, code: ActionCode = {}): Action => {
  const { signature: _signature, paginated = false, ...rest } = data;
  const definition: ActionDefinition = { ...rest, paginated, ...code };
  return definition as Action;
};

const actionsIssues = ({ actions, operations }: ConnectorFile, code: unknown): Issue[] =>
  Object.entries(actions).flatMap(([entity, all]) =>
    isDict(all)
      ? Object.entries(all).flatMap(([name, one]) => {
          const path = `actions.${entity}.${name}`;
          const hasRun = at(code, `${entity}.${name}.run`) !== undefined;
          return [...actionIssues(one, path, operations, hasRun), ...readsIssues(one, path, actions)];
        })
      : [{ path: `actions.${entity}`, message: "must be an object of actions" }],
  );

const readsIssues = (one: unknown, path: string, actions: ConnectorFile["actions"]): Issue[] =>
  [at(one, "reads") ?? []]
    .flat()
    .filter((name) => at(actions, String(name)) === undefined)
    .map((name) => ({ path: `${path}.reads`, message: `names ${show(name)}, which is not an action` }));

/** Finds names in `code` that are not in the file. A misspelled function, such as `gaurd`, would have no effect. */
function codeIssues({ actions }: ConnectorFile, code: unknown): Issue[] {
  if (!isDict(code)) return [{ path: "code", message: `must be an object of entities, got ${show(code)}` }];
  const unknown = (path: string, name: string, known: readonly string[]): Issue[] => {
    if (known.includes(name)) return [];
    const near = nearest(name, known);
    return [{ path, message: `is not in the file${near === undefined ? "" : `. Did you mean ${near}?`}` }];
  };
  return Object.entries(code).flatMap(([entity, all]) => [
    ...unknown(`code.${entity}`, entity, Object.keys(actions)),
    ...Object.entries(isDict(all) ? all : {}).flatMap(([action, functions]) => [
      ...unknown(`code.${entity}.${action}`, action, Object.keys(actions[entity] ?? {})),
      ...Object.keys(isDict(functions) ? functions : {}).flatMap(
        (name) =>
        codeNames.includes(name) ? [] : [{ path: `code.${entity}.${action}.${name}`, message: `is not one of ${codeNames.join(", ")}` }], // prettier-ignore
      ),
    ]),
  ]);
}

const mapValues = <T, U>(
  record: Readonly<Record<string, T>>,
  change: (value: T, name: string) => U,
): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

function invalid(issues: readonly Issue[]): ConnectorError {
  const [{ path, message }] = issues as [Issue];
  const others = issues.length - 1;
  const more =
    others > 1 ? ` There are ${others} more faults.` : others === 1 ? " There is 1 more fault." : "";
  const fault = path === "" ? message : `${path} ${message}`;
  return new ConnectorError("config_error", `The connector file is invalid: ${fault}.${more}`, {
    path,
    issues: issues.slice(0, maxIssues),
    hint: "Correct the file. No part of it was used.",
  });
}
