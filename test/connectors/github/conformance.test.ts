import { GitHubConnector } from "agent-connectors/github";
import { testConnector } from "agent-connectors/testing";
import { expect, test } from "vitest";

test("the connector keeps the rules for connectors", async () => {
  const auth = { api_token: "gho_0123456789" };
  const { actions, skipped, forbidden, text } = await testConnector(GitHubConnector as never, { auth });
  expect(text).toContain("0 faults");
  expect(forbidden).toEqual([]);
  // Actions with code of their own. requests.test.ts and files.test.ts check them.
  expect(skipped.toSorted()).toEqual([
    "branches.create",
    "branches.delete",
    "files.create",
    "files.update",
    "workflow_jobs.get_log",
  ]);
  expect(actions).toBe(47);
});

test("credentials of a GitHub App work too", async () => {
  const auth = { client_id: "Iv1.0123456789", client_secret: "s3cret-0123456789", refresh_token: "ghr_0123456789" }; // prettier-ignore
  expect((await testConnector(GitHubConnector as never, { auth })).text).toContain("0 faults");
});

test("what cannot be undone is destructive, and a tool offers it only on request", async () => {
  const { actions, tool } = await GitHubConnector.compiled();
  const named = Object.entries(actions).flatMap(([entity, all]) =>
    Object.entries(all).map(([action, { effect }]) => ({ name: `${entity}.${action}`, effect })),
  );
  const names = (wanted: string) => named.filter(({ effect }) => effect === wanted).map(({ name }) => name).toSorted(); // prettier-ignore
  expect(names("destructive")).toEqual([
    "branches.delete",
    "issue_comments.delete",
    "pull_requests.merge",
    "releases.publish",
    "workflow_runs.rerun",
    "workflow_runs.rerun_failed",
    "workflows.dispatch",
  ]);
  expect(names("write")).toEqual([
    "branches.create",
    "files.create",
    "files.delete",
    "files.update",
    "issue_comments.create",
    "issues.add_assignees",
    "issues.add_labels",
    "issues.create",
    "issues.remove_assignees",
    "issues.remove_label",
    "issues.update",
    "pull_requests.create",
    "pull_requests.request_reviewers",
    "pull_requests.update",
    "releases.create",
    "reviews.create",
    "workflow_runs.cancel",
  ]);
  expect(tool.effects).toEqual(["read", "write"]);
});

test.each([
  ["approve the pull request", "reviews.create"],
  ["show me the diff of the pr", "pull_requests.list_files"],
  ["close the ticket", "issues.update"],
  ["why did the build fail", "workflow_jobs.get_log"],
  ["is ci green", "check_runs.list"],
  ["read the readme", "files.get"],
  ["merge it", "pull_requests.merge"],
  ["start a new branch", "branches.create"],
  ["retry the pipeline", "workflow_runs.rerun"],
  ["whoami", "users.me"],
])("the search for %j finds %s", async (query, name) => {
  const found = await GitHubConnector.searchActions(query, { limit: 8 });
  expect(found.map(({ entity, action }) => `${entity}.${action}`)).toContain(name);
});
