import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { AnyConnector } from "agent-connectors";
import type { JsonSchema } from "agent-connectors/toolkit";
import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox, slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import type * as plannedCall from "../../../../src/core/call/params/planned-call.ts";

// A resumed approval and the service plan a call a second time. The second planning must add no note and change
// nothing.

type PlanCall = typeof plannedCall.planCall;
type Planning = { args: Parameters<PlanCall>; plan: ReturnType<PlanCall> };
const seen = vi.hoisted(() => {
  // Other files of this worker have loaded the real module.
  vi.resetModules();
  return { last: undefined as unknown };
});
let planCall: PlanCall;
vi.mock("../../../../src/core/call/params/planned-call.ts", async (load) => {
  const real = await load<typeof plannedCall>();
  const planCall: PlanCall = (...args) => {
    const plan = real.planCall(...args);
    seen.last = { args, plan } satisfies Planning;
    return plan;
  };
  return { ...real, planCall };
});
afterAll(() => {
  vi.doUnmock("../../../../src/core/call/params/planned-call.ts");
  vi.resetModules();
});
beforeAll(async () => {
  ({ planCall } = await import("../../../../src/core/call/params/planned-call.ts"));
});

const slack = slackSandbox();
const ads = amazonAdsSandbox();
const connectors: Record<string, () => AnyConnector> = {
  slack: () => new SlackConnector({ auth: { api_token: slack.tokens.bot } }, slack.options),
  "amazon-ads": () => new AmazonAdsConnector({ auth: ads.credentials }, ads.options),
};

/** Returns a value for a simple schema. Undefined for other schemas. */
function valueFor(schema: JsonSchema): fc.Arbitrary<unknown> | undefined {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.type === "integer" || schema.type === "number") {
    const min = Number(schema.minimum ?? 1);
    return fc.integer({ min, max: Math.min(min + 20, Number(schema.maximum ?? min + 20)) });
  }
  if (schema.type === "string" && !schema.pattern && !schema.format)
    return fc.constantFrom("abc", "12345", "a, b", "[1]", "Ä b");
  if (schema.type === "array" && schema.items) {
    const item = valueFor(schema.items);
    return item && fc.array(item, { minLength: 1, maxLength: 2 });
  }
  return undefined;
}

/** Changes a value or a name as models do. */
const sloppy = (value: unknown): fc.Arbitrary<unknown> =>
  fc.constantFrom(
    value,
    typeof value === "number" || typeof value === "boolean" ? String(value).toUpperCase() : value,
    Array.isArray(value) && value.every((one) => typeof one === "string") ? value.join(", ") : value,
    typeof value === "object" ? JSON.stringify(value) : value,
    Array.isArray(value) && value.length === 1 ? value[0] : value,
    Array.isArray(value) ? { include: value } : value,
  );
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const sloppyName = (name: string) =>
  fc.constantFrom(name, name.toUpperCase(), camel(name), name.replaceAll("_", "-"), `${name}s`);

function sloppyParams(schema: JsonSchema, example: object): fc.Arbitrary<unknown> {
  const fixed = Object.entries(example).map(([name, value]) => ({ name, value: fc.constant(value as unknown), always: true })); // prettier-ignore
  const more = Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const value = Object.hasOwn(example, name) ? undefined : valueFor(property);
    return value ? [{ name, value: fc.oneof(value, fc.constant(null)), always: false }] : [];
  });
  const entries = [...fixed, ...more].map(({ name, value, always }) =>
    fc.tuple(
      always ? fc.constant(true) : fc.boolean(),
      sloppyName(name),
      value.chain((one) => sloppy(one)),
    ),
  );
  return fc.tuple(fc.boolean(), ...entries).map(([asText, ...all]) => {
    const params = Object.fromEntries(all.filter(([kept]) => kept).map(([, name, value]) => [name, value]));
    return asText ? JSON.stringify(params) : params;
  });
}

describe.each(Object.entries(connectors))("%s", (_name, open) => {
  test("planning a planned call adds no note and changes nothing, for every action", async () => {
    const connector = open();
    const { entities } = await connector.describe();
    const include = Object.entries(entities).flatMap(([entity, actions]) =>
      Object.keys(actions).map((action) => `${entity}.${action}`),
    );
    const tool = await connector.tool({
      effects: ["read", "write", "spend", "destructive"],
      include,
      caps: {},
    });
    let planned = 0;
    let noted = 0;
    for (const [entity, actions] of Object.entries(entities))
      for (const [action, { params: schema, example }] of Object.entries(actions))
        fc.assert(
          fc.property(sloppyParams(schema, example as object), (params) => {
            seen.last = undefined;
            tool.plan({ entity, action, params });
            const { args, plan } = seen.last as unknown as Planning;
            if (!plan.call) return;
            planned++;
            if (plan.call.notes.length > 0) noted++;
            const again = planCall(args[0], args[1], plan.call.input);
            expect(again.error).toBeUndefined();
            expect(again.call).toEqual({ ...plan.call, notes: [] });
          }),
          { numRuns: 15 },
        );
    // The property is meaningful only if many calls were planned and many were corrected.
    expect(planned).toBeGreaterThan(300);
    expect(noted).toBeGreaterThan(200);
  });
});
