import { flat, type WorldRecord } from "./world-record.ts";

/** Sends a request to GitHub's API, and returns the body of the response. */
export type Call = (method: string, path: string, body?: object) => Promise<unknown>;

type Thing = Record<string, unknown> & { id: number; number: number; user: { login: string } };

const loginsOf = (list: unknown) => (list as { login: string }[]).map(({ login }) => login);
const namesOf = (list: unknown) => (list as { name: string }[]).map(({ name }) => name);

/** Returns what a person sees in the repositories: issues, comments, pull requests, reviews, branches, files, releases. */
export async function githubRecords(call: Call): Promise<WorldRecord[]> {
  const repos = (await call("GET", "/user/repos?per_page=100")) as { name: string }[];
  return (await Promise.all(repos.map(({ name }) => recordsOf(name, call)))).flat();
}

async function recordsOf(repo: string, call: Call): Promise<WorldRecord[]> {
  const list = async (path: string) => (await call("GET", `/repos/acme/${repo}/${path}`)) as Thing[];
  const record = (kind: string, key: unknown, fields: object, about: object = {}): WorldRecord => ({
    kind,
    key: `${repo} ${String(key)}`,
    fields: flat(fields as Record<string, unknown>),
    about: { repo, ...about },
  });
  const issues = (await list("issues?state=all&per_page=100")).filter(({ pull_request }) => !pull_request);
  const comments = await Promise.all(issues.map(async ({ number }) => ({ number, all: await list(`issues/${number}/comments`) }))); // prettier-ignore
  const pulls = await list("pulls?state=all&per_page=100");
  const reviews = await Promise.all(pulls.map(async ({ number }) => ({ number, all: await list(`pulls/${number}/reviews`) }))); // prettier-ignore
  return [
    ...issues.map(
      ({ number, title, body, state, state_reason, user, labels, assignees }) =>
      record("issue", number, { title, body, state, state_reason, by: user.login, labels: namesOf(labels), assignees: loginsOf(assignees) }, { number }), // prettier-ignore
    ),
    ...comments.flatMap(({ number, all }) =>
      all.map(({ id, body, user }) => record("comment", id, { by: user.login, body }, { number })),
    ),
    ...pulls.map(
      ({ number, title, body, state, draft, merged_at, user, head, base, requested_reviewers }) =>
      record("pull", number, { title, body, state, draft, merged: merged_at !== null, by: user.login, head: (head as { ref: string }).ref, base: (base as { ref: string }).ref, reviewers: loginsOf(requested_reviewers) }, { number }), // prettier-ignore
    ),
    ...reviews.flatMap(
      ({ number, all }) =>
      all.map(({ id, state, body, user }) => record("review", id, { by: user.login, state, body }, { number })), // prettier-ignore
    ),
    ...(await list("releases")).map(({ id, tag_name, name, body, draft }) =>
      record("release", id, { tag: tag_name, name, body, draft }),
    ),
    ...(await branchRecords(list, record)),
  ];
}

/** The files of the default branch, and of each other branch only those that differ. */
async function branchRecords(
  list: (path: string) => Promise<Thing[]>,
  record: (kind: string, key: unknown, fields: object, about?: object) => WorldRecord,
): Promise<WorldRecord[]> {
  const names = namesOf(await list("branches"));
  const filesOf = async (branch: string): Promise<Map<string, string>> => {
    const { tree } = (await list(`git/trees/${branch}?recursive=1`)) as unknown as { tree: { path: string; type: string; sha: string }[] }; // prettier-ignore
    const blobs = tree.filter(({ type }) => type === "blob");
    const texts = await Promise.all(
      blobs.map(async ({ path, sha }): Promise<[string, string]> => {
        const { content } = (await list(`git/blobs/${sha}`)) as unknown as { content: string };
        return [path, Buffer.from(content, "base64").toString()];
      }),
    );
    return new Map(texts);
  };
  const main = await filesOf("main");
  const records = [...main].map(([path, content]) => record("file", `main ${path}`, { path, content }, { branch: "main" })); // prettier-ignore
  for (const name of names) {
    records.push(record("branch", name, { name }));
    if (name === "main") continue;
    for (const [path, content] of await filesOf(name))
      if (main.get(path) !== content) records.push(record("file", `${name} ${path}`, { path, content }, { branch: name })); // prettier-ignore
  }
  return records;
}
