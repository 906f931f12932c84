import type { ConnectorError } from "agent-connectors";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testClock } from "../../fixtures/clock.ts";
import { type GitHubPlatform, githubPlatform, place } from "../../suites/github/platform.ts";
import { openGitHub } from "./open-github.ts";

type Dict = Record<string, unknown>;
const open = { owner: "octocat", repo: "open" };
let platform: GitHubPlatform;
beforeEach(async () => void (platform = await githubPlatform()));
afterEach(() => platform.close());

/** Calls an action as a tool does, for a model. */
async function asTool(code: object, entity: string, action: string, params: Dict) {
  const { github } = openGitHub({ fetch: platform.fetch });
  const tool = await github.tool(code);
  return (await tool.call({ entity, action, params })) as unknown as { data?: Dict; error?: Dict };
}
const writes = () => platform.sent.filter(({ method }) => method !== "GET");

describe("a tool", () => {
  test.each([
    ["issues", "create", { title: "A" }],
    ["issue_comments", "create", { issue_number: 1, body: "A" }],
    ["files", "create", { path: "a.md", content: "A", message: "A" }],
    ["pull_requests", "create", { title: "A", head: "a", base: "main" }],
    ["branches", "create", { branch: "a" }],
  ])("does not send %s.%s to a public repository", async (entity, action, params) => {
    const { error } = await asTool({}, entity, action, { ...open, ...params });
    expect(error).toMatchObject({ code: "policy_denied", outcome: "not_started" });
    expect(error!.message).toContain("everybody, because octocat/open is public");
    expect(writes()).toEqual([]);
  });
  test("writes to a private repository, and to a public one if it is allowed", async () => {
    expect(await asTool({}, "issues", "create", { ...place, title: "A" })).toHaveProperty("data.number");
    const external = await asTool({ external: true }, "issues", "create", { ...open, title: "A" });
    expect(external).toHaveProperty("data.number");
  });
  test("reads public repositories", async () => {
    expect(await asTool({}, "repositories", "get", open)).toHaveProperty("data.full_name");
  });
});

test("a dry run says who reads a write, and who is notified", async () => {
  const { call } = openGitHub({ fetch: platform.fetch });
  const { data } = await call("issues.create", { ...open, title: "For @Ana", body: "Mail a@b.example, `@code`, @acme/core and @ana.", assignees: ["octocat"], dry_run: true }); // prettier-ignore
  expect(data).toMatchObject({
    audience: "everybody, because octocat/open is public",
    external: ["everybody"],
    notified: ["@Ana", "@acme/core", "@ana", "@octocat", "people who watch octocat/open or take part"],
  });
  const { data: labels } = await call("issues.add_labels", { ...place, issue_number: 1, labels: ["a"], dry_run: true }); // prettier-ignore
  expect(labels).toMatchObject({ audience: "the people who can see the private repository octocat/hello" });
  expect(labels).not.toHaveProperty("notified");
});

/** A platform that answers requests for the repository with `repository`, and all others with `{}`. */
function answering(repository: () => Response) {
  const clock = testClock();
  let asked = 0;
  const fetch = (async (url: string) => {
    if (!url.endsWith("/repos/octocat/hello")) return Response.json({ number: 1 });
    asked++;
    return repository();
  }) as typeof globalThis.fetch;
  return { ...openGitHub({ fetch, clock, policy: { external: false } }), clock, asked: () => asked };
}

test.each([
  [{ visibility: "public", private: false }, "policy_denied"],
  [{ private: false }, "policy_denied"],
  [{ visibility: "internal", private: true }, undefined],
  [{ visibility: "private" }, undefined],
])("with the repository %j, external: false gives %s", async (repository, code) => {
  const { call } = answering(() => Response.json(repository));
  const error = (await call("issues.create", { ...place, title: "A" }).catch((one: unknown) => one)) as ConnectorError; // prettier-ignore
  expect(error.code).toBe(code);
});

test("the visibility is read once in ten minutes, and then again", async () => {
  let visibility = "private";
  const { call, clock, asked } = answering(() => Response.json({ full_name: "Octocat/Hello", visibility }));
  const write = () => call("issues.create", { ...place, title: "A" });
  await write();
  await write();
  expect(asked()).toBe(1);
  visibility = "public";
  await clock.sleep(10 * 60_000, undefined);
  await expect(write()).rejects.toMatchObject({ code: "policy_denied" });
  // A read that shows the repository is remembered too.
  visibility = "private";
  await call("repositories.get", place);
  await write();
  expect(asked()).toBe(3);
});

test("if it is unknown who reads a write, a warning says so, and a refused request stops the write", async () => {
  const hidden = answering(() => Response.json({ message: "Not Found" }, { status: 404 }));
  const { meta } = await hidden.call("issues.create", { ...place, title: "A" });
  expect(meta.warnings).toEqual(["It is unknown who can read octocat/hello."]);
  const down = answering(() => Response.json({}, { status: 502 }));
  await expect(down.call("issues.create", { ...place, title: "A" })).rejects.toMatchObject({ code: "upstream_error", outcome: "not_started" }); // prettier-ignore
});
