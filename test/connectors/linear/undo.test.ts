import { expect, test } from "vitest";
import { LinearConnector } from "../../../src/connectors/linear/index.ts";

// The undo of actions that the emulator does not have. The answers have the form of Linear's schema.

type Dict = Record<string, unknown>;

const id = "3f2a8c1e-5b7d-4e9f-8a6b-0c1d2e3f4a5b";
const ids = Array.from({ length: 9 }, (_, index) => `00000000-0000-0000-0000-00000000000${index}`);

/** A connector to a server that answers each root field with `answers`, and what the server got. */
function open(answers: Dict) {
  const sent: { field: string; variables: Dict }[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    const { query, variables } = JSON.parse(String(init!.body)) as { query: string; variables: Dict };
    const [, field] = /\{(\w+)/.exec(query)!;
    sent.push({ field: field!, variables });
    return Response.json({ data: { [field!]: answers[field!] ?? null } });
  };
  const linear = new LinearConnector({ auth: { api_key: "lin_api_0123456789" } }, { fetch: fetch as never });
  const call = (name: string, params: Dict) => {
    const [entity, action] = name.split(".") as [string, string];
    return linear.execute(entity as never, action as never, params as never);
  };
  const undo = async (name: string, params: Dict) => (await call(name, params)).meta.undo;
  return { call, undo, sent };
}

const page = (...nodes: Dict[]) => ({ nodes, pageInfo: { hasNextPage: false, endCursor: null } });

test.each<[name: string, params: Dict, answers: Dict, expected: string]>([
  ["projects.create", { name: "P", teams: [ids[1]] }, { projectCreate: { success: true, project: { id } } }, "projects.delete"], // prettier-ignore
  ["projects.delete", { id }, { projectDelete: { success: true, entity: { id } } }, "projects.restore"],
  ["projects.restore", { id }, { projectUnarchive: { success: true, entity: { id } } }, "projects.delete"],
  ["documents.create", { title: "D", issue: "ENG-1" }, { documentCreate: { success: true, document: { id } } }, "documents.delete"], // prettier-ignore
  ["documents.delete", { id }, { documentDelete: { success: true, entity: { id } } }, "documents.restore"],
  ["documents.restore", { id }, { documentUnarchive: { success: true, entity: { id } } }, "documents.delete"],
  ["issue_relations.create", { issue: "ENG-1", type: "blocks", relatedIssue: "ENG-2" }, { issueRelationCreate: { success: true, issueRelation: { id } } }, "issue_relations.delete"], // prettier-ignore
])("%s is undone with the id of its record", async (name, params, answers, expected) => {
  const [entity, action] = expected.split(".");
  expect(await open(answers).undo(name, params)).toEqual({ entity, action, params: { id } });
});

test("a removed relation is created again", async () => {
  const relation = {
    id,
    type: "blocks",
    issue: { identifier: "ENG-1" },
    relatedIssue: { identifier: "ENG-2" },
  };
  const answers = { issueRelation: relation, issueRelationDelete: { success: true, entityId: id } };
  expect(await open(answers).undo("issue_relations.delete", { id })).toEqual({
    entity: "issue_relations",
    action: "create",
    params: { type: "blocks", issue: "ENG-1", relatedIssue: "ENG-2" },
  });
});

test("a link that the issue had before stays", async () => {
  const url = "https://example.com/pull/12";
  const linked = (identifier: string) => page({ id: ids[1], url, issue: { identifier } });
  const created = { attachmentLinkURL: { success: true, attachment: { id } } };
  const undo = (attachmentsForURL: Dict) => open({ attachmentsForURL, ...created }).undo("attachments.create", { issue: "ENG-1", url }); // prettier-ignore
  expect(await undo(page())).toEqual({ entity: "attachments", action: "delete", params: { id } });
  expect(await undo(linked("ENG-2"))).toMatchObject({ action: "delete" });
  expect(await undo(linked("ENG-1"))).toBeUndefined();
});

test("an issue that was moved to another team gets back what the move changed", async () => {
  const issue = { id, identifier: "ENG-1", team: { id: ids[1], key: "ENG" }, state: { id: ids[2], name: "Todo" }, cycle: { id: ids[3], number: 7 }, project: null, labels: { nodes: [{ id: ids[4], name: "Bug" }] } }; // prettier-ignore
  const answers = { issue, issueUpdate: { success: true, issue: { id, identifier: "OPS-9" } } };
  expect(await open(answers).undo("issues.update", { id: "ENG-1", team: ids[5], title: "T" })).toEqual({
    entity: "issues",
    action: "update",
    params: { id, team: ids[1], title: null, state: ids[2], labels: [ids[4]], cycle: ids[3], project: null },
  });
});

test("a project gets back its people and dates", async () => {
  const project = { id, name: "P", lead: { id: ids[1], name: "Ana" }, members: { nodes: [{ id: ids[2], name: "Ben" }] }, targetDate: "2026-12-01" }; // prettier-ignore
  const { undo, sent } = open({ project, projectUpdate: { success: true, project: { id } } });
  const params = { id: "mobile-app-0123456789ab", lead: null, members: [], targetDate: null };
  expect(await undo("projects.update", params)).toMatchObject({
    params: { id, lead: ids[1], members: [ids[2]], targetDate: "2026-12-01" },
  });
  // The end of a project's address is an id.
  expect(sent.map(({ field, variables }) => [field, variables.id])).toEqual([
    ["project", params.id],
    ["projectUpdate", params.id],
  ]);
});

test("without the values from before, there is no undo", async () => {
  const { undo } = open({ projectUpdate: { success: true, project: { id } } });
  expect(await undo("projects.update", { id, name: "New" })).toBeUndefined();
});

test.each<[name: string, params: Dict, answers: Dict]>([
  ["issues.update", { id, description: "D", delegate: ids[1], assignee: ids[1], project: ids[1], cycle: ids[1], parent: ids[1], dueDate: "2026-12-24", estimate: 3 }, { issue: { id }, issueUpdate: { success: true, issue: { id } } }], // prettier-ignore
  ["projects.update", { id, content: "C", lead: ids[1], startDate: "2026-12-01", targetDate: "2026-12-24" }, { project: { id }, projectUpdate: { success: true, project: { id } } }], // prettier-ignore
  ["documents.update", { id, content: "C", project: ids[1] }, { document: { id }, documentUpdate: { success: true, document: { id } } }], // prettier-ignore
])("the undo of %s takes back what was empty before", async (name, params, answers) => {
  const { undo, call, sent } = open(answers);
  const back = await undo(name, params);
  await call(name, back!.params as Dict);
  const given = Object.values(sent.at(-1)!.variables.input as Dict);
  expect(given).toHaveLength(Object.keys(params).length - 1);
  expect(new Set(given)).toEqual(new Set([null]));
});

test("of a list that Linear has not returned whole, nothing is brought back", async () => {
  const nodes = Array.from({ length: 50 }, (_, index) => ({ id: `m${index}`, name: "Ben" }));
  const undo = (count: number, params: Dict) => open({ project: { id, name: "P", members: { nodes: nodes.slice(0, count) } }, projectUpdate: { success: true, project: { id } } }).undo("projects.update", { id, ...params }); // prettier-ignore
  expect(await undo(49, { members: [], name: "Q" })).toMatchObject({ params: { name: "P" } });
  expect(await undo(50, { members: [], name: "Q" })).toBeUndefined();
  expect(await undo(50, { name: "Q" })).toMatchObject({ params: { id, name: "P" } });
});
