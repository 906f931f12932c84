import { expect, test } from "vitest";
import { type ConnectorFile, defineConnector } from "../../../src/index.ts";

const text = { type: "string" } as const;
const properties = {
  mail: text,
  first: text,
  last: text,
  fields: text,
  room: text,
  street: text,
  city: text,
};
const find = {
  description: "Find a person.",
  effect: "read",
  params: { type: "object", properties },
  result: { type: "object", properties: { id: text } },
  anyOf: ["mail", ["first", "last"], "fields"],
  oneOf: ["room", ["street", "city"]],
  example: { mail: "a@b.example", room: "r1" },
  calls: "people.find",
} as const;
const { anyOf: _any, ...place } = find;
const file = {
  format: 1,
  name: "people",
  title: "People",
  endpoint: "https://api.people.example",
  auth: {},
  operations: { "people.find": { method: "GET", path: "/people", docs: "https://people.example" } },
  actions: {
    people: {
      find,
      by_place: { ...place, oneOf: ["room", ["street", "city"], "mail"] },
    },
  },
} as const satisfies ConnectorFile;

const sent: string[] = [];
const fetch = async (url: string | URL | Request) => {
  sent.push(String(url));
  return Response.json({ id: "p1" });
};
const people = new (defineConnector(file))({} as never, { fetch });

test.each([
  [{ mail: "m", room: "r" }],
  [{ first: "f", last: "l", room: "r" }],
  [{ mail: "m", first: "f", street: "s", city: "c" }],
  // `fields` is a param of the package, so the platform's param has another name.
  [{ platform_fields: "x", room: "r" }],
])("%j has the params that the call needs", async (params) => {
  sent.length = 0;
  expect((await people.people.find(params)).data).toEqual({ id: "p1" });
  expect(sent).toHaveLength(1);
});

const any = "pass mail, first and last, or platform_fields";
const one = "pass either room, or street and city";
test.each([
  [{ room: "r" }, "mail", any],
  [{ room: "r", fields: ["id"] }, "mail", any],
  [{ room: "r", last: "l" }, "first", any],
  [{ mail: "m" }, "room", one],
  [{ mail: "m", street: "s" }, "city", one],
  [{ mail: "m", room: "r", city: "c" }, "street", one],
  [{ mail: "m", room: "r", street: "s", city: "c" }, "room", one],
])("%j is refused at %s, before anything is sent", async (params, path, message) => {
  sent.length = 0;
  const error = await people.people.find(params as never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "invalid_params", path: `params.${path}` });
  expect((error as Error).message).toContain(`${path}: ${message}`);
  expect(sent).toEqual([]);
});

test("of three sets, exactly one is allowed", async () => {
  const error = await people.people.by_place({}).catch((thrown: unknown) => thrown);
  expect((error as Error).message).toContain("pass exactly one of room, street and city, and mail");
});

test("the declarations and the text for a model that writes code have the sets", async () => {
  const People = defineConnector(file);
  const plain = (code: string) => code.replace(/\s*\/\*\*[^]*?\*\/|\s+/g, " ").replace(/ +/g, " ");
  expect(plain(await People.declarations())).toContain(
    "export type PeopleFindParams = PeopleFindFields & ( | { mail: string; } | { first: string; last: string; } | { platform_fields: string; } ) & ( | { room: string; street?: undefined; city?: undefined; } | { street: string; city: string; room?: undefined; } );", // prettier-ignore
  );
  expect(await People.typescript()).toContain(
    "& ({ mail: string } | { first: string; last: string } | { platform_fields: string }) & ({ room: string } | { street: string; city: string })", // prettier-ignore
  );
});

test.each([
  [{ anyOf: ["mail", "phone"] }, /names phone, which is not a param/],
  [{ oneOf: ["mail"] }, /at least two params/],
  [{ oneOf: ["mail", []] }, /at least two params/],
  [{ anyOf: { mail: true } }, /at least two params/],
])("a file with %j is refused", (change, says) => {
  const changed = { ...file, actions: { people: { find: { ...find, ...change } } } };
  expect(() => defineConnector(changed as unknown as ConnectorFile)).toThrow(says);
});
