import { expect, test } from "vitest";
import { connectFlow } from "../../../../src/connectors/amazon-ads/wire/connect-flow.ts";
import { adsError, readRefusal } from "../../../../src/connectors/amazon-ads/wire/errors.ts";

const operation = { contentType: "a/b", accept: "c/d", docs: "https://docs.example", paging: true };
const errorOf = (status: number, body: unknown, more: object = {}) =>
  adsError(readRefusal(status, body), {
    what: "Amazon Ads x",
    operation: { ...operation, ...("operation" in more ? (more.operation as object) : {}) } as never,
    request_id: "r1",
    profileId: "7",
    profiles: [],
    isRaw: false,
    ...("isRaw" in more ? { isRaw: true } : {}),
  });

test.each<[unknown, string]>([
  [{ code: "C", message: "Bad" }, "Amazon Ads x was refused (HTTP 400 C): Bad."],
  [{ Code: "C", Message: "Bad." }, "Amazon Ads x was refused (HTTP 400 C): Bad."],
  [{ errorCode: "C", details: "a", detail: "b" }, "Amazon Ads x was refused (HTTP 400 C): “a; b”."],
  [{ message: "a", description: "a" }, "Amazon Ads x was refused (HTTP 400): a."],
  [{ errors: [{ message: "a" }, { errorType: "b" }, { message: "c", errorType: "d" }, { message: "e" }] }, "Amazon Ads x was refused (HTTP 400): “a; b; c”."], // prettier-ignore
  ["text", "Amazon Ads x was refused (HTTP 400)."],
])("the message of the refusal %j is %j", (body, message) => {
  expect(errorOf(400, body).message).toBe(message);
});

test("a report that already runs is named by its id, and only then", () => {
  expect(errorOf(425, { reportId: "r-9" }).message).toContain("a duplicate of report r-9");
  expect(errorOf(400, { reportId: "r-9" }).message).not.toContain("r-9");
});

test.each<[number, unknown, object, object]>([
  [
    401,
    { message: "Not authorized for the scope" },
    {},
    { code: "upstream_rejected", path: "params.profileId" },
  ],
  [
    401,
    {},
    { operation: { needsProfile: true } },
    { code: "credential_insufficient_scope", path: "params.profileId" },
  ],
  [401, {}, {}, { code: "credential_rejected" }],
  [403, {}, {}, { code: "credential_insufficient_scope" }],
  [404, {}, {}, { code: "not_found" }],
  [406, {}, {}, { code: "internal" }],
  [415, {}, {}, { code: "internal" }],
  [406, {}, { isRaw: true }, { code: "upstream_rejected", path: "options.headers" }],
  [415, {}, { isRaw: true }, { code: "upstream_rejected", path: "options.headers" }],
  [400, { message: "Invalid next token" }, {}, { code: "upstream_rejected", path: "params.cursor" }],
  [400, { message: "Invalid nextToken" }, { operation: { paging: undefined } }, { path: "params.nextToken" }],
  [400, { message: "Invalid next token" }, { isRaw: true }, { hint: "See https://docs.example." }],
  [
    400,
    { message: "Allowed values: [A, B]" },
    {},
    { hint: "Amazon allows: A, B. See https://docs.example." },
  ],
  [400, {}, {}, { hint: "Check the params against describe. See https://docs.example." }],
  [422, {}, {}, { hint: "Check the params against describe. See https://docs.example." }],
  [409, {}, {}, { hint: "See https://docs.example." }],
  [400, { message: "The scope cannot be decrypted" }, {}, { path: "params.profileId" }],
])("the error of HTTP %s %j with %j says %j", (status, body, more, expected) => {
  const platform = { status, request_id: "r1" };
  expect(errorOf(status, body, more)).toMatchObject({ outcome: "not_started", platform, ...expected });
});

test.each([1, 5, 6, 8])("a manager account names at most five of %s accounts without a profile", (count) => {
  const accounts = Array.from({ length: count }, (_, id) => ({
    id,
    name: `n${id}`,
    type: "DSP",
    profileId: null,
  }));
  const identity = { profiles: [{}], managers: [{ id: 1, name: "M", accounts }] };
  const notes = connectFlow.notes!([{ check: { status: "healthy", identity } }] as never);
  expect(notes[1]!.match(/\(DSP\)/g)).toHaveLength(Math.min(5, count));
  expect(/ and (\d+) more/.exec(notes[1]!)?.[1]).toBe(count > 5 ? String(count - 5) : undefined);
});

test("a login without profiles is told in which regions, if one region could not be checked", () => {
  const works = { config: { region: "na" }, check: { status: "healthy", identity: { profiles: [] } } };
  const fails = { config: { region: "eu" }, check: { status: "unhealthy" } };
  const notes = (...accounts: object[]) => connectFlow.notes!(accounts as never).at(-1);
  expect(notes(works)).toContain("no advertising profiles in any region");
  expect(notes(works, fails)).toContain("in the regions that were checked");
});
