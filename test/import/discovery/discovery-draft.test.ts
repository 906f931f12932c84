import { describe, expect, test } from "vitest";
import { discoveryDraft } from "../../../src/import/discovery/discovery-draft.ts";
import { documentOf, methodDocument, onlyAction } from "./documents.ts";

const note = {
  id: "Note",
  type: "object",
  properties: {
    id: { type: "string" },
    title: { type: "string", annotations: { required: ["notes.notes.insert"] } },
    size: { type: "string", format: "int64" },
    created: { type: "string", readOnly: true },
    owner: { type: "string", description: "Output only. The owner." },
    updated: { type: "string", description: "When it was changed. Read-only." },
    old: { type: "string", deprecated: true },
    etag: { type: "string" },
    kind: { type: "string", default: "notes#note" },
    parent: { $ref: "Note" },
    labels: { type: "object", additionalProperties: { type: "string" } },
  },
};

describe("requests", () => {
  test("a param goes where the document says, and a field of the body into the body", () => {
    const { operation, params } = onlyAction(
      methodDocument(
        "insert",
        {
          httpMethod: "POST",
          path: "folders/{folderId}/notes",
          parameters: {
            notify: { type: "boolean", location: "query", default: "false" },
            folderId: { type: "string", location: "path", required: true },
          },
          parameterOrder: ["folderId"],
          request: { $ref: "Note" },
          response: { $ref: "Note" },
        },
        { Note: note },
      ),
    );
    expect(operation).toMatchObject({
      method: "POST",
      path: "/folders/{folderId}/notes",
      arguments: { notify: { in: "query" } },
      body: { kind: "json" },
    });
    expect(params.required).toEqual(["folderId", "title"]);
    expect(params.properties?.notify).toEqual({ type: "boolean", default: false });
    expect(Object.keys(params.properties ?? {})).toEqual(["folderId", "title", "notify", "id", "size", "parent", "labels"]); // prettier-ignore
  });

  test("fields that only the platform writes are in the result, and not in the params", () => {
    const { params, result } = onlyAction(
      methodDocument("insert", { httpMethod: "POST", path: "notes", request: { $ref: "Note" }, response: { $ref: "Note" } }, { Note: note }), // prettier-ignore
    );
    for (const name of ["created", "owner", "updated"]) {
      expect(params.properties).not.toHaveProperty(name);
      expect(result?.properties).toHaveProperty(name);
    }
    for (const name of ["kind", "etag", "old"]) expect(result?.properties).not.toHaveProperty(name);
  });

  test("a record that contains itself is cut", () => {
    const { params } = onlyAction(methodDocument("insert", { httpMethod: "POST", path: "notes", request: { $ref: "Note" } }, { Note: note })); // prettier-ignore
    expect(params.properties?.parent).toEqual({ type: "object" });
  });

  test("the id in the path is not asked again for the body", () => {
    const { params, operation } = onlyAction(
      methodDocument("patch", { httpMethod: "PATCH", path: "notes/{id}", parameters: { id: { location: "path", type: "string", required: true } }, request: { $ref: "Note" } }, { Note: note }), // prettier-ignore
    );
    expect(params.required).toEqual(["id"]);
    expect(operation.arguments).toEqual({ id: { slashes: "encode" } });
  });

  test("a query param and a field of the same name are two params", () => {
    const { params, operation } = onlyAction(
      methodDocument("insert", { httpMethod: "POST", path: "notes", parameters: { title: { location: "query", type: "boolean" } }, request: { $ref: "Note" } }, { Note: note }), // prettier-ignore
    );
    expect(params.properties).toMatchObject({ title: { type: "boolean" }, body_title: { type: "string" } });
    expect(operation.arguments).toEqual({
      title: { in: "query" },
      body_title: { in: "body", name: "title" },
    });
    expect(params.required).toEqual(["body_title"]);
  });

  test("a body without fields is one param", () => {
    const { params, operation } = onlyAction(
      methodDocument("setLabels", { httpMethod: "PUT", path: "labels", request: { $ref: "Labels" } }, { Labels: { type: "object", additionalProperties: { type: "string" } } }), // prettier-ignore
    );
    expect(params.properties?.body).toMatchObject({ additionalProperties: { type: "string" } });
    expect(operation.body).toEqual({ kind: "json", argument: "body" });
  });

  test("a param of several values, and the bounds and values of a param", () => {
    const { params } = onlyAction(
      methodDocument("list", {
        httpMethod: "GET",
        path: "notes",
        parameters: {
          labels: { type: "string", location: "query", repeated: true, description: "Labels." },
          count: { type: "integer", location: "query", minimum: "1", maximum: "20", default: "5" },
          view: { type: "string", location: "query", enum: ["full", "brief", "old"], enumDescriptions: ["All.", "Some.", ""], enumDeprecated: [false, false, true] }, // prettier-ignore
          gone: { type: "string", location: "query", deprecated: true },
        },
      }),
    );
    expect(params.properties).toEqual({
      labels: { type: "array", items: { type: "string" }, description: "Labels." },
      count: { type: "integer", minimum: 1, maximum: 20, default: 5 },
      view: { type: "string", enum: ["full", "brief"], description: "full: All. brief: Some." },
    });
  });

  test("{+name} is a path with slashes, and {name} is one part of the path", () => {
    const parameters = { name: { location: "path", type: "string", required: true } };
    const slashesOf = (path: string) =>
      onlyAction(methodDocument("get", { httpMethod: "GET", path, parameters })).operation.arguments;
    expect(slashesOf("{+name}")).toEqual({ name: { slashes: "keep" } });
    expect(slashesOf("notes/{name}")).toEqual({ name: { slashes: "encode" } });
  });

  test("a param in the path with a default is always the default, and the report says so", () => {
    const document = methodDocument("get", { httpMethod: "GET", path: "users/{userId}/notes", parameters: { userId: { location: "path", type: "string", required: true, default: "me" } } }); // prettier-ignore
    const { operation, params } = onlyAction(document);
    expect(operation.path).toBe("/users/me/notes");
    expect(params.properties).toEqual({});
    expect(discoveryDraft(document).guesses).toEqual([{ says: "The param userId is always me, which is its default in the document." }]); // prettier-ignore
  });
});

describe("names and effects", () => {
  const methods = (names: object) => documentOf({ resources: { users: { methods: { getProfile: { httpMethod: "GET", path: "profile" }, stop: { httpMethod: "POST", path: "stop" } }, resources: { notes: { methods: names } } } } }); // prettier-ignore
  const namesOf = (document: unknown) => discoveryDraft(document).actions.map(({ entity, action, effect }) => `${entity}.${action} ${effect}`); // prettier-ignore

  test("methods get this package's verbs", () => {
    const get = { httpMethod: "GET", path: "notes" };
    const post = { httpMethod: "POST", path: "notes" };
    expect(
      namesOf(
        methods({
          list: get,
          get,
          insert: post,
          patch: { httpMethod: "PATCH", path: "notes" },
          update: { httpMethod: "PUT", path: "notes" },
          delete: { httpMethod: "DELETE", path: "notes" },
          send: post,
          batchDelete: post,
          search: post,
        }),
      ),
    ).toEqual([
      "profile.get read",
      "users.stop write",
      "notes.list read",
      "notes.get read",
      "notes.create write",
      "notes.update write",
      "notes.replace write",
      "notes.delete destructive",
      "notes.send write",
      "notes.batch_delete destructive",
      "notes.search read",
    ]);
  });

  test("PUT is an update if there is no PATCH", () => {
    expect(namesOf(methods({ update: { httpMethod: "PUT", path: "notes" } }))).toContain(
      "notes.update write",
    );
  });

  test("a resource with the name of another one gets its parent's name too", () => {
    const list = { list: { httpMethod: "GET", path: "x" } };
    const document = documentOf({ resources: { folders: { methods: list, resources: { logs: { methods: list } } }, projects: { resources: { logs: { methods: list } } } } }); // prettier-ignore
    expect(namesOf(document)).toEqual([
      "folders.list read",
      "folder_logs.list read",
      "project_logs.list read",
    ]);
  });
});

describe("pages", () => {
  const list = (response: object, parameters: object, description = "") =>
    onlyAction(
      methodDocument("list", { httpMethod: "GET", path: "notes", parameters: { pageToken: { type: "string", location: "query" }, ...parameters }, response: { $ref: "Page" }, description }, { Page: { type: "object", properties: { nextPageToken: { type: "string" }, ...response } }, Note: note }), // prettier-ignore
    );
  const notes = { notes: { type: "array", items: { $ref: "Note" } } };

  test("a list with page tokens is read page by page", () => {
    const action = list(notes, { pageSize: { type: "integer", location: "query", description: "At most 200 notes, 20 by default." } }); // prettier-ignore
    expect(action).toMatchObject({ pick: "notes" });
    expect(action.operation.paging).toEqual({ kind: "cursor", cursor: "pageToken", next: "nextPageToken", limit: "pageSize", default: 20, max: 200 }); // prettier-ignore
    expect(action.params.properties).toEqual({});
    expect(Object.keys(action.result?.properties ?? {})).toContain("title");
  });

  test.each([
    [
      "This field defaults to 100. The maximum allowed value for this field is 500.",
      { default: 100, max: 500 },
    ],
    ["By default the value is 250 events. The page size can never be larger than 2500 events.", { default: 100, max: 2500 }], // prettier-ignore
    [
      "The number of notes. If not provided, the page size will default to 20 entries.",
      { default: 20, max: 100 },
    ],
    ["The maximum is 1,000.", { default: 50, max: 1000 }],
    ["The size of a page.", { default: 50, max: 100 }],
  ])("the page sizes come from the text: %s", (description, sizes) => {
    const { operation } = list(notes, { maxResults: { type: "integer", location: "query", description } });
    expect(operation.paging).toMatchObject({ limit: "maxResults", ...sizes });
  });

  test("of several lists, items or the list with the method's name has the items", () => {
    const other = { warnings: { type: "array", items: { type: "string" } } };
    expect(list({ ...other, ...notes }, {}).pick).toBe("notes");
    expect(list({ ...other, ...notes }, {}).guesses?.[0]).toEqual({
      about: "pages",
      says: expect.stringContaining("notes counts as its items"),
    });
    expect(list({ ...notes, items: { type: "array", items: { $ref: "Note" } } }, {}).pick).toBe("items");
  });

  test("a write with a page token has no pages", () => {
    const { params, operation } = onlyAction(methodDocument("watch", { httpMethod: "POST", path: "notes/watch", parameters: { pageToken: { type: "string", location: "query" } } })); // prettier-ignore
    expect(operation.paging).toBeUndefined();
    expect(params.properties).toHaveProperty("pageToken");
  });

  test("the page token of a search can be in the body", () => {
    const { operation } = onlyAction(
      methodDocument("search", { httpMethod: "POST", path: "notes:search", request: { $ref: "Query" }, response: { $ref: "Page" } }, { Query: { type: "object", properties: { pageToken: { type: "string" }, text: { type: "string" } } }, Page: { type: "object", properties: { nextPageToken: { type: "string" }, ...notes } }, Note: note }), // prettier-ignore
    );
    expect(operation.paging).toMatchObject({ cursor: "pageToken" });
  });
});

describe("files", () => {
  const file = { httpMethod: "GET", path: "notes/{id}", parameters: { id: { location: "path", type: "string" } }, supportsMediaDownload: true }; // prettier-ignore

  test("a method that can return a file is two actions", () => {
    const { actions } = discoveryDraft(
      methodDocument("get", { ...file, response: { $ref: "Note" } }, { Note: note }),
    );
    expect(actions.map(({ action, source }) => [action, source])).toEqual([["get", "notes.notes.get"], ["download", "notes.notes.get alt=media"]]); // prettier-ignore
    expect(actions[1]!.operation).toMatchObject({ query: { alt: "media" }, response: { kind: "file" } });
  });

  test("a method that only returns a file is one action", () => {
    expect(onlyAction(methodDocument("export", file)).operation.response).toEqual({ kind: "file" });
  });

  test("an upload with metadata sends the metadata, and one without them is skipped with a reason", () => {
    const upload = { httpMethod: "POST", path: "notes", supportsMediaUpload: true, mediaUpload: {} };
    const { guesses } = onlyAction(
      methodDocument("insert", { ...upload, request: { $ref: "Note" } }, { Note: note }),
    );
    expect(guesses).toEqual([{ says: "It sends no file: uploads are left out." }]);
    expect(discoveryDraft(methodDocument("import", upload)).skipped).toEqual([
      { source: "notes.notes.import", reason: "It uploads a file, and does nothing without the file." },
    ]);
  });
});

test("a person connects an account at Google, and is told what the scopes mean", () => {
  const { connectFlow } = discoveryDraft(methodDocument("get", { httpMethod: "GET", path: "x" }));
  expect(connectFlow).toMatchObject({
    authorizeUrl: expect.stringContaining("access_type=offline") as string,
    scopeWords: { "https://www.googleapis.com/auth/notes": "All notes" },
  });
});

test("an API without OAuth gets an API key, and says that nobody has checked it", () => {
  const { schemes, guesses } = discoveryDraft({ ...methodDocument("get", { httpMethod: "GET", path: "x" }), auth: undefined }); // prettier-ignore
  expect(schemes).toEqual({ key: { kind: "query", name: "key", value: "{api_key}" } });
  expect(guesses).toHaveLength(1);
});

test("a deprecated method is skipped with a reason", () => {
  const { skipped } = discoveryDraft(
    methodDocument("get", { httpMethod: "GET", path: "x", deprecated: true }),
  );
  expect(skipped).toEqual([{ source: "notes.notes.get", reason: "The platform has deprecated it." }]);
});

test("the account of the credentials is the profile", () => {
  const profile = {
    methods: { getProfile: { id: "notes.users.getProfile", httpMethod: "GET", path: "profile" } },
  };
  expect(discoveryDraft(documentOf({ resources: { users: profile } })).identify).toEqual({ calls: "notes.users.getProfile" }); // prettier-ignore
  expect(discoveryDraft(methodDocument("get", { httpMethod: "GET", path: "x" })).identify).toBeUndefined();
});

test("records inside records are told down to a few levels", () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [
      `S${index}`,
      { type: "object", properties: { next: { $ref: `S${index + 1}` } } },
    ]),
  );
  const { result } = onlyAction(
    methodDocument("get", { httpMethod: "GET", path: "x", response: { $ref: "S0" } }, schemas),
  );
  const levels = JSON.stringify(result).split('"next"').length - 1;
  expect(levels).toBe(6);
});

test("a list without pages is its items, and a response with several lists is a record", () => {
  const list = (properties: object) =>
    onlyAction(methodDocument("list", { httpMethod: "GET", path: "notes", response: { $ref: "Page" } }, { Page: { type: "object", properties } })); // prettier-ignore
  const texts = { type: "array", items: { type: "string" } };
  expect(list({ notes: texts })).toMatchObject({ pick: "notes", result: { type: "array" } });
  expect(list({ notes: texts, others: texts }).pick).toBeUndefined();
});
