import { action } from "../../../src/core/contract/action.ts";
import type { ConnectorDefinition } from "../../../src/core/contract/definition.ts";
import { compileAction } from "../../../src/core/schema/compile-action.ts";
import { definitionSchemas } from "../../../src/core/schema/definition-schemas.ts";
import { expect, test } from "vitest";

const create = action({
  description: "Write a note.",
  params: (z) => ({ a: z.string().optional(), b: z.string().optional() }),
  check: ({ a, b }) => (a === undefined && b === undefined ? [{ path: "a", message: "required, or b" }] : []),
  effect: "write",
  calls: "notes",
  example: { a: "x" },
});

const definition = {
  entities: { notes: { create } },
  operations: { notes: { method: "POST", path: "/", docs: "https://x.example" } },
} as unknown as ConnectorDefinition;

test("rules about several params are checked after the schema", async () => {
  const compiled = await compileAction(definition, "notes", "create", definitionSchemas);
  const validate = (params: Record<string, unknown>) => compiled.validate(params);
  expect(validate({ a: "x", dry_run: true })).toEqual({ value: { a: "x", dry_run: true } });
  expect(validate({ dry_run: true })).toEqual({ issues: [{ path: "a", message: "required, or b" }] });
  expect(validate({ a: 5 })).toMatchObject({ issues: [{ path: "a" }] });
});
