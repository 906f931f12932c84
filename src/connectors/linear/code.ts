import type { ActionCode } from "../../core/contract/connector-file.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import { at, type Dict, dicts, isDict } from "../../core/ground/json.ts";
import { namesRead } from "./names.ts";

// What data cannot say: shorter records for a model, and the calls that undo a write.

/**
 * `{ id, name }` becomes its name, and a list loses the `nodes` around it. What is empty is left out, and so is the id of
 * an issue with an identifier.
 */
const view = (record: Dict): Dict =>
  Object.fromEntries(
    Object.entries(record)
      .map(([name, value]) => [name, short(value)] as const)
      .filter(
        ([name, value]) => !isEmpty(value) && !(name === "id" && typeof record.identifier === "string"),
      ),
  );

const isEmpty = (value: unknown) =>
  value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);

function short(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(short);
  if (!isDict(value)) return value;
  if (Array.isArray(value.nodes)) return value.nodes.map(short);
  const others = Object.entries(value).filter(([name]) => name !== "id");
  return others.length === 1 ? others[0]![1] : view(value);
}

const viewed = (...actions: readonly string[]): Record<string, ActionCode> =>
  Object.fromEntries(actions.map((action) => [action, { view }]));

/** Undoes a write with another action that needs only the id of the record. */
const undoneBy = (entity: string, action: string): ActionCode => ({
  view,
  undo: (params: Dict, { id }: Dict) => ({ entity, action, params: { id: id ?? params.id } }),
});

/** The values of a record that an update can change: the param, and the path of the value in the record. */
type Changeable = Readonly<Record<string, string>>;

/** An update that is undone with the values from before. `read` returns the record. */
const update = (entity: string, paths: Changeable, readRecord: ReadRecord = readById): ActionCode => ({
  view,
  async preview({ id, ...after }: Dict, read) {
    const record = await readRecord(entity, id, read);
    // A new team changes more than the team.
    const names = [
      ...Object.keys(after),
      ...("team" in after ? ["state", "labels", "cycle", "project"] : []),
    ];
    const values = names.flatMap((name) => (record && Object.hasOwn(paths, name) ? [[name, valueAt(record, paths[name]!)] as const] : [])); // prettier-ignore
    const before = record && Object.fromEntries(values.filter(([, value]) => value !== undefined));
    return { ...(before ? { before } : {}), after, names: () => ({ ...namesIn(record), ...namesRead.get(read) }) }; // prettier-ignore
  },
  undo: (params: Dict, { id }: Dict, before) =>
    isDict(before) && Object.keys(params).every((name) => name === "id" || name in before)
      ? { entity, action: "update", params: { id: id ?? params.id, ...before } }
      : undefined,
});

/** Returns the names of the records in a record, by id. */
const namesIn = (record: Dict = {}): Record<string, string> =>
  Object.fromEntries(
    Object.values(record)
      .flatMap((value) => [value, ...dicts(at(value, "nodes"))])
      .filter(isDict)
      .flatMap(({ id, ...others }) =>
        typeof id === "string" ? [[id, String(Object.values(others)[0])]] : [],
      ),
  );

type Read = Parameters<NonNullable<ActionCode["preview"]>>[1];
type ReadRecord = (entity: string, id: unknown, read: Read) => Promise<Dict | undefined>;

const readById: ReadRecord = async (entity, id, read) => {
  const record = await readIfAllowed(read, [entity, "get", { id }]);
  return isDict(record) ? record : undefined;
};

/** Linear has no action for one comment that takes only its id. */
const readFromList: ReadRecord = async (entity, id, read) =>
  dicts(await readIfAllowed(read, [entity, "list", { filter: { id: { eq: id } } }])).find(
    (one) => one.id === id,
  );

/** Linear returns so many records of a list in a record, and does not say whether there are more. */
const mostNodes = 50;

/** Returns undefined for a list that can have more values than Linear has returned. */
function valueAt(record: Dict, path: string): unknown {
  const value = at(record, path) ?? null;
  if (!Array.isArray(value)) return value;
  return value.length < mostNodes ? dicts(value).map(({ id }) => id) : undefined;
}

/** A write that sets a state, such as a label, and that another action sets back if this one has changed it. */
const toggle = (action: string, isDone: (issue: Dict, params: Dict) => boolean): ActionCode => ({
  view,
  async preview(params: Dict, read) {
    const issue = await readById("issues", params.id, read);
    return issue ? { before: isDone(issue, params) } : {};
  },
  undo: (params: Dict, _data, before) =>
    before === false ? { entity: "issues", action, params } : undefined,
});

const hasLabel = (issue: Dict, { label }: Dict) =>
  dicts(at(issue, "labels.nodes")).some(({ id }) => id === label);
const isArchived = ({ archivedAt }: Dict) => typeof archivedAt === "string";

const references = { assignee: "assignee.id", delegate: "delegate.id", state: "state.id", project: "project.id", cycle: "cycle.id", parent: "parent.id", team: "team.id", labels: "labels.nodes" }; // prettier-ignore
const sameName = (...names: readonly string[]): Changeable => Object.fromEntries(names.map((name) => [name, name])); // prettier-ignore

export const code = {
  issues: {
    ...viewed("search", "list", "get", "delete"),
    create: undoneBy("issues", "delete"),
    update: update("issues", { ...references, ...sameName("title", "description", "priority", "estimate", "dueDate") }), // prettier-ignore
    archive: toggle("unarchive", isArchived),
    unarchive: toggle("archive", (issue) => !isArchived(issue)),
    add_label: toggle("remove_label", hasLabel),
    remove_label: toggle("add_label", (issue, params) => !hasLabel(issue, params)),
  },
  issue_relations: {
    ...viewed("get"),
    create: undoneBy("issue_relations", "delete"),
    delete: {
      async preview({ id }: Dict, read) {
        const relation = await readById("issue_relations", id, read);
        if (!relation) return {};
        return { before: { type: relation.type, issue: at(relation, "issue.identifier"), relatedIssue: at(relation, "relatedIssue.identifier") } }; // prettier-ignore
      },
      undo: (_params: Dict, _data, before) =>
        isDict(before) ? { entity: "issue_relations", action: "create", params: before } : undefined,
    },
  },
  comments: {
    ...viewed("list"),
    create: undoneBy("comments", "delete"),
    update: update("comments", sameName("body"), readFromList),
  },
  projects: {
    ...viewed("list", "get"),
    create: undoneBy("projects", "delete"),
    update: update("projects", { lead: "lead.id", status: "status.id", teams: "teams.nodes", members: "members.nodes", ...sameName("name", "description", "content", "priority", "startDate", "targetDate") }), // prettier-ignore
    delete: undoneBy("projects", "restore"),
    restore: undoneBy("projects", "delete"),
  },
  project_updates: viewed("list", "create"),
  documents: {
    ...viewed("list", "get"),
    create: undoneBy("documents", "delete"),
    update: update("documents", { project: "project.id", ...sameName("title", "content") }),
    delete: undoneBy("documents", "restore"),
    restore: undoneBy("documents", "delete"),
  },
  attachments: {
    ...viewed("list"),
    create: {
      view,
      // Linear keeps one attachment for each address of an issue, which undo must not delete.
      async preview({ issue, url }: Dict, read) {
        const all = await readIfAllowed(read, ["attachments", "list", { url }]);
        if (!Array.isArray(all)) return {};
        return { before: dicts(all).some((one) => at(one, "issue.id") === issue || at(one, "issue.identifier") === issue) }; // prettier-ignore
      },
      undo: (_params: Dict, { id }: Dict, before) =>
        before === false ? { entity: "attachments", action: "delete", params: { id } } : undefined,
    },
  },
  labels: { ...viewed("list"), create: undoneBy("labels", "delete") },
  cycles: viewed("list"),
  workflow_states: viewed("list"),
  teams: viewed("list"),
  users: viewed("list", "me"),
} satisfies Record<string, Record<string, ActionCode>>;
