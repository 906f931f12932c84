import { expect, test } from "vitest";
import { readConfig } from "../../../src/core/open/config.ts";

const description = "the tenant";

test.each([
  ["has its default", { description, default: "main", optional: true }, { tenant: "main" }],
  ["is absent if it is optional", { description, optional: true }, {}],
])("a setting that is left out %s", (_what, tenant, expected) => {
  expect(readConfig({ tenant }, {})).toEqual(expected);
  expect(readConfig({ tenant }, { tenant: "acme" })).toEqual({ tenant: "acme" });
});

test("a setting without a default is required", () => {
  expect(() => readConfig({ tenant: { description } }, {})).toThrow(/tenant/);
});
