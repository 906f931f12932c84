import type { Result } from "agent-connectors";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { LinearConnector } from "../../../src/connectors/linear/index.ts";
import { linearPlatform, type LinearPlatform, token } from "../../suites/linear/platform.ts";

// Linear wants ids. Callers write names, and a wrong name is an error that says which names there are.

type Dict = Record<string, unknown>;
/** The fields of records and of dry runs that the tests read. */
interface Data extends Dict {
  id: string;
  before: { state: string; labels: [string] };
  after: { state: string; labels: [string] };
}

let platform: LinearPlatform;
let linear: LinearConnector;
beforeAll(async () => {
  platform = await linearPlatform();
});
beforeEach(() => {
  linear = new LinearConnector({ auth: { access_token: token } }, { fetch: platform.fetch });
  platform.sent.length = 0;
});
afterAll(async () => {
  await platform.close();
});

const call = (name: string, params: Dict, connector = linear): Promise<Result<Data & Data[]>> => {
  const [entity, action] = name.split(".") as [string, string];
  return connector.execute(entity as never, action as never, params as never);
};
const fieldsSent = () => platform.sent.map(({ query }) => /\{(\w+)/.exec(query)![1]);

test.each<[name: string, params: Dict, message: string, hint: RegExp]>([
  ["issues.create", { team: "ENG", title: "A", state: "Doing" }, "Linear has no state Doing.", /^It has: “Backlog, Todo, In Progress, Done, Canceled”\.$/], // prettier-ignore
  ["issues.create", { team: "SALES", title: "A" }, "Linear has no team SALES.", /^It has: “ENG, OPS”\.$/],
  [
    "issues.create",
    { team: "ENG", title: "A", labels: ["Bug", "Bgu"] },
    "Linear has no label Bgu.",
    /Feature/,
  ],
  ["issues.update", { id: "ENG-2", assignee: "Ben" }, "Linear has more than one person with the name Ben.", /^Pass the id\. users\.list shows the ids\.$/], // prettier-ignore
  ["issues.list", { label: "Bgu" }, "Linear has no label Bgu.", /Bug/],
  ["projects.get", { id: "Mobil app" }, "Linear has no project Mobil app.", /Mobile app/],
])("%s with %j: %s", async (name, params, message, hint) => {
  const error: unknown = await call(name, params).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "invalid_params", outcome: "not_started", message, hint: expect.stringMatching(hint) }); // prettier-ignore
  expect(fieldsSent().filter((field) => /Create|Update/.test(field!))).toEqual([]);
});

test("a model sees that other people have chosen the names in an error", async () => {
  const tool = await linear.tool();
  const { text } = (await tool.call({ entity: "projects", action: "get", params: { id: "Mobil app" } })) as unknown as { text: string }; // prettier-ignore
  expect(JSON.parse(text)).toHaveProperty("untrusted");
});

test("the path of a wrong name in a list has its index", async () => {
  const wrong = call("issues.create", { team: "ENG", title: "A", labels: ["Bug", "Bgu"] });
  await expect(wrong).rejects.toMatchObject({ path: "params.labels[1]" });
});

test("a first name is enough if nobody else has it", async () => {
  const { data } = await call("issues.update", { id: "ENG-5", assignee: "ana" });
  expect(data.assignee).toEqual({ name: "Ana Silva" });
});

test("a label and a state are those of the issue's team", async () => {
  const { data } = await call("issues.create", {
    team: "OPS",
    title: "Alert",
    labels: ["Bug"],
    state: "done",
  });
  expect(data).toMatchObject({ team: { key: "OPS" }, labels: { nodes: [{ name: "Bug" }] }, state: { name: "Done" } }); // prettier-ignore
  const { data: moved } = await call("issues.update", { id: data.id, state: "In Progress" });
  expect(moved).toMatchObject({ identifier: data.identifier, state: { name: "In Progress" } });
});

test("a label without a team is a label of all teams", async () => {
  const { data } = await call("issues.create", { team: "OPS", title: "Leak", labels: ["security", "bug"] });
  expect(data).toMatchObject({ labels: { nodes: [{ name: "Security" }, { name: "Bug" }] } });
});

test("ids are not looked up, and a name is looked up once until something is written", async () => {
  const [first] = (await call("teams.list", {})).data;
  platform.sent.length = 0;
  await call("issues.list", { team: first!.id });
  expect(fieldsSent()).toEqual(["issues"]);
  await call("issues.list", { team: "ENG", assignee: "me" });
  await call("issues.list", { team: "eng", assignee: "me" });
  expect(fieldsSent().toSorted()).toEqual(["issues", "issues", "issues", "teams", "viewer"]);
  await call("comments.create", { issue: "ENG-2", body: "Hi" });
  await call("issues.list", { team: "ENG" });
  expect(fieldsSent().slice(-2)).toEqual(["teams", "issues"]);
});

test("a dry run shows the names of the ids that would be sent", async () => {
  const { data, meta } = await call("issues.update", { id: "ENG-2", state: "Done", labels: ["Feature"], dry_run: true }); // prettier-ignore
  const { before, after } = data;
  expect(data.params).toEqual({
    id: "ENG-2",
    state: `Done (${after.state})`,
    labels: [`Feature (${after.labels[0]})`],
  });
  const names = meta.names as Record<string, string>;
  expect([before.state, after.state, before.labels[0], after.labels[0]].map((id) => names[id])).toEqual(["Todo", "Done", "Bug", "Feature"]); // prettier-ignore
  const created = await call("issues.create", { team: "ENG", title: "A", assignee: "me", dry_run: true });
  expect(created.data.params).toMatchObject({ team: expect.stringMatching(/^Engineering \(.{36}\)$/), assignee: expect.stringMatching(/^Ana Silva \(.{36}\)$/) }); // prettier-ignore
});

// The emulator does not know which cycle is the current one.
test("a cycle can be the current, the next or the previous one", async () => {
  const cycles = ["isPrevious", "isActive", "isNext"].map((word, index) => ({ id: `c${index}`, number: index, [word]: true, team: { key: "ENG" } })); // prettier-ignore
  const sent: Dict[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const { query, variables } = JSON.parse(String(init!.body)) as { query: string; variables: Dict };
    const [, field] = /\{(\w+)/.exec(query)!;
    sent.push(variables);
    const nodes = field === "teams" ? [{ id: "t1", key: "ENG", name: "Engineering" }] : field === "cycles" ? cycles.map((one) => ({ ...one, team: { id: "t1", key: "ENG" } })) : []; // prettier-ignore
    return Response.json({ data: { [field!]: { nodes, pageInfo: { hasNextPage: false } } } });
  };
  const other = new LinearConnector({ auth: { access_token: token } }, { fetch: fetch as never });
  for (const [word, id] of [
    ["previous", "c0"],
    ["current", "c1"],
    ["next", "c2"],
    ["2", "c2"],
  ] as const) {
    // prettier-ignore
    await call("issues.list", { team: "ENG", cycle: word }, other);
    expect(sent.at(-1)!.filter).toEqual({ team: { id: { eq: "t1" } }, cycle: { id: { in: [id] } } });
  }
});
