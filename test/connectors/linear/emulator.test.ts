import type { Result } from "agent-connectors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LinearConnector } from "../../../src/connectors/linear/index.ts";
import { emulated } from "../../../scripts/pages/linear-proof.ts";
import { linearPlatform, type LinearPlatform, reader, token } from "../../suites/linear/platform.ts";

// The emulator keeps a state, and answers over a socket. What it cannot do, documents.test.ts compares with Linear's schema.

type Dict = Record<string, unknown>;
/** The fields of records that the tests read. */
interface Data extends Dict {
  id: string;
  identifier: string;
  labels: { nodes: Dict[] };
}

let platform: LinearPlatform;
let linear: LinearConnector;
const seen = new Set<string>();
beforeAll(async () => {
  platform = await linearPlatform();
  const everything = { include: [...emulated] };
  linear = new LinearConnector(
    { auth: { access_token: token } },
    { fetch: platform.fetch, policy: everything },
  );
});
afterAll(async () => {
  await platform.close();
});

async function call(name: string, params: Dict = {}): Promise<Result<Data & Data[]>> {
  seen.add(name);
  const [entity, action] = name.split(".") as [string, string];
  return linear.execute(entity as never, action as never, params as never);
}
const undo = (result: Result<unknown>) => linear.undo(result);
const identifiers = async (params: Dict): Promise<string[]> =>
  (await call("issues.list", params)).data.map(({ identifier }) => identifier);

test("check() says whose token it is", async () => {
  expect(await linear.check()).toMatchObject({ status: "healthy", identity: { email: "ana@acme.test" } });
  expect((await call("users.me")).data).toMatchObject({ name: "Ana Silva" });
});

test.each<[says: string, params: Dict, expected: string[]]>([
  ["my open bugs of a team", { team: "ENG", assignee: "me", label: "Bug", open: true }, ["ENG-2"]],
  ["closed issues", { team: "ENG", open: false }, ["ENG-4"]],
  ["a team by its name", { team: "operations" }, ["OPS-1"]],
  ["a state of all teams", { state: "todo", assignee: "ana@acme.test" }, ["ENG-2", "ENG-3", "OPS-1"]],
  ["several states", { team: "ENG", state: ["Done", "In Progress"] }, ["ENG-4", "ENG-5"]],
  ["one of several labels", { team: "ENG", label: ["Feature"] }, ["ENG-3"]],
  ["a person by name", { assignee: "Ben Ito" }, ["ENG-5"]],
  ["a project", { project: "mobile app" }, []],
  ["a filter of Linear's own, beside a param", { filter: { state: { name: { eq: "Done" } } }, team: "ENG" }, ["ENG-4"]], // prettier-ignore
])("lists %s", async (_says, params, expected) => {
  expect(await identifiers(params)).toEqual(expected);
});

test("reads a list page by page", async () => {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await call("issues.list", {
      limit: 2,
      ...(cursor === undefined ? {} : { cursor }),
    });
    pages.push(data.map(({ identifier }) => identifier));
    cursor = meta.next_cursor;
  } while (cursor !== undefined);
  expect(pages).toEqual([["ENG-1", "ENG-2"], ["ENG-3", "ENG-4"], ["ENG-5", "OPS-1"]]); // prettier-ignore
});

test("lists teams, people, states, labels, projects and cycles", async () => {
  expect((await call("teams.list")).data).toMatchObject([{ key: "ENG" }, { key: "OPS" }]);
  expect((await call("users.list", { email: "ben@acme.test" })).data).toMatchObject([{ name: "Ben Ito" }]);
  expect((await call("workflow_states.list", { team: "OPS" })).data).toContainEqual(expect.objectContaining({ name: "In Progress", type: "started" })); // prettier-ignore
  expect((await call("labels.list")).data).toContainEqual(expect.objectContaining({ name: "Feature" }));
  const { data: projects } = await call("projects.list");
  expect(projects).toContainEqual(expect.objectContaining({ name: "Mobile app" }));
  expect((await call("projects.get", { id: "Mobile app" })).data).toMatchObject({ name: "Mobile app" });
  expect((await call("cycles.list")).data).toContainEqual(expect.objectContaining({ number: 7, name: "Cycle 7" })); // prettier-ignore
});

test("creates an issue with names, changes it, and undoes each change", async () => {
  const created = await call("issues.create", {
    team: "eng",
    title: "Login is slow",
    description: "Since **Monday**.",
    assignee: "Ben Kraus",
    state: "in progress",
    labels: ["bug"],
    priority: 2,
    project: "Mobile app",
    cycle: "7",
    dueDate: "2026-12-24",
  });
  expect(created.data).toMatchObject({ identifier: "ENG-6", state: { name: "In Progress" }, assignee: { name: "Ben Kraus" }, labels: { nodes: [{ name: "Bug" }] } }); // prettier-ignore
  const id = "ENG-6";
  const { data: before } = await call("issues.get", {
    id: `https://linear.app/acme/issue/${id}/login-is-slow`,
  });
  expect(before).toMatchObject({ description: "Since **Monday**.", priority: 2, project: { name: "Mobile app" }, cycle: { number: 7 }, dueDate: "2026-12-24" }); // prettier-ignore

  const updated = await call("issues.update", { id, title: "Login takes 5 s", state: "Done", assignee: null, labels: ["Feature"], dueDate: null, project: null }); // prettier-ignore
  expect(updated.data).toMatchObject({ title: "Login takes 5 s", state: { name: "Done" }, assignee: null, labels: { nodes: [{ name: "Feature" }] }, dueDate: null, project: null }); // prettier-ignore
  await undo(updated);
  const { data: after } = await call("issues.get", { id });
  const { updatedAt: _was, ...earlier } = before as Dict;
  expect(after).toMatchObject(earlier);

  await undo(created);
  await expect(call("issues.get", { id })).rejects.toMatchObject({ code: "not_found" });
});

test("adds and removes labels, and undo leaves a label that was there before", async () => {
  const labels = async () => (await call("issues.get", { id: "ENG-2" })).data.labels.nodes.map(({ name }: Dict) => name); // prettier-ignore
  const added = await call("issues.add_label", { id: "ENG-2", label: "Feature" });
  expect(await labels()).toEqual(["Bug", "Feature"]);
  expect((await call("issues.add_label", { id: "ENG-2", label: "Feature" })).meta.undo).toBeUndefined();
  await undo(added);
  expect(await labels()).toEqual(["Bug"]);
  const removed = await call("issues.remove_label", { id: "ENG-2", label: "bug" });
  expect(await labels()).toEqual([]);
  await undo(removed);
  expect(await labels()).toEqual(["Bug"]);
});

test("archives an issue and brings it back", async () => {
  const archivedAt = async () => (await call("issues.get", { id: "ENG-3" })).data.archivedAt;
  const archived = await call("issues.archive", { id: "ENG-3" });
  expect(await archivedAt()).toEqual(expect.any(String));
  expect((await call("issues.archive", { id: "ENG-3" })).meta.undo).toBeUndefined();
  await undo(archived);
  expect(await archivedAt()).toBeNull();
  await call("issues.archive", { id: "ENG-3" });
  const restored = await call("issues.unarchive", { id: "ENG-3" });
  expect(await archivedAt()).toBeNull();
  expect(restored.meta.undo).toMatchObject({ action: "archive" });
});

test("deletes an issue, which has no undo", async () => {
  await call("issues.create", { team: "OPS", title: "By mistake" });
  expect((await call("issues.delete", { id: "OPS-2" })).meta.undo).toBeUndefined();
  expect(await identifiers({ team: "OPS" })).toEqual(["OPS-1"]);
});

test("writes, changes and deletes comments", async () => {
  const bodies = async () => (await call("comments.list")).data.map(({ body }: Dict) => body);
  const written = await call("comments.create", { issue: "ENG-2", body: "I look at it." });
  const { id } = written.data;
  const updated = await call("comments.update", { id, body: "Fixed." });
  expect(await bodies()).toContain("Fixed.");
  await undo(updated);
  expect(await bodies()).toContain("I look at it.");
  await undo(written);
  expect(await bodies()).not.toContain("I look at it.");
  await expect(call("comments.delete", { id })).rejects.toMatchObject({ code: "upstream_rejected" });
});

test("creates and deletes labels", async () => {
  const created = await call("labels.create", { name: "Customer", team: "OPS", color: "#2563eb" });
  expect(created.data).toMatchObject({ name: "Customer", team: { key: "OPS" } });
  await call("issues.add_label", { id: "OPS-1", label: "Customer" });
  expect(await identifiers({ label: "Customer" })).toEqual(["OPS-1"]);
  await undo(created);
  await expect(call("issues.list", { label: "Customer" })).rejects.toMatchObject({ code: "invalid_params" });
  const other = await call("labels.create", { name: "Partner", team: "OPS" });
  expect((await call("labels.delete", { id: other.data.id })).data).toMatchObject({ success: true });
});

test("a model reads names instead of objects, and nothing that is empty", async () => {
  const { text } = await (
    await linear.tool()
  ).call({ entity: "issues", action: "get", params: { id: "OPS-1" } });
  const { data } = JSON.parse(text) as { data: Dict };
  const { createdAt: _created, updatedAt: _updated, url: _url, ...fields } = data;
  expect(fields).toEqual({
    identifier: "OPS-1",
    title: "Disk is full",
    priority: 0,
    priorityLabel: "No priority",
    state: "Todo",
    assignee: "Ana Silva",
    creator: "Admin User",
    team: "OPS",
    labels: ["Bug"],
  });
});

test("a token that can only read writes nothing", async () => {
  const reading = new LinearConnector({ auth: { api_key: reader } }, { fetch: platform.fetch });
  const before = await identifiers({});
  const created = reading.execute(
    "issues" as never,
    "create" as never,
    { team: "ENG", title: "No" } as never,
  );
  await expect(created).rejects.toMatchObject({ outcome: "not_started", message: expect.stringContaining("scope") }); // prettier-ignore
  expect(await identifiers({})).toEqual(before);
});

test("these are the actions that the page calls emulated", () => {
  expect([...seen].toSorted()).toEqual([...emulated].toSorted());
});
