import { defineConnector } from "agent-connectors";
import { buildSchema, graphqlSync, getIntrospectionQuery } from "graphql";
import { describe, expect, test } from "vitest";
import type { DraftAction } from "../../../src/import/draft.ts";
import { graphqlDraft, type GraphqlOptions } from "../../../src/import/graphql/graphql-draft.ts";
import { makeFile } from "../../../src/import/make-file.ts";
import { graphqlServer } from "./graphql-server.ts";

const endpoint = "https://api.acme.example/graphql";
const draftOf = (schema: string, options: Partial<GraphqlOptions> = {}) =>
  graphqlDraft(schema, { endpoint, ...options });
const documentOf = ({ operation }: DraftAction) => operation.body!.document!;

/** The action of the only root field that a schema has besides `ping`. */
function only(schema: string, options: Partial<GraphqlOptions> = {}): DraftAction {
  const { actions, skipped } = draftOf(schema, options);
  const found = actions.filter(({ source }) => source !== "query ping");
  if (found.length !== 1) throw new Error(`${found.length} actions. ${JSON.stringify(skipped)}`);
  return found[0]!;
}

const connection = (type: string) => `
  type ${type}Connection { nodes: [${type}!]! edges: [${type}Edge!]! pageInfo: PageInfo! totalCount: Int! }
  type ${type}Edge { node: ${type}! cursor: String! }`;
const pageInfo = "type PageInfo { hasNextPage: Boolean! endCursor: String }";

test("an answer without a record says whether the write was done, also if a person selects its fields", () => {
  const schema = "type Query { ping: Int } type Mutation { issueDelete(id: ID!): DeletePayload! } type DeletePayload { success: Boolean! entityId: ID! lastSyncId: Float! }"; // prettier-ignore
  const action = only(schema, { selections: { "mutation issueDelete": "entityId" } });
  expect(documentOf(action)).toBe("mutation issueDelete($id:ID!){issueDelete(id:$id){entityId success}}");
  expect(action.operation.errors).toEqual({ flag: { path: "data.issueDelete.success", equals: false } });
});

test.each([
  ["query", "issue(id: ID!): Issue", "issues.get"],
  ["query", "issues: [Issue!]!", "issues.list"],
  ["query", "issues(first: Int, after: String): IssueConnection!", "issues.list"],
  ["query", "issueSearch(query: String!): [Issue!]!", "issues.search"],
  ["query", "searchIssues(term: String!): [Issue!]!", "issues.search"],
  ["query", "archivedIssues: [Issue!]!", "issues.list_archived"],
  ["query", "issuesForUser(userId: ID!): [Issue!]!", "issues.list_for_user"],
  ["query", "viewer: User!", "users.me"],
  ["query", "organization: Organization!", "organization.get"],
  ["query", "issuesCount: Int!", "issues.get_count"],
  ["query", "search(query: String!): [SearchResult!]!", "search.run"],
  ["mutation", "issueCreate(title: String!): Issue", "issues.create"],
  ["mutation", "createIssue(title: String!): Issue", "issues.create"],
  ["mutation", "create_issue(title: String!): Issue", "issues.create"],
  ["mutation", "issueAddLabel(id: ID!, labelId: ID!): Issue", "issues.add_label"],
  ["mutation", "addLabelsToIssue(id: ID!): Issue", "labels.add_to_issue"],
  ["mutation", "issueBatchUpdate(ids: [ID!]!): Issue", "issues.batch_update"],
  ["mutation", "projectUpdate(id: ID!): Issue", "projects.update"],
  ["mutation", "projectUpdateUpdate(id: ID!): Issue", "project_updates.update"],
  ["mutation", "reactionDelete(id: ID!): Boolean", "reactions.delete"],
  ["mutation", "userKeyDelete(id: ID!): Boolean", "users.key_delete"],
  ["mutation", "logout: Boolean", "account.logout"],
])("the %s %s is %s", (kind, field, expected) => {
  const known = "issue0: Int user(id: ID!): User users: [User!]! label(id: ID!): Label project(id: ID!): Project projectUpdate(id: ID!): ProjectUpdate issue(id: ID!): Issue"; // prettier-ignore
  const name = /^\w+/.exec(field)![0];
  const queries = kind === "query" && name === "issue" ? known.replace("issue(id: ID!): Issue", "") : known;
  const { actions } = draftOf(`
    type Query { ${queries} ${kind === "query" ? field : ""} }
    type Mutation { ping: Int ${kind === "mutation" ? field : ""} }
    type User { id: ID! } type Label { id: ID! } type Project { id: ID! } type ProjectUpdate { id: ID! }
    type Organization { id: ID! } type Issue { id: ID! } union SearchResult = Issue | User
    ${connection("Issue")} ${pageInfo}`);
  const action = actions.find(({ source }) => source === `${kind} ${name}`)!;
  expect(`${action.entity}.${action.action}`).toBe(expected);
});

test("effects: a query reads, and words make a mutation stronger", () => {
  const { actions } = draftOf(`type Query { a: Int }
    type Mutation { issueCreate: Int issueDelete: Int issueUpdate: Int orderPay: Int "Removes it for ever." issueForget: Int }`);
  expect(actions.map(({ effect }) => effect)).toEqual([
    "read",
    "write",
    "destructive",
    "write",
    "spend",
    "destructive",
  ]);
});

test("a record that costs money is spent on", () => {
  expect(only("type Query { ping: Int } type Mutation { orderCreate(input: Int): Int }").effect).toBe(
    "spend",
  );
});

test("two fields that mean the same action have two names", () => {
  const schema =
    "type Query { issue(id: ID!): Issue issueSearch: [Issue!]! searchIssues: [Issue!]! } type Issue { id: ID! }";
  const { file } = makeFile(draftOf(schema), { name: "acme", sha256: "0".repeat(64) });
  expect(Object.keys(file.actions.issues!)).toEqual(["get", "search", "search_issues"]);
});

test("the account of the credentials is the one that needs no arguments", () => {
  const identify = (fields: string) => draftOf(`type Query { ${fields} } type User { id: ID! }`).identify;
  expect(identify("viewer: User")).toEqual({ calls: "query viewer", pick: "data.viewer" });
  expect(identify("me(token: String!): User")).toBeUndefined();
});

describe("what a record contains", () => {
  const schema = `
    type Query { issue(id: ID!): Issue }
    enum State { OPEN CLOSED OLD @deprecated }
    scalar DateTime
    type Issue {
      id: ID! title: String! points: Float count: Int urgent: Boolean state: State! labels: [String!]! due: DateTime
      old: String @deprecated
      "[Internal] Not for others." secret: String
      history(since: DateTime!): String
      assignee: User team: Team! comments(first: Int, after: String): CommentConnection! watchers: [User!]! parent: Issue
    }
    type User { email: String id: ID! name: String city: String phone: String age: Int boss: User }
    type Team { code: String a: String b: String c: String d: String }
    type Comment { id: ID! } ${connection("Comment")} ${pageInfo}`;

  test("all values, and of each object the values that tell what it is", () => {
    const action = only(schema);
    expect(documentOf(action)).toBe(
      "query issue($id:ID!){issue(id:$id){id title points count urgent state labels due assignee{id name email} team{code} parent{id title state} watchers{id name email}}}", // prettier-ignore
    );
    expect(action.result).toMatchObject({
      properties: {
        id: { type: "string" },
        points: { type: "number" },
        count: { type: "integer" },
        urgent: { type: "boolean" },
        state: { type: "string", enum: ["OPEN", "CLOSED"] },
        labels: { type: "array", items: { type: "string" } },
        due: { type: "string", format: "date-time" },
        assignee: { type: "object", properties: { name: { type: "string" } } },
        watchers: { type: "array", items: { properties: { id: { type: "string" } } } },
      },
    });
  });

  test("the depth says how many levels of objects are read", () => {
    expect(documentOf(only(schema, { depth: 0 }))).not.toContain("assignee");
    expect(documentOf(only(schema, { depth: 2 }))).toContain("assignee{id name email boss{id name email}}");
  });

  test("a chosen selection of a type, of a root field and of an action", () => {
    const text = "id title team { code } comments(first: 5) { nodes { id } }";
    for (const key of ["Issue", "query issue", "issues.get"]) {
      const action = only(schema, { selections: { [key]: `{ ${text} }` } });
      expect(documentOf(action)).toBe(`query issue($id:ID!){issue(id:$id){${text}}}`);
      expect(Object.keys(action.result?.properties ?? {})).toEqual(["id", "title", "team", "comments"]);
    }
  });

  test.each(["id nothing", "id {", "id } mutation x { a"])(
    "the wrong selection %s is refused with its words",
    (text) => {
      expect(() => draftOf(schema, { selections: { Issue: text } })).toThrowError(
        /^A selection is not valid: /,
      );
    },
  );

  test.each([
    ["Isue", "Did you mean Issue?"],
    ["query isue", "Did you mean query issue?"],
    ["Query", "Did you mean query issue?"],
    ["ID", "Use the name of a type, such as Issue, or of an operation, such as query issue."],
  ])("the selection of %s, which nothing would read, is refused: %s", (key, hint) => {
    const draft = () => draftOf(schema, { selections: { [key]: "id" } });
    expect(draft).toThrowError(
      expect.objectContaining({ code: "config_error", path: `selections.${key}`, hint }),
    );
  });

  test("a union has a fragment for each type, and fields that cannot be merged have two names", () => {
    const action = only(`type Query { event(id: ID!): Event }
      union Event = Push | Vote type Push { at: String size: Int } type Vote { at: Int size: Int by: User } type User { name: String }`);
    expect(documentOf(action)).toBe("query event($id:ID!){event(id:$id){__typename ... on Push{at size} ... on Vote{at_Vote:at size by{name}}}}"); // prettier-ignore
    expect(Object.keys(action.result?.properties ?? {})).toEqual([
      "__typename",
      "at",
      "size",
      "at_Vote",
      "by",
    ]);
  });

  test("an interface has its own fields once, and the fields of its types in fragments", () => {
    const action = only(`type Query { node(id: ID!): Node } interface Node { id: ID! }
      type A implements Node { id: ID! a: Int } type B implements Node { id: ID! b: Int }`);
    expect(documentOf(action)).toContain("{__typename id ... on A{id a} ... on B{id b}}");
  });

  test("a name that two fields would have is given only once", () => {
    const action = only(`type Query { event(id: ID!): Event }
      union Event = Push | Vote type Push { at: String } type Vote { at_Vote: Float at: Int }`);
    expect(documentOf(action)).toContain("... on Push{at} ... on Vote{at_Vote}");
  });

  test("an object without telling names shows its first values", () => {
    const action = only(
      "type Query { a(id: ID!): A } type A { b: B } type B { p: Int q: Int r: Int s: Int t: Int }",
    );
    expect(documentOf(action)).toContain("{b{p q r}}");
  });

  test("a record with very many values and objects is cut", () => {
    const many = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, index) => line(index)).join(" "); // prettier-ignore
    const action = only(`type Query { a(id: ID!): A } type B { id: ID! name: String } union U = B
      type A { ${many(400, (index) => `v${index}: Int`)} ${many(200, (index) => `o${index}: B`)} u: U }`);
    const { properties = {} } = action.result!;
    expect(Object.keys(properties).filter((name) => name.startsWith("v"))).toHaveLength(150);
    expect(Object.keys(properties).filter((name) => name.startsWith("o"))).toHaveLength(50);
    expect(properties).not.toHaveProperty("u");
  });

  test("a depth that is no depth is the nearest one", () => {
    const deep = "type Query { a(id: ID!): A } type A { id: ID! a: A }";
    expect(documentOf(only(deep, { depth: 99 }))).toBe(documentOf(only(deep, { depth: 4 })));
    expect(documentOf(only(deep, { depth: -1 }))).toBe(documentOf(only(deep, { depth: 0 })));
  });

  test("an enum whose values are all deprecated keeps them", () => {
    const action = only("type Query { a: E } enum E { X @deprecated Y @deprecated }");
    expect(action.result).toEqual({ type: "string", enum: ["X", "Y"] });
  });

  test("a value has no selection", () => {
    const action = only("type Query { version: String! }");
    expect(documentOf(action)).toBe("query version{version}");
    expect(action).toMatchObject({ pick: "data.version", result: { type: "string" } });
  });
});

describe("params", () => {
  const schema = (field: string, more = "") => `type Query { ping: Int } type Mutation { ${field} }
    input Input { title: String! priority: Int note: String = "x" old: Int @deprecated range: Range deep: Deep tags: [Tag!] list: [Deep!]! id: ID }
    input Range { from: String to: String } input Tag { name: String! }
    input Deep { a: Int b: [Int!] c: Range d: Int! e: Int f: Int g: Int h: Int deep: Deep } ${more}`;

  test("the fields of the only required input are params, and the rest of it is told in words", () => {
    const { params, operation } = only(schema("issueCreate(input: Input!, notify: Boolean): Int"));
    expect(params.required).toEqual(["title", "list"]);
    expect(Object.keys(params.properties!)).toEqual(["title", "list", "notify", "priority", "note", "range", "deep", "tags", "id"]); // prettier-ignore
    expect(operation.arguments).toMatchObject({ title: { in: "body", name: "input.title" } });
    expect(operation.arguments).not.toHaveProperty("notify");
    expect(params.properties).toMatchObject({
      range: { type: "object", properties: { from: { type: "string" } } },
      deep: { type: "object", description: "Deep {a, b[], c{}, d!, e, f, g, h, deep{}}" },
      tags: { type: "array", items: { required: ["name"] } },
      list: { type: "array", items: { required: ["d"], properties: { deep: { description: expect.stringMatching(/^Deep / ) as unknown } } } }, // prettier-ignore
    });
  });

  test("an argument beside the input replaces its field of the same name", () => {
    const { params, operation } = only(schema("issueUpdate(id: ID!, input: Input!): Int"));
    expect(params.required).toEqual(["id", "title", "list"]);
    expect(operation.arguments).not.toHaveProperty("id");
  });

  test("inputs that cannot be told apart stay as they are", () => {
    const { params } = only(schema("issueMove(title: Int, input: Input!): Int"));
    expect(Object.keys(params.properties!)).toEqual(["input", "title"]);
    expect(only(schema("issueJoin(one: Input!, two: Input!): Int")).operation.arguments).toBeUndefined();
  });

  test("null clears a value in an update, and only there", () => {
    const nullOf = (field: string) => only(schema(field)).params.properties!.priority!.nullable;
    expect(nullOf("issueUpdate(input: Input!): Int")).toBe(true);
    expect(nullOf("issueCreate(input: Input!): Int")).toBeUndefined();
    expect(
      only(schema("issueUpdate(input: Input!): Int")).params.properties!.title!.nullable,
    ).toBeUndefined();
  });

  test("an input of which one field is allowed is not taken apart", () => {
    const { params } = only(
      schema("issueLink(target: Target!): Int", "input Target @oneOf { url: String id: ID }"),
    );
    expect(params.properties!.target).toMatchObject({ minProperties: 1, maxProperties: 1 });
  });

  test("a small filter that contains itself is told in words inside of it", () => {
    const { params } = only("type Query { issues(filter: F): [Int!]! } input F { and: [F!] text: String }");
    expect(params.properties!.filter).toMatchObject({ properties: { and: { items: { type: "object", description: "F {and[]{}, text}" } } } }); // prettier-ignore
    expect(params.properties!.filter).not.toHaveProperty("properties.and.items.properties");
  });

  test("a list is only read forwards, and its text says how long a page can be", () => {
    const list = (text: string) =>
      only(`type Query { issues("${text}" first: Int, after: String, last: Int, before: String, state: String): IssueConnection! }
        type Issue { id: ID! } ${connection("Issue")} ${pageInfo}`);
    const { params, operation } = list("At most 250 issues. Defaults to 30.");
    expect(Object.keys(params.properties!)).toEqual(["state"]);
    expect(operation.body!.document).toContain("issues($first:Int,$after:String,$state:String)");
    expect(operation.paging).toMatchObject({ default: 30, max: 250 });
    expect(list("The size.").operation.paging).toMatchObject({ default: 50, max: 100 });
    expect(list("At most 9999999 issues. Defaults to 500.").operation.paging).toMatchObject({
      default: 100,
      max: 1000,
    });
  });

  test("an upload is skipped with a reason", () => {
    const { skipped } = draftOf(schema("fileCreate(file: Upload!): Int", "scalar Upload"));
    expect(skipped).toEqual([
      { source: "mutation fileCreate", reason: "It uploads a file, which needs a multipart request." },
    ]);
  });
});

describe("calls", () => {
  const items = Array.from({ length: 5 }, (_, index) => ({ id: `i${index + 1}` }));
  const open = (schema: string, address: string) => {
    const { file } = makeFile(draftOf(schema), { name: "acme", sha256: "0".repeat(64) });
    const Connector = defineConnector(file);
    return new Connector({ auth: { access_token: "t" } } as never, { endpoint: address } as never);
  };

  test.each([
    ["nodes", "issues(first: Int, after: String): IssueConnection!"],
    ["edges", "issues(first: Int, after: String): IssueConnection!"],
    ["offset", "issues(limit: Int, offset: Int): [Issue!]!"],
    ["page", "issues(limit: Int, page: Int): [Issue!]!"],
  ])("a list with %s is read page by page", async (kind, field) => {
    const nodes = kind === "nodes" ? "nodes: [Issue!]!" : "";
    const schema = `type Query { ${field} } type Issue { id: ID! } type IssueEdge { node: Issue! }
      type IssueConnection { ${nodes} edges: [IssueEdge!]! pageInfo: PageInfo! } ${pageInfo}`;
    const page = (start: number, size: number) => {
      const nodes = items.slice(start, start + size);
      const end = start + nodes.length;
      // The last page has a cursor too, as the specification of connections allows.
      return { nodes, edges: nodes.map((node) => ({ node })), pageInfo: { endCursor: `after-${end}`, hasNextPage: end < items.length } }; // prettier-ignore
    };
    type Given = { first: number; after?: string; limit: number; offset?: number; page?: number };
    const server = await graphqlServer(buildSchema(schema), {
      issues(_source, args) {
        const { first, after = "after-0", limit, offset = 0, page: number = 1 } = args as unknown as Given;
        if (kind === "nodes" || kind === "edges") return page(Number(after.slice(6)), first);
        return page(kind === "offset" ? offset : (number - 1) * limit, limit).nodes;
      },
    });
    try {
      const acme = open(schema, server.endpoint);
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const { data, meta } = await acme.execute("issues", "list", {
          limit: 2,
          ...(cursor === undefined ? {} : { cursor }),
        });
        for (const one of data as unknown as { id: string; node: { id: string } }[]) ids.push(kind === "edges" ? one.node.id : one.id); // prettier-ignore
        cursor = meta.next_cursor;
      } while (cursor !== undefined);
      expect(ids).toEqual(["i1", "i2", "i3", "i4", "i5"]);
      expect(server.requests).toHaveLength(3);
    } finally {
      await server.close();
    }
  });

  const payload = `type Query { issue(id: ID!): Issue } type Issue { id: ID! }
    type Mutation { issueCreate(title: String!): IssuePayload issueClose(id: ID!): ClosePayload }
    type IssuePayload { issue: Issue userErrors: [UserError!]! } type UserError { field: [String!] message: String! code: String }
    type ClosePayload { success: Boolean! issue: Issue }`;

  test("a payload is its record, and its errors are errors", async () => {
    let fails = false;
    const server = await graphqlServer(buildSchema(payload), {
      issue: () => null,
      issueCreate: () => (fails ? { issue: null, userErrors: [{ field: ["title"], message: "Title is taken", code: "TAKEN" }] } : { issue: { id: "i1" }, userErrors: [] }), // prettier-ignore
      issueClose: () => ({ success: !fails, issue: { id: "i1" } }),
    });
    try {
      const acme = open(payload, server.endpoint);
      expect((await acme.execute("issues", "create", { title: "One" })).data).toEqual({ id: "i1" });
      fails = true;
      await expect(acme.execute("issues", "create", { title: "One" })).rejects.toMatchObject({ code: "upstream_rejected", outcome: "not_started", platform: { code: "TAKEN" }, message: expect.stringContaining("Title is taken") as unknown }); // prettier-ignore
      await expect(acme.execute("issues", "get", { id: "nothing" })).rejects.toMatchObject({
        code: "not_found",
      });
    } finally {
      await server.close();
    }
  });

  test("the flag of a payload says whether it is done", () => {
    const { actions } = draftOf(payload);
    const close = actions.find(({ action }) => action === "close")!;
    expect(close.operation.errors).toEqual({ flag: { path: "data.issueClose.success", equals: false } });
    expect(close.pick).toBe("data.issueClose.issue");
  });
});

test("a payload with one record and a page of others is its record", () => {
  const action =
    only(`type Query { ping: Int } type Mutation { issueCreate: IssuePayload } type Issue { id: ID! }
    type IssuePayload { issue: Issue comments: IssueConnection } ${connection("Issue")} ${pageInfo}`);
  expect(action.pick).toBe("data.issueCreate.issue");
});

test("a query returns its whole payload", () => {
  const action = only("type Query { limits: LimitsPayload! } type LimitsPayload { kind: String limits: [Limit!]! } type Limit { left: Int }"); // prettier-ignore
  expect(action).toMatchObject({ entity: "limit", action: "get", pick: "data.limits" });
  expect(Object.keys(action.result?.properties ?? {})).toEqual(["limits", "kind"]);
});

test("deprecated and internal fields are left out, and reasons are told", () => {
  const { actions, skipped } = draftOf(
    'type Query { a: Int b: Int @deprecated(reason: "Use a.") _dummy: Int constructor: Int }',
  );
  expect(actions.map(({ source }) => source)).toEqual(["query a"]);
  expect(skipped.map(({ reason }) => reason)).toEqual([
    "The platform has deprecated it: Use a.",
    "Its name says that it is internal.",
    "A field of a response cannot have its name.",
  ]);
});

test("a schema as text and as the result of an introspection query give the same actions", () => {
  const text = "type Query { issue(id: ID!): Issue } type Issue { id: ID! title: String }";
  const result: unknown = JSON.parse(
    JSON.stringify(graphqlSync({ schema: buildSchema(text), source: getIntrospectionQuery() })),
  );
  expect(graphqlDraft(result, { endpoint }).actions).toEqual(draftOf(text).actions);
  expect(graphqlDraft((result as { data: unknown }).data, { endpoint }).actions).toEqual(
    draftOf(text).actions,
  );
});

test.each([
  ["https://api.acme.example/graphql", "https://api.acme.example", "/graphql"],
  ["https://api.acme.example", "https://api.acme.example", "/"],
  [
    "https://{shop}.acme.example/admin/api/graphql.json",
    "https://{shop}.acme.example",
    "/admin/api/graphql.json",
  ],
])("the address %s is the endpoint %s and the path %s", (given, expected, path) => {
  const { endpoint: own, actions } = graphqlDraft("type Query { a: Int }", { endpoint: given });
  expect([own, actions[0]!.operation.path]).toEqual([expected, path]);
});

test.each(["", "graphql", "https://api.acme.example/graphql?x=1"])("the address %s is refused", (given) => {
  expect(() => graphqlDraft("type Query { a: Int }", { endpoint: given })).toThrowError(
    /^The address of the GraphQL API is/,
  );
});
