import { expect, test } from "vitest";
import { expiryWarning } from "../../../src/core/connect/expiry-warning.ts";

const flow = { lifetime: { days: 365, since: "2026-07-30" } };
const now = Date.parse("2027-08-01T12:00:00Z");

test.each([
  ["far from its end", "2026-10-01T00:00:00Z", undefined],
  ["31 days before its end", "2026-09-02T00:00:00Z", undefined],
  ["29 days before its end", "2026-08-30T12:00:00Z", "ends on 2027-08-30"],
  ["on its last day", "2026-08-01T13:00:00Z", "ends on 2027-08-01"],
  ["after its end", "2026-07-30T00:00:00Z", "ended on 2027-07-30"],
  ["given before the platform limited consents", "2026-07-29T23:59:00Z", undefined],
  ["of unknown age", "yesterday", undefined],
])("a consent %s", (_, connectedAt, expected) => {
  const warning = expiryWarning(flow, connectedAt, now);
  if (expected === undefined) expect(warning).toBeUndefined();
  else expect(warning).toContain(`${expected}, 365 days after it was given. Connect the account again.`);
});

test("a platform without a limit", () => {
  expect(expiryWarning({}, "2020-01-01T00:00:00Z", now)).toBeUndefined();
});
