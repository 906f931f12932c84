import {
  buildSchema,
  getOperationAST,
  getVariableValues,
  type GraphQLSchema,
  parse,
  validate,
} from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConnectorFile } from "../../../src/core/contract/connector-file.ts";
import connector from "../../../src/connectors/linear/connector.json" with { type: "json" };
import { LinearConnector } from "../../../src/connectors/linear/index.ts";
import { hasCorpus, readCorpus, titled } from "../../import/corpus-file.ts";
import { type GraphqlServer, graphqlServer } from "../../import/graphql/graphql-server.ts";

// Linear's own schema judges each request: the package graphql validates the documents and coerces the variables.

type Dict = Record<string, unknown>;
interface Schema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  items?: Schema;
  format?: string;
  maximum?: number;
}

const file = connector as unknown as ConnectorFile;
const name = "linear.graphql";
const actions = Object.entries(file.actions).flatMap(([entity, all]) =>
  Object.entries(all).map(([action, data]) => ({ name: `${entity}.${action}`, entity, action, data })),
);
type Action = (typeof actions)[number];
const isText = new Set(["title", "body", "description", "content", "name", "query", "url", "email", "color"]);

/** A value for a param. All records are named by ids, so that nothing has to be found. */
function valueFor(param: string, schema: Schema, number: number): unknown {
  if (schema.enum) return schema.enum.at(-1);
  const [type] = [schema.type ?? "string"].flat();
  if (type === "array") return [valueFor(param, schema.items ?? {}, number)];
  if (type === "object") return { id: { neq: `none-${number}` } };
  if (type === "boolean") return true;
  if (type === "integer") return schema.maximum ?? 100 + number;
  if (schema.format === "date") return `2026-12-${10 + number}`;
  if (param.endsWith("After")) return `-P${number}D`;
  return isText.has(param)
    ? `${param} ${number}`
    : `00000000-0000-0000-0000-0000000000${String(number).padStart(2, "0")}`;
}

/** Params whose place has another name. */
const places: Readonly<Record<string, string>> = {
  open: "state.type.in",
  unassigned: "assignee.null",
  current: "isActive.eq",
  upcoming: "isFuture.eq",
  query: "term",
  dueBefore: "dueDate.lt",
  createdAfter: "createdAt.gte",
  updatedAfter: "updatedAt.gte",
};

/** The values in variables, by dotted path without the indexes of lists. */
const leaves = (value: unknown, path: readonly string[] = []): [string, unknown][] =>
  Array.isArray(value)
    ? value.flatMap((one) => leaves(one, path))
    : typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, one]) => leaves(one, [...path, key]))
      : [[path.join("."), value]];

describe.skipIf(!hasCorpus(name))(titled("the requests to Linear", name), () => {
  let schema: GraphQLSchema;
  let server: GraphqlServer;
  let linear: LinearConnector;
  beforeAll(async () => {
    schema = buildSchema(readCorpus(name));
    // Every list has a second page.
    const lists = actions.flatMap(({ data }) => (data.paginated ? [data.pick!.split(".")[1]!] : []));
    const page = (_source: unknown, { after }: Dict) => ({ pageInfo: { hasNextPage: after !== "c2", endCursor: "c2" } }); // prettier-ignore
    server = await graphqlServer(schema, Object.fromEntries(lists.map((field) => [field, page])));
    const policy = { include: actions.map((one) => one.name) };
    linear = new LinearConnector({ auth: { access_token: "token" } }, { endpoint: server.endpoint, policy });
  });
  afterAll(async () => {
    await server.close();
  });

  const paramsOf = ({ data }: Action, chosen: (param: string) => boolean): Dict => {
    const properties = Object.entries((data.params.properties ?? {}) as Readonly<Record<string, Schema>>);
    return Object.fromEntries(
      properties.filter(([param]) => chosen(param)).map(([param, one], number) => [param, valueFor(param, one, number + 1)]), // prettier-ignore
    );
  };
  const needed = ({ data: { params, oneOf = [], anyOf = [] } }: Action) => [
    ...(params.required ?? []),
    ...[...oneOf.slice(0, 1), ...anyOf.slice(0, 1)].flat(),
  ];

  /** Calls an action, and returns its own request, which is the last one. */
  async function requestOf({ entity, action }: Action, params: Dict) {
    const result = await linear.execute(entity as never, action as never, params as never);
    return { result, request: server.requests.at(-1)! };
  }

  test.each(actions)("$name sends every param to its place in a valid request", async (one) => {
    const [, ...excluded] = one.data.oneOf ?? [];
    const given = paramsOf(one, (param) => !excluded.flat().includes(param));
    const { request } = await requestOf(one, given);
    const document = parse(request.query);
    expect(validate(schema, document)).toEqual([]);
    const { operation, variableDefinitions = [] } = getOperationAST(document)!;
    expect(operation).toBe(one.data.effect === "read" ? "query" : "mutation");
    const coerced = getVariableValues(schema, variableDefinitions, request.variables);
    expect("errors" in coerced ? coerced.errors : []).toEqual([]);
    const sent = leaves(request.variables);
    for (const [param, value] of Object.entries(given)) {
      const place = places[param] ?? param.replace(/s$/, "");
      for (const [, part] of param === "open" ? [["", "started"]] : leaves(value))
        expect(sent, param).toContainEqual([expect.stringMatching(new RegExp(place, "i")), part]);
    }
  });

  test.each(actions)("$name returns the record that its result describes", async (one) => {
    const { result } = await requestOf(
      one,
      paramsOf(one, (param) => needed(one).includes(param)),
    );
    const data = result.data as unknown as Dict & Dict[];
    const described = Object.keys(one.data.result?.properties ?? {});
    expect(described.length).toBeGreaterThan(0);
    expect(Object.keys(one.data.paginated ? data[0]! : data).toSorted()).toEqual(described.toSorted());
  });

  test.each(actions.filter(({ data }) => data.paginated))("$name reads page after page", async (one) => {
    const params = paramsOf(one, (param) => needed(one).includes(param));
    const { result: first, request } = await requestOf(one, { ...params, limit: 7 });
    expect(request.variables).toMatchObject({ first: 7 });
    expect(first.meta.next_cursor).toEqual(expect.any(String));
    const { result: last, request: next } = await requestOf(one, { ...params, limit: 7, cursor: first.meta.next_cursor }); // prettier-ignore
    expect(next.variables).toMatchObject({ first: 7, after: "c2" });
    expect(last.meta.has_more).toBe(false);
  });
});
