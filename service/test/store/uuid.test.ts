import { expect, test } from "vitest";
import { uuid } from "../../src/store/uuid.ts";

test("ids sort in the order of their creation, also within one millisecond", () => {
  const ids = [1, 1, 1, 1, 1, 1, 2, 2, 2, 3].map((now) => uuid(now));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids.map((id) => id.slice(19)))).toHaveProperty("size", ids.length);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
