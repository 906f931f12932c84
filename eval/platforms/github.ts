import { GitHubConnector } from "agent-connectors/github";
import { createEmulator } from "emulate";
import { z } from "zod";
import { type Call, githubRecords } from "./github-records.ts";
import { definePlatform, toolsOf, toolSpec } from "./platform.ts";

const files = z.record(z.string(), z.string()).default({});
const people = ["acme", "assistant", "maya", "tom"] as const;
const by = z.enum(people).default("maya");
const comment = z.strictObject({ by, body: z.string() });

/** A repository of the account acme. Its issues have the numbers from 1 on, and then its pull requests. */
const repo = z.strictObject({
  name: z.string(),
  private: z.boolean().default(true),
  files,
  issues: z.array(z.strictObject({ title: z.string(), body: z.string().default(""), by, labels: z.array(z.string()).default([]), assignees: z.array(z.enum(people)).default([]), state: z.enum(["open", "closed"]).default("open"), comments: z.array(comment).default([]) })).default([]), // prettier-ignore
  /** `files`: the files that the branch adds or changes. */
  pulls: z.array(z.strictObject({ title: z.string(), body: z.string().default(""), by, branch: z.string(), files, reviews: z.array(comment.extend({ event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]) })).default([]) })).default([]), // prettier-ignore
});

const tokenOf = (person: string) => `gho_0123456789-${person}`;

export const github = definePlatform({
  title: GitHubConnector.title,
  spec: z.strictObject({ repos: z.array(repo), tool: toolSpec }),
  async open({ repos, tool }) {
    const tokens = Object.fromEntries(people.map((login) => [tokenOf(login), { login, scopes: ["repo"] }]));
    const seed = {
      tokens,
      github: {
        users: people.map((login) => ({ login })),
        repos: repos.map(({ name, private: isPrivate }) => ({ owner: "acme", name, private: isPrivate })),
      },
    };
    const emulator = await createEmulator({ service: "github", port: 0, seed });
    const url = emulator.url.replace("localhost", "127.0.0.1");
    const as =
      (person: string): Call =>
      async (method, path, body) => {
        const headers = { authorization: `Bearer ${tokenOf(person)}`, "content-type": "application/json" };
        const response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }); // prettier-ignore
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
        const text = await response.text();
        return text === "" ? {} : JSON.parse(text);
      };
    try {
      for (const one of repos) await fill(one, as);
    } catch (error) {
      await emulator.close();
      throw error;
    }
    let requests = 0;
    const connector = new GitHubConnector(
      { auth: { api_token: tokenOf("assistant") } as never },
      {
        endpoint: url,
        fetch: (async (input, init) => {
          requests++;
          return fetch(input, init);
        }) as typeof globalThis.fetch,
      },
    );
    return {
      connector,
      tools: toolsOf(connector, tool),
      records: () => githubRecords(as("acme")),
      requests: () => requests,
      close: () => emulator.close(),
    };
  },
});

async function fill(
  { name, files: main, issues, pulls }: z.infer<typeof repo>,
  as: (person: string) => Call,
): Promise<void> {
  const path = `/repos/acme/${name}`;
  const owner = as("acme");
  const write = async (all: Record<string, string>, branch: string) => {
    for (const [file, text] of Object.entries(all)) {
      const content = Buffer.from(text).toString("base64");
      const old = (await owner("GET", `${path}/contents/${file}?ref=${branch}`).catch(() => ({}))) as {
        sha?: string;
      };
      await owner("PUT", `${path}/contents/${file}`, { message: `Write ${file}`, content, branch, ...(old.sha ? { sha: old.sha } : {}) }); // prettier-ignore
    }
  };
  for (const person of people.slice(1))
    await owner("PUT", `${path}/collaborators/${person}`, { permission: "push" });
  await write(main, "main");
  for (const { by: author, comments, state, ...issue } of issues) {
    const { number } = (await as(author)("POST", `${path}/issues`, issue)) as { number: number };
    if (state === "closed") await owner("PATCH", `${path}/issues/${number}`, { state });
    for (const { by: writer, body } of comments)
      await as(writer)("POST", `${path}/issues/${number}/comments`, { body });
  }
  for (const { by: author, branch, files: changed, reviews, ...pull } of pulls) {
    const { commit } = (await owner("GET", `${path}/branches/main`)) as { commit: { sha: string } };
    await owner("POST", `${path}/git/refs`, { ref: `refs/heads/${branch}`, sha: commit.sha });
    await write(changed, branch);
    const { number } = (await as(author)("POST", `${path}/pulls`, { ...pull, head: branch, base: "main" })) as { number: number }; // prettier-ignore
    for (const { by: reviewer, ...review } of reviews)
      await as(reviewer)("POST", `${path}/pulls/${number}/reviews`, review);
  }
}
