import { expect } from "vitest";
import type { Answer, Driver } from "../../sandbox/slack/helpers.ts";
import { collect, failure, type Scene } from "./bench.ts";
import { done, one, unknownToken, type Example, type Theme } from "./theme.ts";

const list_id = "F012AB3CD";
const item = "Rec012AB3CD";
const column_id = "Col012AB3CD";
const cell = { column_id, date: ["2030-01-31"] };

const row = { column_id, row_id: item, date: ["2030-01-31"] };

const SCHEMA = [
  { key: "title", name: "Title", type: "text", is_primary_column: true },
  { key: "due", name: "Due", type: "date" },
  {
    key: "status",
    name: "Status",
    type: "select",
    options: {
      choices: [{ value: "completed", label: "Completed", color: "green" }],
      format: "single_select",
      show_member_name: true,
      precision: 2,
    },
  },
  { key: "estimate", name: "Estimate", type: "number" },
  { key: "owner", name: "Owner", type: "user" },
  { key: "rating", name: "Rating", type: "rating", options: { emoji: ":star:", max: 5 } },
];
const richText = (text: string) => [
  {
    type: "rich_text",
    elements: [{ type: "rich_text_section", elements: [{ type: "text", text, style: { bold: true } }] }],
  },
];

/** Creates a list, and returns its id and its columns by key. */
async function newList({ call }: Pick<Scene, "call">) {
  const { data } = await call("lists", "create", { name: "Rollout", schema: SCHEMA });
  const columns = Object.fromEntries((data.list_metadata?.schema ?? []).map(({ key, id }) => [key!, id]));
  return { list_id: data.list_id, columns };
}

interface Created {
  list_id: string;
  columns: { id: string }[];
}

const createList = async ({ call }: Driver): Promise<Created> => {
  const { list_id: source } = await call("slackLists.create", {
    name: "All",
    schema: JSON.stringify(SCHEMA),
  });
  const description = { description_blocks: JSON.stringify(richText("Sprint work")) };
  const copy = { name: "Sprint Board", copy_from_list_id: String(source), ...description };
  const answer = await call("slackLists.create", copy);
  const { schema } = answer["list_metadata"] as { schema: { id: string }[] };
  return { list_id: String(answer["list_id"]), columns: schema };
};
const createItem = async (driver: Driver, { list_id: list, columns }: Created): Promise<Answer> =>
  driver.call("slackLists.items.create", {
    list_id: list,
    initial_fields: JSON.stringify([
      { column_id: columns[0]!.id, rich_text: richText("Fix bug") },
      { column_id: columns[1]!.id, date: ["2025-09-19"] },
      { column_id: columns[2]!.id, select: ["completed"] },
      { column_id: columns[3]!.id, number: [3] },
      { column_id: columns[4]!.id, user: [driver.id("maya.chen")] },
    ]),
  });
const idOf = (answer: Answer): string => (answer["item"] as { id: string }).id;
const created: Example = async (driver) => createItem(driver, await createList(driver));
const listed: Example = async (driver) => {
  const list = await createList(driver);
  await createItem(driver, list);
  return driver.call("slackLists.items.list", { list_id: list.list_id });
};
const createdList: Example = ({ call }) =>
  call("slackLists.create", { name: "My List", schema: JSON.stringify(SCHEMA) });

/** Lists: tables of items, such as tasks. */
export const lists: Theme = {
  requests: {
    "lists.create": {
      params: { name: "Rollout", schema: SCHEMA.slice(0, 1), todo_mode: true },
      sends: [
        [
          "slackLists.create",
          {
            name: "Rollout",
            schema: '[{"key":"title","name":"Title","type":"text","is_primary_column":true}]',
            todo_mode: "true",
          },
          { list_id },
        ],
      ],
      data: { list_id },
      refused: "invalid_primary_column",
    },
    "lists.update": {
      params: { list_id, name: "Rollout 2" },
      sends: [["slackLists.update", { id: list_id, name: "Rollout 2" }]],
      data: { list_id },
      refused: "over_title_length_maximum",
    },
    "list_items.list": {
      params: { list_id, archived: true },
      sends: [
        ["slackLists.items.list", { list_id, archived: "true", limit: "100" }, { items: [{ id: item }] }],
      ],
      data: [{ id: item }],
      refused: "archive_not_supported",
    },
    "list_items.get": {
      params: { list_id, id: item },
      sends: [
        [
          "slackLists.items.info",
          { list_id, id: item },
          {
            record: { id: item, fields: [] },
            subtasks: [],
            list: { list_metadata: { schema: [{ id: column_id, key: "due", name: "Due", type: "date" }] } },
          },
        ],
      ],
      data: { id: item, subtasks: [], columns: [{ id: column_id, key: "due" }] },
      refused: "record_deleted",
    },
    "list_items.create": one(
      "slackLists.items.create",
      { list_id, initial_fields: [cell] },
      { list_id, initial_fields: JSON.stringify([cell]) },
      ["item", { id: item }],
      "over_row_maximum",
    ),
    "list_items.update": {
      params: { list_id, cells: [row] },
      sends: [["slackLists.items.update", { list_id, cells: JSON.stringify([row]) }]],
      data: { list_id },
      refused: "row_not_found",
    },
    "list_items.delete": {
      params: { list_id, ids: [item, "Rec2AB"] },
      sends: [["slackLists.items.deleteMultiple", { list_id, ids: `["${item}","Rec2AB"]` }]],
      data: { list_id, ids: [item, "Rec2AB"] },
      refused: "list_not_found",
    },
    "list_exports.start": {
      params: { list_id, include_archived: true },
      sends: [["slackLists.download.start", { list_id, include_archived: "true" }, { job_id: "Le1" }]],
      data: { job_id: "Le1" },
      refused: "permission_denied",
    },
    "list_exports.get": {
      params: { list_id, job_id: "Le1" },
      sends: [["slackLists.download.get", { list_id, job_id: "Le1" }, { status: "COMPLETED" }]],
      data: { status: "COMPLETED" },
      refused: "job_not_found",
    },
    "list_access.set": done(
      "slackLists.access.set",
      { list_id, access_level: "write", user: "U012AB3CD" },
      { list_id, access_level: "write", user_ids: '["U012AB3CD"]' },
      "lists_disabled_user_team",
    ),
    "list_access.delete": done(
      "slackLists.access.delete",
      { list_id, user: "U012AB3CD" },
      { list_id, user_ids: '["U012AB3CD"]' },
      "restricted_action",
    ),
  },

  cases: {
    "lists.create, list_items.create, list_items.update: items are read with their cells": async (scene) => {
      const { call } = scene;
      const { list_id: list, columns } = await newList(scene);
      const { data: first } = await call("list_items", "create", {
        list_id: list,
        initial_fields: [{ column_id: columns.title!, rich_text: richText("Fix bug") }],
      });
      const { data: second } = await call("list_items", "create", {
        list_id: list,
        parent_item_id: first.id,
      });
      const cells = [{ row_id: first.id, column_id: columns.due!, date: ["2030-01-31"] }];
      await call("list_items", "update", { list_id: list, cells });
      const { data } = await call("list_items", "list", { list_id: list });
      expect(data).toMatchObject([
        {
          id: first.id,
          fields: [
            { key: "title", text: "Fix bug" },
            { key: "due", date: ["2030-01-31"] },
          ],
        },
        { id: second.id, parent_record_id: first.id },
      ]);
      const { data: read } = await call("list_items", "get", { list_id: list, id: first.id });
      expect(read).toMatchObject({ id: first.id, subtasks: [{ id: second.id }] });
      expect(read.columns?.map(({ key, type }) => `${key} ${type}`)).toEqual([
        "title text",
        "due date",
        "status select",
        "estimate number",
        "owner user",
        "rating rating",
      ]);
    },
    "list_items.list: the pages have every item once": async (scene) => {
      const { list_id: list } = await newList(scene);
      for (let count = 0; count < 3; count++) await scene.call("list_items", "create", { list_id: list });
      const all = await collect(scene.slack.list_items.list.all({ list_id: list, limit: 2 }));
      expect(new Set(all.map(({ id }) => id)).size).toBe(3);
    },
    "list_items.delete: deletes one or several items, as the undo of create does": async (scene) => {
      const { call, slack } = scene;
      const { list_id: list } = await newList(scene);
      const create = () => call("list_items", "create", { list_id: list });
      const [one_, two, three, four] = [await create(), await create(), await create(), await create()];
      await call("list_items", "delete", { list_id: list, ids: [one_.data.id] });
      await call("list_items", "delete", { list_id: list, ids: [two.data.id, three.data.id] });
      const left = async () => (await call("list_items", "list", { list_id: list })).data.map(({ id }) => id);
      expect(await left()).toEqual([four.data.id]);
      await slack.undo(four);
      expect(await left()).toEqual([]);
      const again = await failure(call("list_items", "delete", { list_id: list, ids: [four.data.id] }));
      expect(again).toMatchObject({ code: "not_found", platform: { code: "record_not_found" } });
    },
    "lists.update: renames the list, and undo restores the old name": async (scene) => {
      const { call, slack } = scene;
      const { list_id: list } = await newList(scene);
      const title = async () => (await call("files", "get", { file: list })).data.title;
      const renamed = await call("lists", "update", { list_id: list, name: "Rollout 2" });
      expect(await title()).toBe("Rollout 2");
      await slack.undo(renamed);
      expect(await title()).toBe("Rollout");
    },
    "list_exports.start: the finished export has a link": async (scene) => {
      const { list_id: list } = await newList(scene);
      const { data: job } = await scene.call("list_exports", "start", { list_id: list });
      const { data } = await scene.call("list_exports", "get", { list_id: list, job_id: job.job_id });
      expect(data).toMatchObject({ status: "COMPLETED", download_url: expect.stringContaining(list) });
      const other = await failure(scene.call("list_exports", "get", { list_id: list, job_id: "LeOther" }));
      expect(other).toMatchObject({ code: "not_found", platform: { code: "job_not_found" } });
    },
    "list_access.set, list_access.delete: a person can read the list, and then no longer": async (scene) => {
      const { call, people, look } = scene;
      const { list_id: list } = await newList(scene);
      const access = async () => {
        const { file } = (await look("files.info", { file: list })) as { file: Record<string, unknown> };
        return file["dm_mpdm_users_with_file_access"];
      };
      await call("list_access", "set", { list_id: list, access_level: "read", user: people[0] });
      expect(await access()).toEqual([{ user_id: people[0], access: "read" }]);
      await call("list_access", "delete", { list_id: list, user: people[0] });
      expect(await access()).toEqual([]);
    },
  },

  examples: {
    "slackLists.create": {
      success: createdList,
      success2: ({ call }) => call("slackLists.create", { name: "My List" }),
      success3: createdList,
      success4: createdList,
      error: ({ call }) => call("slackLists.create", { name: "x", schema: '[{"key":1}]' }),
    },
    "slackLists.update": {
      success: async (driver) =>
        driver.call("slackLists.update", { id: (await createList(driver)).list_id, name: "Other" }),
      error: ({ call }) => call("slackLists.update", { id: "F0NOWHERE", name: "x" }),
    },
    "slackLists.items.create": {
      success: created,
      success2: created,
      success3: created,
      success4: created,
      success5: created,
      error: ({ call }) => call("slackLists.items.create", { list_id: "F0NOWHERE" }),
    },
    "slackLists.items.update": {
      success: async (driver) => {
        const list = await createList(driver);
        const row_id = idOf(await createItem(driver, list));
        const cells = JSON.stringify([{ row_id, column_id: list.columns[1]!.id, date: ["2026-01-01"] }]);
        return driver.call("slackLists.items.update", { list_id: list.list_id, cells });
      },
      error: async (driver) => {
        const list = await createList(driver);
        const cells = JSON.stringify([{ row_id: "Rec0NONE", column_id: list.columns[1]!.id, date: [] }]);
        return driver.call("slackLists.items.update", { list_id: list.list_id, cells });
      },
    },
    "slackLists.items.list": {
      success: listed,
      success2: listed,
      success3: async (driver) =>
        driver.call("slackLists.items.list", {
          list_id: (await createList(driver)).list_id,
          archived: "true",
        }),
      error: ({ call }) => call("slackLists.items.list", { list_id: "F0NOWHERE" }),
    },
    "slackLists.items.info": {
      success: async (driver) => {
        const list = await createList(driver);
        const id = idOf(await createItem(driver, list));
        return driver.call("slackLists.items.info", { list_id: list.list_id, id });
      },
      error: async (driver) =>
        driver.call("slackLists.items.info", {
          list_id: (await createList(driver)).list_id,
          id: "Rec0NOWHERE",
        }),
    },
    "slackLists.items.delete": {
      success: async (driver) => {
        const list = await createList(driver);
        const id = idOf(await createItem(driver, list));
        return driver.call("slackLists.items.delete", { list_id: list.list_id, id });
      },
      error: unknownToken("slackLists.items.delete"),
    },
    "slackLists.items.deleteMultiple": {
      success: async (driver) =>
        driver.call("slackLists.items.deleteMultiple", {
          list_id: (await createList(driver)).list_id,
          ids: "[]",
        }),
      error: unknownToken("slackLists.items.deleteMultiple"),
    },
    "slackLists.download.start": {
      success: async (driver) =>
        driver.call("slackLists.download.start", { list_id: (await createList(driver)).list_id }),
      error: ({ call }) => call("slackLists.download.start", { list_id: "F0NOWHERE" }),
    },
    "slackLists.download.get": {
      success: async (driver) => {
        const { list_id: list } = await createList(driver);
        const { job_id } = await driver.call("slackLists.download.start", { list_id: list });
        return driver.call("slackLists.download.get", { list_id: list, job_id: String(job_id) });
      },
      error: ({ call }) => call("slackLists.download.get", { list_id: "F0NOWHERE", job_id: "Le1" }),
    },
    "slackLists.access.set": {
      success: async (driver) =>
        driver.call("slackLists.access.set", {
          list_id: (await createList(driver)).list_id,
          access_level: "write",
          channel_ids: JSON.stringify([driver.id("general")]),
        }),
      error: async (driver) =>
        driver.call(
          "slackLists.access.set",
          {
            list_id: await sharedList(driver),
            access_level: "write",
            user_ids: JSON.stringify([driver.id("maya.chen")]),
          },
          driver.sandbox.tokens.user,
        ),
    },
    "slackLists.access.delete": {
      success: async (driver) =>
        driver.call("slackLists.access.delete", {
          list_id: (await createList(driver)).list_id,
          channel_ids: JSON.stringify([driver.id("general")]),
        }),
      error: async (driver) =>
        driver.call(
          "slackLists.access.delete",
          { list_id: await sharedList(driver), user_ids: JSON.stringify([driver.id("maya.chen")]) },
          driver.sandbox.tokens.user,
        ),
    },
  },
};

/** Creates a list of the bot that the user Maya can read. */
async function sharedList(driver: Driver): Promise<string> {
  const { list_id: list } = await createList(driver);
  const user_ids = JSON.stringify([driver.id("maya.chen")]);
  await driver.call("slackLists.access.set", { list_id: list, access_level: "read", user_ids });
  return list;
}
