import type { ActionCode, ConnectorCode } from "../../core/contract/connector-file.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../core/contract/judgement.ts";
import { at, type Dict, dicts, isDict, stringAt } from "../../core/ground/json.ts";
import { createBranch, deleteBranch } from "./branches.ts";
import { createFile, deleteFile, getFile, updateFile } from "./files.ts";
import { getLog } from "./job-log.ts";

// What the overlay cannot say: values before a write, the calls that undo a write, and requests that depend on others.

const placeOf = ({ owner, repo }: Dict): Dict => ({ owner, repo });

async function recordOf(
  read: GuardRead,
  entity: string,
  params: Dict,
  id: string,
): Promise<Dict | undefined> {
  const record = await readIfAllowed(read, [entity, "get", { ...placeOf(params), [id]: params[id] }]);
  return isDict(record) ? record : undefined;
}

const loginsIn = (list: unknown) => dicts(list).map(({ login }) => String(login));
const namesIn = (list: unknown) => dicts(list).map(({ name }) => String(name));
const isSame = (one: string) => (other: unknown) => String(other).toLowerCase() === one.toLowerCase();

/** What an update of an issue or a pull request can change, as the params of an update. */
const values: Readonly<Record<string, (record: Dict) => unknown>> = {
  title: ({ title }) => title,
  body: ({ body }) => body ?? "",
  state: ({ state }) => state,
  state_reason: ({ state, state_reason }) => (state === "closed" ? (state_reason ?? undefined) : undefined),
  labels: ({ labels }) => namesIn(labels),
  assignees: ({ assignees }) => loginsIn(assignees),
  milestone: ({ milestone }) => at(milestone, "number") ?? null,
  base: ({ base }) => at(base, "ref"),
};

const update = (entity: string, id: string): ActionCode => ({
  async preview(params: Dict, read) {
    const { owner: _owner, repo: _repo, [id]: _id, ...after } = params;
    const record = await recordOf(read, entity, params, id);
    const names = [
      ...Object.keys(after),
      ...(entity === "issues" && "state" in after ? ["state_reason"] : []),
    ];
    const entries = names.flatMap((name) => (record && values[name] ? [[name, values[name](record)]] : []));
    return { ...(record ? { before: Object.fromEntries(entries) as Dict } : {}), after };
  },
  undo(params: Dict, _data, before) {
    if (!isDict(before)) return undefined;
    const known = Object.entries(before).filter(([, value]) => value !== undefined);
    return {
      entity,
      action: "update",
      params: { ...placeOf(params), [id]: params[id], ...Object.fromEntries(known) },
    };
  },
});

/** An issue and a pull request cannot be deleted, but closed. */
const create = (entity: string, id: string, closed: Dict): ActionCode => ({
  undo: (params: Dict, { number }) => ({
    entity,
    action: "update",
    params: { ...placeOf(params), [id]: number, ...closed },
  }),
});

const before = (read: (record: Dict) => Dict): ActionCode["preview"] =>
  async function preview(params: Dict, readAction: GuardRead) {
    const record = await recordOf(readAction, "issues", params, "issue_number");
    return record ? { before: read(record) } : {};
  };

const onIssue = (params: Dict, action: string, more: Dict) => ({
  entity: "issues",
  action,
  params: { ...placeOf(params), issue_number: params.issue_number, ...more },
});

const labels: ActionCode["preview"] = before((record) => ({ labels: namesIn(record.labels) }));
const assignees: ActionCode["preview"] = before((record) => ({ assignees: loginsIn(record.assignees) }));
const listAt = (value: unknown, name: string) =>
  Array.isArray(at(value, name)) ? (at(value, name) as unknown[]) : undefined;

export const code: ConnectorCode = {
  issues: {
    // GitHub lists pull requests among the issues.
    list: { item: (record) => (isDict(record.pull_request) ? undefined : record) },
    create: create("issues", "issue_number", { state: "closed", state_reason: "not_planned" }),
    update: update("issues", "issue_number"),
    add_labels: {
      preview: labels,
      undo(params: Dict, _data, earlier) {
        const had = listAt(earlier, "labels");
        const added = (params.labels as string[]).filter((name) => had?.some(isSame(name)) === false);
        return added.length === 1 ? onIssue(params, "remove_label", { name: added[0] }) : undefined;
      },
    },
    remove_label: { undo: (params: Dict) => onIssue(params, "add_labels", { labels: [params.name] }) },
    add_assignees: {
      preview: assignees,
      undo(params: Dict, data, earlier) {
        const had = listAt(earlier, "assignees");
        const asked = params.assignees as string[];
        const added = loginsIn(data.assignees).filter(
          (one) => asked.some(isSame(one)) && had?.some(isSame(one)) === false,
        );
        return added.length > 0 ? onIssue(params, "remove_assignees", { assignees: added }) : undefined;
      },
    },
    remove_assignees: {
      preview: assignees,
      undo(params: Dict, _data, earlier) {
        const asked = params.assignees as string[];
        const removed = (listAt(earlier, "assignees") ?? []).filter((one) => asked.some(isSame(String(one))));
        return removed.length > 0 ? onIssue(params, "add_assignees", { assignees: removed }) : undefined;
      },
    },
  },
  issue_comments: {
    create: {
      undo: (params: Dict, { id }) => ({
        entity: "issue_comments",
        action: "delete",
        params: { ...placeOf(params), comment_id: id },
      }),
    },
  },
  pull_requests: {
    create: create("pull_requests", "pull_number", { state: "closed" }),
    update: update("pull_requests", "pull_number"),
    merge: {
      async preview(params: Dict, read) {
        const record = await recordOf(read, "pull_requests", params, "pull_number");
        if (!record) return {};
        const { title, state, merged, mergeable_state } = record;
        return {
          before: {
            title,
            state,
            merged,
            mergeable_state,
            head: stringAt(record, "head.sha"),
            base: stringAt(record, "base.ref"),
          },
          after: { merged: true },
        };
      },
    },
  },
  branches: { create: createBranch, delete: deleteBranch },
  files: { get: getFile, create: createFile, update: updateFile, delete: deleteFile },
  workflow_jobs: { get_log: getLog },
};
