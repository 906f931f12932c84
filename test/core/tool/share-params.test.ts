import { expect, test } from "vitest";
import { shareParams } from "../../../src/core/tool/share-params.ts";

const long = (text: string) => ({ type: "string", description: text.repeat(40) });
const action = (params: Record<string, object>) => ({ params: { type: "object", properties: params } });

test("each param keeps its own schema, also if other params have the same name", () => {
  const [one, other] = [long("A day. "), long("A time. ")];
  const entities = {
    orders: { list: action({ since: one }), find: action({ since: other, until: one }) },
    users: { list: action({ since: one }), find: action({ since: other, until: one }) },
  };
  const { $defs, ...shared } = shareParams(entities) as { $defs: Record<string, object> };
  expect(Object.keys($defs)).toHaveLength(3);
  const resolved = JSON.parse(JSON.stringify(shared), (_, value: unknown) => {
    const ref = (value as { $ref?: string } | null)?.$ref;
    return ref === undefined ? value : $defs[ref.replace("#/$defs/", "")];
  }) as unknown;
  expect(resolved).toEqual(entities);
});

test("params that are used once stay where they are", () => {
  const entities = { orders: { list: action({ since: long("A day. ") }) } };
  expect(shareParams(entities)).toEqual(entities);
});
