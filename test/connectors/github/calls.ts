import { Buffer } from "node:buffer";

// For every action: a call with all its params, and the requests that it sends. Written by hand from
// https://docs.github.com/en/rest.

type Dict = Record<string, unknown>;
/** A request: the method, the path with the query, and the body. */
export type Sent = readonly [method: string, path: string, body?: Dict];
export interface Call {
  name: string;
  params: Dict;
  sends: readonly Sent[];
  /** The responses, in the order of the requests. Default: `{}`. */
  answers?: readonly unknown[];
}

const place = { owner: "octocat", repo: "hello" };
const repo = "/repos/octocat/hello";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const sha = "95b966ae1c166bd92f8ae7d1c313e738c731dfc3";
const next = "3d21ec53a331a6f037a91c368710b99387d012c1";

const call = (
  name: string,
  params: Dict,
  sends: Sent | readonly Sent[],
  answers?: readonly unknown[],
): Call => ({
  name,
  params: /^(users|code)|search$|repositories.list/.test(name) ? params : { ...place, ...params },
  sends: (typeof sends[0] === "string" ? [sends] : sends) as readonly Sent[],
  ...(answers ? { answers } : {}),
});

export const calls: readonly Call[] = [
  call("users.me", {}, ["GET", "/user"]),
  call("repositories.list", { visibility: "private", affiliation: "owner,collaborator", sort: "pushed", direction: "desc", limit: 5 }, ["GET", "/user/repos?visibility=private&affiliation=owner,collaborator&sort=pushed&direction=desc&per_page=5"]), // prettier-ignore
  call("repositories.get", {}, ["GET", repo]),
  call("repositories.search", { q: "parser language:go", sort: "stars", order: "asc" }, ["GET", "/search/repositories?q=parser language:go&sort=stars&order=asc&per_page=30"]), // prettier-ignore

  call("issues.list", { milestone: "3", state: "all", assignee: "none", creator: "ana", labels: "bug,ui", sort: "updated", direction: "asc", since: "2026-01-31T09:00:00Z" }, ["GET", `${repo}/issues?milestone=3&state=all&assignee=none&creator=ana&labels=bug,ui&sort=updated&direction=asc&since=2026-01-31T09:00:00Z&per_page=30`]), // prettier-ignore
  call("issues.search", { q: "crash is:issue", sort: "created", order: "desc", limit: 100 }, ["GET", "/search/issues?q=crash is:issue&sort=created&order=desc&per_page=100"]), // prettier-ignore
  call("issues.get", { issue_number: 12 }, ["GET", `${repo}/issues/12`]),
  call("issues.create", { title: "Login fails", body: "It does.", labels: ["bug"], assignees: ["ana"], milestone: 3 }, ["POST", `${repo}/issues`, { title: "Login fails", body: "It does.", labels: ["bug"], assignees: ["ana"], milestone: 3 }]), // prettier-ignore
  call("issues.update", { issue_number: 12, title: "Login", body: "Now.", state: "closed", state_reason: "not_planned", labels: [], assignees: ["ana"], milestone: null }, [["GET", `${repo}/issues/12`], ["PATCH", `${repo}/issues/12`, { title: "Login", body: "Now.", state: "closed", state_reason: "not_planned", labels: [], assignees: ["ana"], milestone: null }]]), // prettier-ignore
  call("issues.add_labels", { issue_number: 12, labels: ["bug", "ui"] }, [["GET", `${repo}/issues/12`], ["POST", `${repo}/issues/12/labels`, { labels: ["bug", "ui"] }]], [{}, []]), // prettier-ignore
  call("issues.remove_label", { issue_number: 12, name: "good first issue" }, ["DELETE", `${repo}/issues/12/labels/good first issue`], [[]]), // prettier-ignore
  call("issues.add_assignees", { issue_number: 12, assignees: ["ana"] }, [["GET", `${repo}/issues/12`], ["POST", `${repo}/issues/12/assignees`, { assignees: ["ana"] }]]), // prettier-ignore
  call("issues.remove_assignees", { issue_number: 12, assignees: ["ana"] }, [["GET", `${repo}/issues/12`], ["DELETE", `${repo}/issues/12/assignees`, { assignees: ["ana"] }]]), // prettier-ignore
  call("issue_comments.list", { issue_number: 12, since: "2026-01-31T09:00:00Z" }, ["GET", `${repo}/issues/12/comments?since=2026-01-31T09:00:00Z&per_page=30`]), // prettier-ignore
  call("issue_comments.create", { issue_number: 12, body: "Fixed." }, ["POST", `${repo}/issues/12/comments`, { body: "Fixed." }]), // prettier-ignore
  call("issue_comments.delete", { comment_id: 5001 }, ["DELETE", `${repo}/issues/comments/5001`]),
  call("labels.list", {}, ["GET", `${repo}/labels?per_page=30`]),

  call("pull_requests.list", { state: "closed", head: "ana:fix", base: "main", sort: "popularity", direction: "desc" }, ["GET", `${repo}/pulls?state=closed&head=ana:fix&base=main&sort=popularity&direction=desc&per_page=30`]), // prettier-ignore
  call("pull_requests.get", { pull_number: 34 }, ["GET", `${repo}/pulls/34`]),
  call("pull_requests.create", { title: "Fix", head: "fix", base: "main", body: "Closes #12.", draft: true }, ["POST", `${repo}/pulls`, { title: "Fix", head: "fix", base: "main", body: "Closes #12.", draft: true }]), // prettier-ignore
  call("pull_requests.update", { pull_number: 34, title: "Fix it", body: "So.", state: "open", base: "next" }, [["GET", `${repo}/pulls/34`], ["PATCH", `${repo}/pulls/34`, { title: "Fix it", body: "So.", state: "open", base: "next" }]]), // prettier-ignore
  call("pull_requests.list_files", { pull_number: 34, limit: 100 }, ["GET", `${repo}/pulls/34/files?per_page=100`]), // prettier-ignore
  call("pull_requests.merge", { pull_number: 34, commit_title: "Fix", commit_message: "All.", sha, merge_method: "squash" }, ["PUT", `${repo}/pulls/34/merge`, { commit_title: "Fix", commit_message: "All.", sha, merge_method: "squash" }]), // prettier-ignore
  call("pull_requests.request_reviewers", { pull_number: 34, reviewers: ["ana"], team_reviewers: ["core"] }, ["POST", `${repo}/pulls/34/requested_reviewers`, { reviewers: ["ana"], team_reviewers: ["core"] }]), // prettier-ignore
  call("reviews.list", { pull_number: 34 }, ["GET", `${repo}/pulls/34/reviews?per_page=30`]),
  call("reviews.create", { pull_number: 34, event: "REQUEST_CHANGES", body: "One thing.", comments: [{ path: "a.ts", line: 3, side: "RIGHT", start_line: 1, start_side: "RIGHT", body: "Why?" }] }, ["POST", `${repo}/pulls/34/reviews`, { event: "REQUEST_CHANGES", body: "One thing.", comments: [{ path: "a.ts", line: 3, side: "RIGHT", start_line: 1, start_side: "RIGHT", body: "Why?" }] }]), // prettier-ignore
  call("review_comments.list", { pull_number: 34, since: "2026-01-31T09:00:00Z" }, ["GET", `${repo}/pulls/34/comments?since=2026-01-31T09:00:00Z&per_page=30`]), // prettier-ignore

  call("branches.list", { protected: true }, ["GET", `${repo}/branches?protected=true&per_page=30`]),
  call("branches.get", { branch: "feature/a b" }, ["GET", `${repo}/branches/feature%2Fa b`]),
  call("branches.create", { branch: "fix/a", from: "next" }, [["GET", `${repo}/branches/next`], ["POST", `${repo}/git/refs`, { ref: "refs/heads/fix/a", sha }]], [{ commit: { sha } }, {}]), // prettier-ignore
  call("branches.delete", { branch: "fix/a b", sha }, [["GET", `${repo}/branches/fix%2Fa b`], ["GET", `${repo}/branches/fix%2Fa b`], ["DELETE", `${repo}/git/refs/heads/fix/a b`]], [{ commit: { sha } }, { commit: { sha } }, {}]), // prettier-ignore
  call("files.get", { path: "docs/a b.md", ref: "next" }, ["GET", `${repo}/contents/docs/a b.md?ref=next`]), // prettier-ignore
  call("files.list", { ref: "fix/a" }, ["GET", `${repo}/git/trees/fix%2Fa?recursive=1`], [{ tree: [] }]),
  call("files.create", { path: "docs/a.md", content: "Grüße\n", message: "Add", branch: "next" }, ["PUT", `${repo}/contents/docs/a.md`, { content: base64("Grüße\n"), message: "Add", branch: "next" }]), // prettier-ignore
  call("files.update", { path: "docs/a.md", edits: [{ find: "one", replace: "two" }], message: "Edit", branch: "next" }, [["GET", `${repo}/contents/docs/a.md?ref=next`], ["GET", `${repo}/contents/docs/a.md?ref=next`], ["PUT", `${repo}/contents/docs/a.md`, { content: base64("two\n"), sha, message: "Edit", branch: "next" }]], [{}, { content: `${base64("one\n")}\n`, encoding: "base64", sha }, {}]), // prettier-ignore
  call("files.update", { path: "docs/a.md", content: "new", sha, message: "Edit" }, [["GET", `${repo}/contents/docs/a.md`], ["PUT", `${repo}/contents/docs/a.md`, { content: base64("new"), sha, message: "Edit" }]]), // prettier-ignore
  call("files.delete", { path: "docs/a.md", sha, message: "Remove", branch: "next" }, [["GET", `${repo}/contents/docs/a.md?ref=next`], ["DELETE", `${repo}/contents/docs/a.md`, { sha, message: "Remove", branch: "next" }]]), // prettier-ignore
  call("code.search", { q: "parseUrl repo:octocat/hello" }, ["GET", "/search/code?q=parseUrl repo:octocat/hello&per_page=30"]), // prettier-ignore
  call("commits.list", { sha: "next", path: "docs", author: "ana", since: "2026-01-31T09:00:00Z", until: "2026-02-28T09:00:00Z" }, ["GET", `${repo}/commits?sha=next&path=docs&author=ana&since=2026-01-31T09:00:00Z&until=2026-02-28T09:00:00Z&per_page=30`]), // prettier-ignore
  call("commits.get", { ref: "fix/a" }, ["GET", `${repo}/commits/fix%2Fa`]),
  call("check_runs.list", { ref: next, check_name: "test", status: "completed" }, ["GET", `${repo}/commits/${next}/check-runs?check_name=test&status=completed&per_page=30`]), // prettier-ignore

  call("workflow_runs.list", { actor: "ana", branch: "main", event: "push", status: "failure", head_sha: sha }, ["GET", `${repo}/actions/runs?actor=ana&branch=main&event=push&status=failure&head_sha=${sha}&per_page=30`]), // prettier-ignore
  call("workflow_runs.get", { run_id: 8001 }, ["GET", `${repo}/actions/runs/8001`]),
  call("workflow_runs.rerun", { run_id: 8001 }, ["POST", `${repo}/actions/runs/8001/rerun`]),
  call("workflow_runs.rerun_failed", { run_id: 8001 }, ["POST", `${repo}/actions/runs/8001/rerun-failed-jobs`]), // prettier-ignore
  call("workflow_runs.cancel", { run_id: 8001 }, ["POST", `${repo}/actions/runs/8001/cancel`]),
  call("workflow_jobs.list", { run_id: 8001 }, ["GET", `${repo}/actions/runs/8001/jobs?per_page=30`]),
  call("workflow_jobs.get_log", { job_id: 9001, lines: 50 }, ["GET", `${repo}/actions/jobs/9001/logs`]),
  call("workflows.list", {}, ["GET", `${repo}/actions/workflows?per_page=30`]),
  call("workflows.dispatch", { workflow_id: "deploy.yml", ref: "main", inputs: { version: "1.2.0" } }, ["POST", `${repo}/actions/workflows/deploy.yml/dispatches`, { ref: "main", inputs: { version: "1.2.0" }, return_run_details: true }]), // prettier-ignore

  call("releases.list", {}, ["GET", `${repo}/releases?per_page=30`]),
  call("releases.create", { tag_name: "v1", target_commitish: "main", name: "One", body: "New.", prerelease: true, generate_release_notes: true }, ["POST", `${repo}/releases`, { tag_name: "v1", target_commitish: "main", name: "One", body: "New.", prerelease: true, generate_release_notes: true, draft: true }]), // prettier-ignore
  call("releases.publish", { release_id: 701, make_latest: "true" }, ["PATCH", `${repo}/releases/701`, { make_latest: "true", draft: false }]), // prettier-ignore
];
