import { expect, test } from "vitest";
import { createKinds } from "../../../../src/core/schema/find/entity-kinds.ts";

const entities = ["book_orders", "film_orders", "profiles"];
const isOther = createKinds(
  [
    { asked: ["book_order|books_shop", "novel"], entities: ["book_orders"] },
    { asked: ["film_order"], entities: ["film_orders"] },
    { asked: ["list orders"], actions: ["profiles.list"] },
  ],
  entities,
);
const others = (query: string) => entities.filter((_, position) => isOther(query)(position));

test.each([
  ["cancel my book order", ["film_orders"]],
  ["which of the book orders are late", ["film_orders"]],
  ["a novel", ["film_orders"]],
  ["film orders", ["book_orders"]],
  ["book orders and film orders", []],
  ["orders of a book", []],
  ["cancel an order", []],
  ["facebook orders", []],
])("for %s, the entities of other kinds are %j", (query, expected) => {
  expect(others(query)).toEqual(expected);
});
