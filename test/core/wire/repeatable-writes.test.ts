import { ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { readRepeated } from "../../../src/core/wire/repeatable-writes.ts";

const refused = (platform: { code?: string; status: number }) => () => {
  throw new ConnectorError("upstream_error", "Refused.", { platform } as never);
};
const repeated = { headers: {}, repeated: "timeout" } as never;

test.each([
  ["its code", ["already_done"], { code: "already_done", status: 400 }, "already_done"],
  ["its status", ["409"], { status: 409 }, "409"],
  ["its status beside another code", ["409"], { code: "conflict", status: 409 }, "409"],
] as const)("a repetition that the platform refuses with %s has succeeded", (_, done, platform, already) => {
  expect(readRepeated({ repeatable: { done } } as never, repeated, refused(platform))).toMatchObject({
    already,
  });
});

test("a repetition that is refused for another reason has failed", () => {
  for (const platform of [{ code: "other", status: 400 }, { status: 400 }])
    expect(() =>
      readRepeated({ repeatable: { done: ["already_done", "409"] } } as never, repeated, refused(platform)),
    ).toThrow("Refused.");
});
