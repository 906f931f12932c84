import { expect, test } from "vitest";
import type { ActionDefinition } from "../../../src/core/contract/action.ts";
import type { JsonSchema } from "../../../src/core/contract/json-schema.ts";
import { compileParams } from "../../../src/core/schema/compile-params.ts";
import { type ParamsSchema, paramsFromJsonSchema } from "../../../src/core/schema/params-schema.ts";
import { mutate, randomOf, validValue } from "./random-params.ts";

// The params of every action are validated twice: with zod, and with the JSON Schema that zod makes of them. Both must
// give the same value, with the same order of names, or the same issues. `PARAMS_RUNS=100000` runs more of them.
const runs = Number(process.env.PARAMS_RUNS ?? 4000);

type Entities = Record<string, Record<string, ActionDefinition>>;
const load = async (): Promise<[string, ParamsSchema, ParamsSchema][]> => {
  const modules = [
    ["slack", await import("../../../src/connectors/slack/entities/index.ts")],
    ["amazon-ads", await import("../../../src/connectors/amazon-ads/entities/index.ts")],
  ] as unknown as [string, Entities][];
  const all = modules.flatMap(([connector, entities]) =>
    Object.entries(entities).flatMap(([entity, actions]) =>
      Object.entries(actions).map(async ([name, action]): Promise<[string, ParamsSchema, ParamsSchema]> => {
        const zod = await compileParams(action.params);
        const data = JSON.parse(JSON.stringify(zod.source)) as JsonSchema;
        return [`${connector} ${entity}.${name}`, zod, paramsFromJsonSchema(data)];
      }),
    ),
  );
  return Promise.all(all);
};

test("every action has params that JSON Schema expresses exactly", async () => {
  const actions = await load();
  expect(actions.length).toBeGreaterThan(190);
  expect(actions.filter(([, zod]) => zod.inexact !== undefined).map(([name]) => name)).toEqual([]);
});

test("the texts for a model are the same", async () => {
  for (const [, zod, own] of await load()) {
    expect(JSON.stringify(own.json)).toBe(JSON.stringify(zod.json));
    expect(own.rare).toEqual(zod.rare);
  }
});

test(`${runs} random params are judged as by zod`, async () => {
  const actions = await load();
  const counts = { valid: 0, invalid: 0, issues: 0 };
  for (let run = 0; run < runs; run++) {
    const random = randomOf(run);
    const [name, zod, own] = actions[run % actions.length]!;
    let params = validValue(own.source, random) as Record<string, unknown>;
    // Half of the params stay valid. The other half has one to four faults.
    for (let faults = random.chance(50) ? 0 : 1 + random.below(4); faults > 0; faults--) {
      const wrong = mutate(params, random);
      if (typeof wrong === "object" && wrong !== null && !Array.isArray(wrong)) params = wrong as never;
    }
    const expected = zod.validate(params);
    const found = own.validate(params);
    if ("issues" in expected) counts.issues += expected.issues.length;
    counts["issues" in expected ? "invalid" : "valid"]++;
    const shown = (value: unknown) => JSON.stringify(value);
    if (shown(found) !== shown(expected))
      expect({ name, run, params, found }).toEqual({ name, run, params, found: expected });
  }
  console.log(`${runs} params of ${actions.length} actions: ${JSON.stringify(counts)}`);
  expect(counts.valid).toBeGreaterThan(runs / 4);
  expect(counts.invalid).toBeGreaterThan(runs / 4);
});
