import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ConnectorFile, defineConnector } from "../../src/index.ts";

/** A schema of any type with a default, and a value that the default must not be mistaken for. */
const property = fc.constantFrom(
  { type: "boolean", default: false },
  { type: "string", default: "DEFAULT" },
  { type: "integer", default: 8_471_147_114 }, // longer than a part of a random boundary
  { type: "array", items: { type: "string" }, default: ["DEFAULT"] },
  {
    type: "object",
    properties: { inner: { type: "string", default: "DEFAULT" } },
    default: { inner: "DEFAULT" },
  },
);
const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 1, maxLength: 6 });

test("no default of a schema is ever sent in a write, whatever the body is", async () => {
  await fc.assert(
    fc.asyncProperty(
      names,
      fc.array(property, { minLength: 6, maxLength: 6 }),
      fc.constantFrom("POST" as const, "PUT" as const, "PATCH" as const, "DELETE" as const),
      fc.constantFrom("json" as const, "form" as const, "multipart" as const),
      async (fields, schemas, method, kind) => {
        const properties = Object.fromEntries(fields.map((name, index) => [`p_${name}`, schemas[index]!]));
        const file: ConnectorFile = {
          format: 1,
          name: "acme",
          title: "Acme",
          endpoint: "https://api.acme.example",
          auth: {},
          operations: { set: { method, path: "/x/{id}", body: { kind }, docs: "https://acme.example" } },
          actions: {
            x: {
              set: {
                description: "Set.",
                effect: "write",
                params: {
                  type: "object",
                  properties: { id: { type: "string" }, ...properties },
                  required: ["id"],
                },
                example: { id: "1" },
                calls: "set",
              },
            },
          },
        };
        const sent: string[] = [];
        const fetch = async (url: string | URL | Request, { body }: RequestInit = {}) => {
          const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : ((body ?? "") as string);
          sent.push(String(url) + text);
          return Response.json({});
        };
        const Acme = defineConnector(file);
        await new Acme({ auth: {} }, { fetch }).execute("x", "set", { id: "1" });
        expect(sent).toHaveLength(1);
        expect(sent[0]).not.toMatch(/DEFAULT|8471147114|p_/);
      },
    ),
    { numRuns: 200 },
  );
});
