import { expect, test } from "vitest";
import { z } from "zod";
import { readQuery } from "../../src/http/request-input.ts";
import { errorOf } from "../support/errors.ts";

const any = z.record(z.string(), z.string());
const address = (count: number) =>
  new URL(`http://service.test/?${Array.from({ length: count }, (_, index) => `k${index}`).join("&")}`);

test("a query param that is there twice is refused, wherever it is", async () => {
  const url = address(2000);
  expect(Object.keys(readQuery(any, url) as object)).toHaveLength(2000);
  url.searchParams.append("k1999", "");
  expect(await errorOf(async () => readQuery(any, url))).toMatchObject({
    code: "validation_error",
    path: "query.k1999",
  });
});

test("the work for a query grows with its length, not with the square of its length", () => {
  const cpu = (count: number, rounds: number) => {
    const url = address(count);
    readQuery(any, url);
    const start = process.cpuUsage();
    for (let round = 0; round < rounds; round++) readQuery(any, url);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  // Both sides read the same number of params. If the work grew with the square, it would be sixteen times as much.
  expect(cpu(3200, 4)).toBeLessThan(6 * cpu(200, 64));
});
