import { action, defineConnector, type ToolsOptions } from "agent-connectors";
import { describe, expect, test } from "vitest";

// By default, a tool offers the everyday actions of its connector, so that an upgrade gives no agent a new power.

const one = (description: string, effect: "read" | "write" = "write") =>
  action({ description, params: () => ({}), effect, calls: "any", example: {} });

const entities = {
  notes: {
    list: one("List the notes.", "read"),
    create: one("Create a note."),
    share: one("Share a note with somebody."),
    print: one("Print a note."),
  },
  drawers: { list: one("List the drawers.", "read"), label: one("Label a drawer.") },
};
const definition = {
  name: "desk",
  title: "Desk",
  endpoint: "https://desk.example",
  auth: {},
  toolEffects: ["read", "write"],
  operations: { any: { method: "POST", path: "/any", docs: "https://desk.example/docs" } },
  entities,
  everyday: ["notes.list", "notes.create"],
  onlyByName: ["notes.share"],
} as const;

function open(given: object = {}, code: object = {}) {
  const sent: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    sent.push(String(url));
    return Response.json({});
  };
  const Desk = defineConnector({ ...definition, ...given } as typeof definition);
  return { Desk, desk: new Desk({}, { fetch, ...code }), sent };
}

const namesOf = async (options: ToolsOptions, code: object = {}, given: object = {}) => {
  const tools = await open(given, code).desk.tools({ ...options, shape: "per-action" });
  return tools.map(({ name }) => name.slice("desk_".length)).toSorted();
};

describe("a tool offers", () => {
  const everyday = ["notes_create", "notes_list"];
  test.each<[string, ToolsOptions, string[]]>([
    ["the everyday actions by default", {}, everyday],
    ["the everyday actions by name of the set", { actions: "everyday" }, everyday],
    ["all actions but those by name", { actions: "all" }, ["drawers_label", "drawers_list", "notes_create", "notes_list", "notes_print"]], // prettier-ignore
    ["exactly the actions of include", { include: ["drawers"] }, ["drawers_label", "drawers_list"]],
    [
      "the everyday actions and one more",
      { include: ["everyday", "drawers.list"] },
      ["drawers_list", ...everyday],
    ],
    ["an action by its full name", { include: ["notes.share"] }, ["notes_share"]],
    [
      "no action by name for its entity",
      { include: ["notes"] },
      ["notes_create", "notes_list", "notes_print"],
    ],
    [
      "no action by name for a pattern",
      { include: ["notes.*"] },
      ["notes_create", "notes_list", "notes_print"],
    ],
    ["the everyday actions without one", { exclude: ["notes.create"] }, ["notes_list"]],
    ["the everyday actions with an effect", { effects: ["read"] }, ["notes_list"]],
  ])("%s", async (_what, options, names) => {
    expect(await namesOf(options)).toEqual(names.toSorted());
  });

  test("the actions that the connector's policy includes", async () => {
    expect(await namesOf({}, { policy: { include: ["drawers"] } })).toEqual([
      "drawers_label",
      "drawers_list",
    ]);
    const policy = { include: ["notes.share", "notes.list"] };
    expect(await namesOf({}, { policy })).toEqual(["notes_list", "notes_share"]);
    expect(await namesOf({ actions: "all" }, { policy: { exclude: ["drawers"] } })).toEqual(["notes_create", "notes_list", "notes_print"]); // prettier-ignore
  });

  test("all actions, if the connector has no everyday actions", async () => {
    expect(await namesOf({}, {}, { everyday: undefined, onlyByName: undefined })).toHaveLength(6);
    expect(await namesOf({}, {}, { everyday: undefined })).toHaveLength(5);
  });

  test.each([{ actions: "all", include: ["notes"] }, { actions: "some" }, { include: ["everyday.list"] }])(
    "nothing for options that contradict themselves or name nothing: %j",
    async (options) => {
      await expect(open().desk.tools(options as never)).rejects.toMatchObject({ code: "config_error" });
    },
  );
});

test("code calls every action", async () => {
  const { desk, sent } = open();
  await desk.drawers.label({});
  await desk.notes.share({});
  await desk.execute("notes", "print");
  expect(sent).toHaveLength(3);
});

test("a new action of an upgrade changes no tool, and agents get it only if the developer asks for it", async () => {
  const upgraded = { entities: { ...entities, notes: { ...entities.notes, burn: one("Burn a note.") } } };
  const tool = async (given: object, options: ToolsOptions = {}) =>
    JSON.stringify(await open(given).desk.tools(options));
  for (const options of [{}, { split: true }, { shape: "per-action" }, { include: ["everyday"] }] as const)
    expect(await tool(upgraded, options)).toBe(await tool({}, options));
  expect(await tool(upgraded, { actions: "all" })).toContain("burn");
});

describe("an action that is not offered", () => {
  test.each<[string, object, ToolsOptions, string]>([
    ["by its name", { entity: "drawers", action: "label" }, {}, 'include: ["everyday", "drawers.label"]'],
    [
      "only by name",
      { entity: "notes", action: "share" },
      { actions: "all" },
      'include: ["everyday", "notes.share"]',
    ],
    [
      "beside an include",
      { entity: "notes", action: "share" },
      { include: ["notes"] },
      'include: [..., "notes.share"]',
    ],
    ["in describe", { entity: "drawers", action: "describe" }, {}, 'include: ["everyday", "drawers.list"]'],
    [
      "in describe of one action",
      { entity: "notes", action: "describe", params: { action: "print" } },
      {},
      'include: ["everyday", "notes.print"]',
    ],
  ])("is refused %s, and the developer learns how to offer it", async (_what, call, options, hint) => {
    const { desk, sent } = open();
    const tool = await desk.tool(options as never);
    const result = await tool.call(call);
    expect(result).toMatchObject({ ok: false, error: { code: "policy_denied", path: "action" } });
    expect(result.text).toContain("this tool does not offer it");
    expect(JSON.parse(result.text)).toMatchObject({
      error: { hint: expect.stringMatching(/^Do not call it again\. .*Tell the user\.$/) as string },
    });
    expect((JSON.parse(result.text) as { error: { hint: string } }).error.hint).toContain(hint);
    expect(sent).toEqual([]);
  });

  test("is not named if the policy forbids it", async () => {
    const { desk } = open({}, { policy: { exclude: ["drawers"] } });
    const tool = await desk.tool();
    const { text } = await tool.call({ entity: "drawers", action: "label" });
    expect(text).toContain("the policy excludes it");
    const about = await tool.call({ entity: "connector", action: "describe" });
    expect(about.text).toContain("Other actions of the platform: 2.");
  });

  test("a half of a split tool does not send the model to the other half", async () => {
    const [read] = await open().desk.tools({ split: true });
    expect((await read!.call({ entity: "drawers", action: "label" })).text).toContain("does not offer it");
    expect((await read!.call({ entity: "notes", action: "create" })).text).toContain("another tool of Desk");
  });

  test("describe of the connector counts such actions, and search says if one matches better", async () => {
    const tool = await open().desk.tool();
    const ask = async (action: string, params: object = {}) =>
      JSON.parse((await tool.call({ entity: "connector", action, params })).text) as Record<string, unknown>;
    expect(await ask("describe")).toMatchObject({
      connector: {
        not_offered: "Other actions of the platform: 4. Only the developer can offer them.",
      },
    });
    const found = await ask("search", { query: "label a drawer" });
    expect(found.not_offered).toContain("this tool does not offer it");
    expect(JSON.stringify(found)).not.toContain("drawers");
    expect(await ask("search", { query: "create a note" })).not.toHaveProperty("not_offered");
    expect(await ask("search", { query: "xyzzy" })).not.toHaveProperty("not_offered");
    const whole = await open().desk.tool({ include: ["notes", "drawers", "notes.share"] });
    const about = await whole.call({ entity: "connector", action: "describe" });
    expect(about.text).not.toContain("not_offered");
  });
});

test.each<[string, object, string]>([
  ["an unknown everyday action", { everyday: ["notes.lst"] }, "everyday"],
  ["an unknown action by name", { onlyByName: ["notes"] }, "onlyByName"],
  ["an action in both sets", { everyday: ["notes.share"] }, "everyday"],
])("a definition with %s is refused", (_what, given, path) => {
  expect(() => open(given)).toThrow(expect.objectContaining({ code: "config_error", path }));
});

test("an action that can spend without a limit cannot be an everyday action", () => {
  const buy = action({
    description: "Buy a desk.",
    params: () => ({}),
    effect: "spend",
    calls: "any",
    example: {},
  });
  const given = { entities: { ...entities, desks: { buy } }, everyday: ["desks.buy"] };
  expect(() => open(given)).toThrow(expect.objectContaining({ code: "config_error", path: "everyday" }));
});
