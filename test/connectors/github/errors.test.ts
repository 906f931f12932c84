import type { ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";
import { openGitHub } from "./open-github.ts";

const place = { owner: "octocat", repo: "hello" };
const docs = "https://docs.github.com/rest";

/** Calls an action, to which GitHub answers in turn. The last answer repeats. */
async function answered(
  name: string,
  params: object,
  ...answers: [number, object, Record<string, string>?][]
) {
  const clock = testClock();
  let count = 0;
  const fetch = (async (url: string) => {
    // After a write, the connector reads who can see it.
    if (url.endsWith("/repos/octocat/hello")) return Response.json({ visibility: "private" });
    const [status, body, headers] = answers[Math.min(count++, answers.length - 1)]!;
    return Response.json(body, { status, ...(headers ? { headers } : {}) });
  }) as typeof globalThis.fetch;
  const { call } = openGitHub({ fetch, clock });
  const result = await call(name, { ...place, ...params }).catch((error: unknown) => error);
  return { result: result as ConnectorError, count, clock };
}

// The bodies are from https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api and
// https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api.
test("a refused validation says which fields are wrong", async () => {
  const body = {
    message: "Validation Failed",
    errors: [
      { resource: "Issue", field: "title", code: "missing_field" },
      { resource: "PullRequest", code: "custom", message: "A pull request already exists for octocat:fix." },
    ],
    documentation_url: docs,
  };
  const { result } = await answered("issues.create", { title: " " }, [422, body]);
  expect(result).toMatchObject({ code: "upstream_rejected", outcome: "not_started", platform: { status: 422, code: "missing_field" } }); // prettier-ignore
  expect(result.message).toBe("GitHub issues.create was refused (HTTP 422 missing_field): “Validation Failed; Issue title missing_field; PullRequest custom A pull request already exists for octocat:fix”."); // prettier-ignore
});

test("errors that are texts are said too", async () => {
  const { result } = await answered("branches.create", { branch: "a", from: "0".repeat(40) }, [422, { message: "Reference update failed", errors: ["Invalid name"] }]); // prettier-ignore
  expect(result.message).toContain("“Reference update failed; Invalid name”");
});

test.each<[number, string, object]>([
  [401, "Bad credentials", { code: "credential_rejected" }],
  [403, "Resource not accessible by personal access token", { code: "credential_insufficient_scope" }],
  [404, "Not Found", { code: "not_found", hint: expect.stringContaining("repositories that the token cannot see") }], // prettier-ignore
  [405, "Pull Request is not mergeable", { code: "upstream_rejected", outcome: "not_started" }],
  [409, "Head branch was modified. Review and try the merge again.", { code: "upstream_rejected", hint: expect.stringContaining("Read it again") }], // prettier-ignore
  [410, "Issues are disabled for this repo", { code: "not_found" }],
])("status %s (%s) is understood", async (status, message, expected) => {
  const { result } = await answered("pull_requests.merge", { pull_number: 34 }, [status, { message, documentation_url: docs }]); // prettier-ignore
  expect(result).toMatchObject(expected);
});

const secondary = { message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again." }; // prettier-ignore
test.each<[string, number, object, Record<string, string>, number]>([
  ["a burst with a time", 403, secondary, { "retry-after": "20" }, 20],
  ["the limit of an hour", 403, { message: "API rate limit exceeded for user ID 1." }, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(Date.UTC(2026, 0, 1) / 1000 + 25) }, 25], // prettier-ignore
])("%s is waited for", async (_what, status, body, headers, seconds) => {
  const { result, count, clock } = await answered("issues.create", { title: "A" }, [status, body, headers], [201, { number: 1 }]); // prettier-ignore
  expect(result).toMatchObject({ data: { number: 1 } });
  expect(count).toBe(2);
  expect(clock.slept).toEqual([seconds * 1000]);
});

test.each([403, 429])(
  "a burst without a time (status %s) is an error that says to wait a minute",
  async (status) => {
    const { result, count } = await answered("issues.create", { title: "A" }, [status, secondary, { "x-ratelimit-remaining": "4990", "x-ratelimit-reset": "1767229000" }]); // prettier-ignore
    expect(result).toMatchObject({ code: "upstream_rate_limited", outcome: "not_started", retryable: true, retry_after: 60 }); // prettier-ignore
    expect(count).toBe(1);
  },
);
