import { expect, test } from "vitest";
import { fillPath } from "../../../../src/core/wire/executor/path.ts";
import { harmlessValues, hostileValues } from "./hostile-values.ts";
import { openWire } from "./open-wire.ts";

test("200 hostile values are refused before anything is sent", async () => {
  expect(hostileValues.length).toBeGreaterThanOrEqual(200);
  const { send, requests } = await openWire({ operations: { main: { path: "/notes/{id}/text" } } });
  for (const id of hostileValues)
    await expect(send({ id }), JSON.stringify(id)).rejects.toMatchObject({
      code: "invalid_params",
      path: "params.id",
      message: expect.stringMatching(/^id: .* is not an id\.$/),
    });
  expect(requests).toEqual([]);
});

test("other values stay in their segment", async () => {
  const { send, requests } = await openWire({ operations: { main: { path: "/notes/{id}/text" } } });
  for (const id of harmlessValues) await send({ id });
  const segments = requests.map(({ path }) => path.split("/"));
  for (const segment of segments) expect(segment).toHaveLength(4);
  expect(segments.map(([, , id]) => decodeURIComponent(id!))).toEqual(harmlessValues);
});

test.for([undefined, null, {}, [], [{}], { toString: () => "x" }])("%j is no segment", (id) =>
  expect(() => fillPath("/{id}", { id }, () => undefined)).toThrow(/is not an id/),
);

test("slashes are kept or encoded only where the definition says so", () => {
  const fill = (value: string, slashes: "keep" | "encode") => fillPath("/c/{p}", { p: value }, () => slashes);
  expect(fill("docs/a b.md", "keep")).toBe("/c/docs/a%20b.md");
  expect(fill("group/name", "encode")).toBe("/c/group%2Fname");
  for (const value of ["a/../b", "..", "/a", "a//b", "a/", "a\\..\\b", "a/%2e%2e/b", "a%2f..%2fb"])
    for (const slashes of ["keep", "encode"] as const) expect(() => fill(value, slashes), value).toThrow();
});
