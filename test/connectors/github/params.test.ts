import type { ConnectorError } from "agent-connectors";
import { expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";
import { openGitHub } from "./open-github.ts";

const place = { owner: "octocat", repo: "hello" };

/** A platform that answers every request with `{}`, and counts them. */
function answering(headers: (url: string) => Record<string, string> = () => ({})) {
  const sent: string[] = [];
  const clock = testClock();
  const fetch = (async (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${new URL(url).pathname}`);
    return Response.json({ visibility: "private" }, { headers: headers(url) });
  }) as typeof globalThis.fetch;
  return { ...openGitHub({ fetch, clock }), clock, sent };
}

test.each([
  // Without an event, GitHub would keep the review as a draft that nobody sees.
  ["reviews.create", { pull_number: 1, body: "Good." }],
  ["issues.update", { issue_number: 1 }],
  ["pull_requests.update", { pull_number: 1 }],
  ["pull_requests.request_reviewers", { pull_number: 1 }],
  ["pull_requests.create", { head: "a", base: "b" }],
  ["issues.add_labels", { issue_number: 1, labels: [] }],
  ["issues.add_assignees", { issue_number: 1 }],
  ["files.update", { path: "a", message: "A", content: "A" }],
  ["files.update", { path: "a", message: "A" }],
  ["files.update", { path: "a", message: "A", content: "A", sha: "s", edits: [{ find: "a", replace: "b" }] }],
  ["files.update", { path: "a", message: "A", edits: [] }],
  ["files.update", { path: "a", message: "A", edits: [{ find: "", replace: "b" }] }],
  ["files.delete", { path: "a", message: "A" }],
  ["files.get", { path: "../../user" }],
  ["branches.create", { from: "main" }],
  ["issues.list", { state: "done" }],
])("%s with %j is not sent", async (name, params) => {
  const { call, sent } = answering();
  const error = (await call(name, { ...place, ...params }).catch((one: unknown) => one)) as ConnectorError;
  expect(error).toMatchObject({ code: "invalid_params", outcome: "not_started" });
  expect(sent.filter((one) => !one.startsWith("GET"))).toEqual([]);
});

test.each([
  ["issues.get", { number: 7 }, "GET /repos/octocat/hello/issues/7"],
  ["pull_requests.get", { number: 7 }, "GET /repos/octocat/hello/pulls/7"],
  ["pull_requests.merge", { pr: 7 }, "PUT /repos/octocat/hello/pulls/7/merge"],
  ["issue_comments.create", { issue: 7, comment: "A" }, "POST /repos/octocat/hello/issues/7/comments"],
  ["workflow_runs.cancel", { run: 7 }, "POST /repos/octocat/hello/actions/runs/7/cancel"],
])("%s understands the words of %j", async (name, params, request) => {
  const { call, sent } = answering();
  await call(name, { owner: "octocat", repository: "hello", ...params });
  expect(sent).toContain(request);
});

test.each(["workflow_runs.cancel", "workflow_runs.rerun", "workflow_runs.rerun_failed"])(
  "%s says which run it was, because GitHub's answer is empty",
  async (name) => {
    expect((await answering().call(name, { ...place, run_id: 8001 })).data).toMatchObject({ run_id: 8001 });
  },
);

test("searches have limits of their own, so that a used up one stops nothing else", async () => {
  const used = {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.UTC(2026, 0, 1) / 1000 + 50),
  };
  const { call, clock } = answering((url) => (url.includes("/search/") ? used : {}));
  for (const name of ["issues.search", "code.search"]) await call(name, { q: "a" });
  await call("issues.get", { ...place, issue_number: 1 });
  expect(clock.slept).toEqual([]);
  // Another search waits, or fails if it would wait too long.
  await expect(call("repositories.search", { q: "a" })).rejects.toMatchObject({ code: "rate_limited" });
});
