import { ConnectorError, type Result } from "agent-connectors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notInEmulator } from "../../../scripts/pages/github-proof.ts";
import { type GitHubPlatform, githubPlatform, place } from "../../suites/github/platform.ts";
import { actionNames, openGitHub } from "./open-github.ts";

// An emulator of GitHub keeps the state of a repository. The calls go over real sockets.

type Dict = Record<string, unknown>;
let platform: GitHubPlatform;
let github: ReturnType<typeof openGitHub>["github"];
let send: ReturnType<typeof openGitHub>["call"];
/** The actions that have succeeded. */
const used = new Set<string>();

beforeAll(async () => {
  platform = await githubPlatform();
  ({ github, call: send } = openGitHub({ endpoint: platform.url }));
});
afterAll(() => platform.close());

const call = async (name: string, params: Dict = {}): Promise<Result<Dict & Dict[]>> => {
  const result = await send(name, { ...(/search|users|repositories.list/.test(name) ? {} : place), ...params }); // prettier-ignore
  if (params.dry_run !== true) used.add(name);
  return result;
};
const undo = async (result: Result) => {
  used.add(`${result.meta.undo!.entity}.${result.meta.undo!.action}`);
  await github.undo(result as never);
};
const failure = async (name: string, params: Dict): Promise<ConnectorError> => {
  const error: unknown = await send(name, { ...place, ...params }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectorError);
  return error as ConnectorError;
};

test("the token says who it is, and what it can see", async () => {
  expect((await call("users.me")).data).toMatchObject({ login: "octocat" });
  expect(await github.check()).toMatchObject({ status: "healthy", identity: { login: "octocat" } });
  const { data: all } = await call("repositories.list", { sort: "full_name" });
  expect(all).toMatchObject([{ full_name: "octocat/hello" }, { full_name: "octocat/open" }]);
  expect((await call("repositories.get")).data).toMatchObject({ default_branch: "main" });
  const { data } = await call("repositories.search", { q: "greeting user:octocat" });
  expect(data).toMatchObject([{ full_name: "octocat/hello" }]);
});

test("an issue is opened, changed, closed, found, and brought back by undo", async () => {
  const created = await call("issues.create", { title: "Login fails on Safari", body: "It does nothing." });
  const { number: issue_number } = created.data;
  const closed = await call("issues.update", { issue_number, state: "closed", state_reason: "completed", title: "Login fails" }); // prettier-ignore
  expect(closed.data).toMatchObject({ state: "closed", title: "Login fails" });
  const { data: before } = await call("issues.update", { issue_number, state: "open", dry_run: true });
  expect(before).toMatchObject({ before: { state: "closed", state_reason: "completed" }, after: { state: "open" } }); // prettier-ignore
  await undo(closed);
  expect((await call("issues.get", { issue_number })).data).toMatchObject({ state: "open", title: "Login fails on Safari" }); // prettier-ignore
  const { data: found } = await call("issues.search", { q: "Safari is:issue repo:octocat/hello" });
  expect(found).toMatchObject([{ number: issue_number }]);
  await undo(created);
  expect((await call("issues.get", { issue_number })).data).toMatchObject({ state: "closed" });
});

test("labels and people are added and removed, and undo leaves those that were there before", async () => {
  const { data: issue } = await call("issues.create", { title: "Labels", labels: ["bug"] });
  const { number: issue_number } = issue;
  const labels = async () => ((await call("issues.get", { issue_number })).data.labels as Dict[]).map(({ name }) => name); // prettier-ignore
  const added = await call("issues.add_labels", { issue_number, labels: ["bug", "ui"] });
  expect(await labels()).toEqual(["bug", "ui"]);
  expect(added.meta.undo!.params).toMatchObject({ name: "ui" });
  await undo(added);
  expect(await labels()).toEqual(["bug"]);
  const removed = await call("issues.remove_label", { issue_number, name: "bug" });
  expect(await labels()).toEqual([]);
  await undo(removed);
  expect(await labels()).toEqual(["bug"]);
  expect((await call("labels.list")).data.map(({ name }) => name)).toEqual(expect.arrayContaining(["bug", "ui"])); // prettier-ignore

  await call("issues.add_assignees", { issue_number, assignees: ["octocat"] });
  const both = await call("issues.add_assignees", { issue_number, assignees: ["octocat", "ana"] });
  expect(both.meta.undo!.params).toMatchObject({ assignees: ["ana"] });
  const left = await call("issues.remove_assignees", { issue_number, assignees: ["octocat"] });
  expect(left.meta.undo!.params).toMatchObject({ assignees: ["octocat"] });
  await undo(left);
  await undo(both);
  expect((await call("issues.get", { issue_number })).data.assignees).toMatchObject([{ login: "octocat" }]);
});

test("comments are written, read, and deleted", async () => {
  const { data: issue } = await call("issues.create", { title: "Comments" });
  const { number: issue_number } = issue;
  await call("issue_comments.create", { issue_number, body: "One" });
  const second = await call("issue_comments.create", { issue_number, body: "Two" });
  expect((await call("issue_comments.list", { issue_number })).data).toMatchObject([{ body: "One" }, { body: "Two" }]); // prettier-ignore
  await undo(second);
  expect((await call("issue_comments.list", { issue_number })).data).toMatchObject([{ body: "One" }]);
});

test("lists are read page by page, and issues.list has no pull requests", async () => {
  const { data: all } = await call("issues.list", { state: "all", limit: 100 });
  const titles: unknown[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { data, meta } = await call("issues.list", { state: "all", limit: 2, ...(cursor === undefined ? {} : { cursor }) }); // prettier-ignore
    titles.push(...data.map(({ title }) => title));
    cursor = meta.next_cursor;
    pages++;
  } while (cursor !== undefined);
  expect(pages).toBe(2);
  expect(titles).toEqual(all.map(({ title }) => title));
  expect(titles).toHaveLength(3);
});

test("a file is created, edited, read and deleted, and each step is undone", async () => {
  const file = { path: "docs/intro.md", branch: "docs" };
  const read = { path: file.path, ref: file.branch };
  expect((await call("branches.create", { branch: "docs" })).data).toMatchObject({ branch: "docs" });
  const created = await call("files.create", { ...file, content: "Grüße, beta 👋\n", message: "Add" });
  expect((await call("files.get", read)).data).toMatchObject({ text: "Grüße, beta 👋\n" });
  const edited = await call("files.update", { ...file, edits: [{ find: "beta", replace: "stable" }], message: "Edit" }); // prettier-ignore
  expect((await call("files.get", read)).data.text).toBe("Grüße, stable 👋\n");
  await undo(edited);
  const { data: first } = await call("files.get", read);
  expect(first.text).toBe("Grüße, beta 👋\n");
  await call("files.update", { ...file, content: "New\n", sha: first.sha, message: "Replace" });
  const { data: second } = await call("files.get", read);
  const deleted = await call("files.delete", { ...file, sha: second.sha, message: "Remove" });
  expect(await failure("files.get", read)).toMatchObject({ code: "not_found" });
  await undo(deleted);
  const { data: third } = await call("files.get", read);
  expect(third.text).toBe("New\n");
  expect((await call("files.list", { ref: "docs" })).data.map(({ path }) => path)).toContain("docs/intro.md");
  expect((await call("code.search", { q: "hello repo:octocat/hello" })).data).toMatchObject([{ path: "README.md" }]); // prettier-ignore
  expect(created.meta.undo).toMatchObject({ entity: "files", action: "delete" });
});

test("a pull request is opened, reviewed and merged, and its branch deleted", async () => {
  const opened = await call("pull_requests.create", { title: "Docs", head: "docs", base: "main", body: "New." }); // prettier-ignore
  const { number: pull_number } = opened.data;
  const { data: head } = await call("branches.get", { branch: "docs" });
  expect((await call("pull_requests.list")).data).toMatchObject([{ number: pull_number, head: { ref: "docs" } }]); // prettier-ignore
  expect((await call("issues.list", { state: "all" })).data.map(({ number }) => number)).not.toContain(pull_number); // prettier-ignore
  const renamed = await call("pull_requests.update", { pull_number, title: "Docs of the introduction" });
  await undo(renamed);
  expect((await call("pull_requests.get", { pull_number })).data).toMatchObject({ title: "Docs", merged: false }); // prettier-ignore
  expect(Array.isArray((await call("pull_requests.list_files", { pull_number })).data)).toBe(true);
  await call("pull_requests.request_reviewers", { pull_number, reviewers: ["ana"] });
  await platform.other("POST", `/repos/octocat/hello/pulls/${String(pull_number)}/reviews`, { event: "APPROVE" }); // prettier-ignore
  await call("reviews.create", { pull_number, event: "COMMENT", body: "Read it." });
  // The emulator knows comments only by their position in the diff.
  const comment = { path: "docs/intro.md", position: 1, body: "Good.", commit_id: (head.commit as Dict).sha };
  await platform.other("POST", `/repos/octocat/hello/pulls/${String(pull_number)}/comments`, comment);
  expect((await call("reviews.list", { pull_number })).data.map(({ state }) => state)).toEqual(["APPROVED", "COMMENTED"]); // prettier-ignore
  expect((await call("review_comments.list", { pull_number })).data).toMatchObject([{ body: "Good." }]);
  const { data: dry } = await call("pull_requests.merge", { pull_number, dry_run: true });
  expect(dry).toMatchObject({ before: { state: "open", merged: false, base: "main" }, after: { merged: true } }); // prettier-ignore
  expect((await call("pull_requests.merge", { pull_number, merge_method: "squash" })).data).toMatchObject({ merged: true }); // prettier-ignore
  expect(await failure("pull_requests.merge", { pull_number })).toMatchObject({ code: "upstream_rejected", outcome: "not_started" }); // prettier-ignore

  const deleted = await call("branches.delete", { branch: "docs" });
  expect((await call("branches.list")).data.map(({ name }) => name)).toEqual(["main"]);
  await undo(deleted);
  expect((await call("branches.get", { branch: "docs" })).data.commit).toMatchObject({ sha: (head.commit as Dict).sha }); // prettier-ignore
});

test("commits are listed and read", async () => {
  const { data } = await call("commits.list", { path: "docs/intro.md" });
  expect(data.length).toBeGreaterThan(0);
  const { data: commit } = await call("commits.get", { ref: "main" });
  expect(commit).toHaveProperty("commit.message");
});

test("checks of a commit are listed", async () => {
  const { data: head } = await call("branches.get", { branch: "main" });
  const { sha } = head.commit as Dict;
  await platform.other("POST", "/repos/octocat/hello/check-runs", { name: "test", head_sha: sha, status: "completed", conclusion: "failure" }); // prettier-ignore
  expect((await call("check_runs.list", { ref: sha })).data).toMatchObject([{ name: "test", conclusion: "failure" }]); // prettier-ignore
});

test("a release is a draft until it is published", async () => {
  const { data: draft } = await call("releases.create", { tag_name: "v1.0.0", name: "One", body: "First." });
  expect(draft).toMatchObject({ draft: true });
  expect((await call("releases.publish", { release_id: draft.id })).data).toMatchObject({ draft: false });
  expect((await call("releases.list")).data).toMatchObject([{ tag_name: "v1.0.0", draft: false }]);
});

test("workflows and their runs are listed", async () => {
  expect((await call("workflows.list")).data).toEqual([]);
  expect((await call("workflow_runs.list")).data).toEqual([]);
});

test("the page says which actions the emulator has run", async () => {
  const all = await actionNames();
  expect(all.filter((name) => !used.has(name)).toSorted()).toEqual([...notInEmulator].toSorted());
});
