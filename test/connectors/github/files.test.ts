import { Buffer } from "node:buffer";
import type { ConnectorError } from "agent-connectors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type GitHubPlatform, githubPlatform, place } from "../../suites/github/platform.ts";
import { openGitHub } from "./open-github.ts";

type Dict = Record<string, unknown>;
let platform: GitHubPlatform;
let call: (name: string, params?: Dict) => Promise<{ data: Dict; meta: Dict }>;
/** Runs before one of the next requests: what another person does meanwhile. */
let meanwhile: { method: string; nth: number; run: () => Promise<unknown> } | undefined;

beforeAll(async () => {
  platform = await githubPlatform();
  const fetch = (async (url: string, init: RequestInit) => {
    if (meanwhile && init.method === meanwhile.method && --meanwhile.nth === 0) {
      const { run } = meanwhile;
      meanwhile = undefined;
      await run();
    }
    return platform.fetch(url, init);
  }) as typeof globalThis.fetch;
  const { call: send } = openGitHub({ fetch });
  call = (name, params) => send(name, { ...place, ...params });
});
afterAll(() => platform.close());

const refused = async (name: string, params: Dict): Promise<ConnectorError> =>
  (await call(name, params).then(() => ({}), (error: unknown) => error)) as ConnectorError; // prettier-ignore
/** Writes a file as another person. */
const writeAsOther = async (path: string, content: string) => {
  const { sha } = await platform.other("GET", `/repos/octocat/hello/contents/${path}`);
  const written = await platform.other("PUT", `/repos/octocat/hello/contents/${path}`, { message: "Other", content: btoa(content), ...(sha ? { sha } : {}) }); // prettier-ignore
  return (written.content as Dict).sha;
};
const textOf = async (path: string) => (await call("files.get", { path })).data.text;

describe("a workflow runs with the secrets of the repository, so its file is not written like others", () => {
  test.each(["files.create", "files.update", "files.delete"])(
    "%s needs the effect destructive",
    async (name) => {
      const { call: asAgent } = openGitHub({ fetch: platform.fetch, policy: { effects: ["read", "write"] } });
      const params = { "files.create": { content: "on: push" }, "files.update": { edits: [{ find: "a", replace: "b" }] }, "files.delete": { sha: "0".repeat(40) } }[name]; // prettier-ignore
      for (const path of [
        ".github/workflows/ci.yml",
        ".GitHub/Workflows/new/ci.yml",
        ".github/actions/setup/action.yml",
      ]) {
        const error: unknown = await asAgent(name, { ...place, path, message: "Change", ...params }).catch((thrown: unknown) => thrown); // prettier-ignore
        expect(error).toMatchObject({ code: "policy_denied", outcome: "not_started" });
      }
    },
  );

  test("with this effect it is written, and a file with a similar name is written like others", async () => {
    const all = openGitHub({ fetch: platform.fetch, policy: { effects: ["read", "write", "destructive"] } });
    const some = openGitHub({ fetch: platform.fetch, policy: { effects: ["read", "write"] } });
    const file = { ...place, content: "on: push", message: "Add" };
    await all.call("files.create", { ...file, path: ".github/workflows/ci.yml" });
    await some.call("files.create", { ...file, path: ".github/dependabot.yml" });
    await some.call("files.create", { ...file, path: "docs/.github/workflows/ci.yml" });
    expect(await textOf(".github/workflows/ci.yml")).toBe("on: push");
  });
});

describe("a change of somebody else is never overwritten", () => {
  test("edits fail if the file changes between the read and the write", async () => {
    await writeAsOther("race.md", "one two");
    meanwhile = { method: "PUT", nth: 1, run: () => writeAsOther("race.md", "one two three") };
    const edits = { path: "race.md", edits: [{ find: "two", replace: "2" }], message: "Edit" };
    expect(await refused("files.update", edits)).toMatchObject({ code: "upstream_rejected", outcome: "not_started", platform: { status: 409 }, hint: "Somebody has changed it since. Read it again." }); // prettier-ignore
    expect(await textOf("race.md")).toBe("one two three");
    // Edits of the new content keep the change.
    await call("files.update", edits);
    expect(await textOf("race.md")).toBe("one 2 three");
  });

  test("a whole content needs the sha that was read, and fails with an older one", async () => {
    const sha = await writeAsOther("whole.md", "mine");
    await writeAsOther("whole.md", "theirs");
    const whole = { path: "whole.md", content: "new", message: "Replace" };
    expect(await refused("files.update", whole)).toMatchObject({ code: "invalid_params", outcome: "not_started" }); // prettier-ignore
    expect(await refused("files.update", { ...whole, sha })).toMatchObject({ platform: { status: 409 } });
    expect(await refused("files.delete", { path: "whole.md", sha, message: "Remove" })).toMatchObject({ platform: { status: 409 } }); // prettier-ignore
    expect(await textOf("whole.md")).toBe("theirs");
  });

  test("files.create does not replace a file", async () => {
    await writeAsOther("there.md", "theirs");
    expect(await refused("files.create", { path: "there.md", content: "mine", message: "Add" })).toMatchObject({ code: "upstream_rejected", platform: { status: 422 } }); // prettier-ignore
    expect(await textOf("there.md")).toBe("theirs");
  });

  test("undo is refused if the file has changed since, and is not offered if it is not known what was replaced", async () => {
    await writeAsOther("undo.md", "one");
    const { meta } = await call("files.update", { path: "undo.md", edits: [{ find: "one", replace: "two" }], message: "Edit" }); // prettier-ignore
    const { params } = meta.undo as { params: Dict };
    await writeAsOther("undo.md", "three");
    expect(await refused("files.update", params)).toMatchObject({ platform: { status: 409 } });
    // The second read is that of the edit. The first one was for undo.
    meanwhile = { method: "GET", nth: 2, run: () => writeAsOther("undo.md", "three four") };
    const edits = [{ find: "three", replace: "3" }];
    const edited = await call("files.update", { path: "undo.md", edits, message: "Edit" });
    expect(await textOf("undo.md")).toBe("3 four");
    expect(edited.meta.undo).toBeUndefined();
  });
});

test.each([
  ["abcaa", [{ find: "b", replace: "x" }], "axcaa"],
  ["abaa", [{ find: "aa", replace: "" }], "ab"],
  ["abc", [{ find: "ab", replace: "$&" }, { find: "$&c", replace: "d" }], "d"], // prettier-ignore
])("the edits of %j are made one after the other", async (text, edits, expected) => {
  await writeAsOther("edits.md", text);
  await call("files.update", { path: "edits.md", edits, message: "Edit" });
  expect(await textOf("edits.md")).toBe(expected);
});

test.each([
  ["nowhere", [{ find: "z", replace: "" }], /nowhere/, "params.edits[0].find"],
  ["twice", [{ find: "b", replace: "b" }, { find: "a", replace: "" }], /2 times/, "params.edits[1].find"],
])("an edit of a text that is in the file %s is not sent", async (_where, edits, says, path) => {
  await writeAsOther("fault.md", "aba");
  const writes = () => platform.sent.filter(({ method }) => method === "PUT").length;
  const before = writes();
  const error = await refused("files.update", { path: "fault.md", edits, message: "Edit" });
  expect(error).toMatchObject({ code: "invalid_params", outcome: "not_started", path });
  expect(error.message).toMatch(says);
  expect(writes()).toBe(before);
}); // prettier-ignore

test("edits that change nothing make no commit", async () => {
  await writeAsOther("same.md", "same");
  const { meta, data } = await call("files.update", { path: "same.md", edits: [{ find: "same", replace: "same" }], message: "Edit" }); // prettier-ignore
  expect(meta).toMatchObject({ already: "unchanged" });
  expect(meta.undo).toBeUndefined();
  expect(data).toMatchObject({ path: "same.md" });
});

describe("what is not text", () => {
  const answer = (record: Dict) => openGitHub({ fetch: (async () => Response.json(record)) as typeof fetch });
  const file = { type: "file", path: "a.bin", sha: "s1", encoding: "base64" };
  test.each([
    ["bytes that are not UTF-8", Buffer.from([0xff, 0xfe, 0x00])],
    ["a zero byte", Buffer.from("a\0b")],
  ])("%s are binary", async (_what, bytes) => {
    const { call: get } = answer({ ...file, content: bytes.toString("base64") });
    const { data } = await get("files.get", { ...place, path: "a.bin" });
    expect(data).toEqual({ type: "file", path: "a.bin", sha: "s1", binary: true });
  });
  test("an empty file is an empty text", async () => {
    const { data } = await answer({ ...file, content: "" }).call("files.get", { ...place, path: "a" });
    expect(data).toMatchObject({ text: "" });
  });
  test("a byte order mark stays in the text", async () => {
    const { data } = await answer({ ...file, content: Buffer.from("\uFEFFa").toString("base64") }).call("files.get", { ...place, path: "a" }); // prettier-ignore
    expect(data).toMatchObject({ text: "\uFEFFa" });
  });
  test("a large file has an address and no text, and cannot be edited", async () => {
    const large = {
      ...file,
      encoding: "none",
      content: "",
      download_url: "https://raw.githubusercontent.com/a",
    };
    const { call: on } = answer(large);
    const { data } = await on("files.get", { ...place, path: "a" });
    expect(data).toEqual({ type: "file", path: "a.bin", sha: "s1", download_url: large.download_url });
    await expect(on("files.update", { ...place, path: "a", edits: [{ find: "a", replace: "b" }], message: "Edit" })).rejects.toMatchObject({ code: "invalid_params", outcome: "not_started" }); // prettier-ignore
  });
});

describe("branches", () => {
  const repo = "/repos/octocat/hello";
  const headOf = async (branch: string) => ((await call("branches.get", { branch })).data.commit as Dict).sha;
  test("a branch is made from a commit, and not twice", async () => {
    const sha = await headOf("main");
    expect((await call("branches.create", { branch: "from-sha", from: sha })).data).toEqual({ branch: "from-sha", sha }); // prettier-ignore
    expect(await refused("branches.create", { branch: "from-sha" })).toMatchObject({ code: "upstream_rejected", platform: { status: 422 } }); // prettier-ignore
    expect(await refused("branches.create", { branch: "b", from: "nothing" })).toMatchObject({ code: "not_found", outcome: "not_started" }); // prettier-ignore
  });
  test("a branch with newer commits than the given one is not deleted", async () => {
    await call("branches.create", { branch: "moved" });
    const sha = await headOf("moved");
    await platform.other("PUT", `${repo}/contents/new.md`, { message: "New", content: btoa("x"), branch: "moved" }); // prettier-ignore
    expect(await refused("branches.delete", { branch: "moved", sha })).toMatchObject({ code: "invalid_params", path: "params.sha", outcome: "not_started" }); // prettier-ignore
    expect(await headOf("moved")).not.toBe(sha);
    const { data } = await call("branches.delete", { branch: "moved", dry_run: true });
    expect(data).toMatchObject({ before: { sha: await headOf("moved") } });
  });
});

// The address of a file in a private repository contains a token, with which everybody can read the file.
test("the address of a file is shown only if its text is not", async () => {
  const file = { type: "file", path: "a", sha: "s", encoding: "base64", download_url: "https://raw.githubusercontent.com/o/r/main/a?token=t0ken" }; // prettier-ignore
  const read = async (content: string) => {
    const { call: send } = openGitHub({
      fetch: (async () => Response.json({ ...file, content })) as typeof fetch,
    });
    return (await send("files.get", { ...place, path: "a" })).data;
  };
  expect(await read(btoa("Hi"))).toEqual({ type: "file", path: "a", sha: "s", text: "Hi" });
  expect(await read(btoa("\0"))).toMatchObject({ binary: true, download_url: file.download_url });
});
