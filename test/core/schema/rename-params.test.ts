import { expect, test } from "vitest";
import { type ConnectorFile, defineConnector } from "../../../src/index.ts";
import { makeRoom } from "../../../src/core/schema/rename-params.ts";

const text = { type: "string" } as const;
const file = {
  format: 1,
  name: "odd",
  title: "Odd",
  endpoint: "https://api.odd.example",
  auth: {},
  operations: {
    "things.list": { method: "GET", path: "/things", paging: { kind: "cursor", limit: "limit", cursor: "cursor", next: "next", default: 5, max: 9 }, docs: "https://odd.example" }, // prettier-ignore
    "things.search": { method: "GET", path: "/search", paging: { kind: "cursor", limit: "size", cursor: "after", next: "next", default: 5, max: 9 }, docs: "https://odd.example" }, // prettier-ignore
    "things.update": { method: "POST", path: "/things/{id}", docs: "https://odd.example" },
  },
  actions: {
    things: {
      list: {
        description: "List things.",
        effect: "read",
        paginated: true,
        params: { type: "object", properties: { cursor: text, limit: { type: "integer" }, fields: text }, required: ["limit"] }, // prettier-ignore
        result: { type: "object", properties: { id: text } },
        example: { fields: "id" },
        calls: "things.list",
        pick: "things",
      },
      search: {
        description: "Search things.",
        effect: "read",
        paginated: true,
        params: { type: "object", properties: { q: text, limit: { type: "integer", minimum: 3 }, cursor: text }, required: ["limit"] }, // prettier-ignore
        result: { type: "object", properties: { id: text } },
        example: { q: "x", limit: 3 },
        calls: "things.search",
        pick: "things",
      },
      update: {
        description: "Change a thing.",
        effect: "write",
        params: { type: "object", properties: { id: text, dry_run: { type: "boolean" }, limit: text }, required: ["id", "dry_run"] }, // prettier-ignore
        example: { id: "t1", dry_run: true },
        calls: "things.update",
      },
    },
  },
} as const satisfies ConnectorFile;

function open() {
  const sent: [string, unknown][] = [];
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push([String(url), init?.body]);
    return Response.json({ things: [{ id: "t1" }] });
  };
  const Odd = defineConnector(file);
  return { Odd, odd: new Odd({} as never, { fetch }), sent };
}

test("the platform's params with the names of control params have other names", async () => {
  const { Odd } = open();
  const { entities } = await Odd.describe();
  const { list, search, update } = entities.things!;
  expect(list!.signature).toBe("list(platform_fields?)");
  expect(list!.params.properties).toMatchObject({ limit: { maximum: 9 }, platform_fields: text });
  expect(search!.signature).toBe("search(q?, platform_limit: int, platform_cursor?)");
  expect(search!.params.required).toEqual(["platform_limit"]);
  expect(update!.signature).toBe("update(id, platform_dry_run: bool, limit?)");
  expect(search!.example).toEqual({ q: "x", platform_limit: 3 });
});

test("the platform gets its own names", async () => {
  const { odd, sent } = open();
  await odd.execute("things", "list", { platform_fields: "a", fields: ["id"], limit: 2 });
  await odd.execute("things", "search", { platform_limit: 7, platform_cursor: "p", limit: 2, cursor: "c" });
  await odd.execute("things", "update", { id: "t1", platform_dry_run: true, limit: "x" });
  expect(sent).toEqual([
    ["https://api.odd.example/things?fields=a&limit=2", undefined],
    ["https://api.odd.example/search?limit=7&cursor=p&size=2&after=c", undefined],
    ["https://api.odd.example/things/t1", '{"dry_run":true,"limit":"x"}'],
  ]);
  const { meta } = await odd.execute("things", "update", { id: "t1", platform_dry_run: true, dry_run: true });
  expect(meta).toMatchObject({ dry_run: true });
  expect(sent.length).toBe(3);
});

test("problems have the names of the caller", async () => {
  const { odd, sent } = open();
  const call = odd.execute("things", "search", { platform_limit: 1 });
  await expect(call).rejects.toMatchObject({
    issues: [{ path: "platform_limit", message: "expected integer of at least 3, got 1" }],
  });
  expect(sent).toEqual([]);
});

test("the compiled form keeps the platform's names", async () => {
  const { actions } = await open().Odd.compiled();
  expect(Object.keys(actions.things!.search!.params.properties!)).toEqual(["q", "limit", "cursor"]);
});

test("every part of a schema that has the names is renamed", () => {
  const source = {
    type: "object",
    properties: { fields: text, platform_fields: text, a: text },
    required: ["a", "fields"],
    dependentRequired: { fields: ["a"] },
    anyOf: [{ required: ["fields"] }, { properties: { fields: { minLength: 2 } } }],
    not: { required: ["fields"] },
  };
  expect(makeRoom(source, ["fields", "limit"], undefined)).toEqual({
    schema: {
      type: "object",
      properties: { platform_platform_fields: text, platform_fields: text, a: text },
      required: ["a", "platform_platform_fields"],
      dependentRequired: { platform_platform_fields: ["a"] },
      anyOf: [
        { required: ["platform_platform_fields"] },
        { properties: { platform_platform_fields: { minLength: 2 } } },
      ],
      not: { required: ["platform_platform_fields"] },
    },
    renamed: { platform_platform_fields: "fields" },
  });
});
