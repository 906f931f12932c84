import { slackSandbox } from "agent-connectors/sandbox";
import { SlackConnector } from "agent-connectors/slack";
import { type IsPeople, withCanaries } from "./canaries.ts";

// A Slack workspace in which every text that a person can write has a canary, and the calls of all actions.

type Dict = Record<string, unknown>;

/** The fields of Slack's responses whose texts people write. https://docs.slack.dev/reference/methods */
const people =
  /^(text|fallback|pretext|footer|author_name|name|name_normalized|real_name|real_name_normalized|display_name|display_name_normalized|first_name|last_name|title|status_text|status_emoji|phone|pronouns|skype|handle|description|username|preview|preview_highlight|plain_text|label|hint|alt_text|alt_txt|email|domain|email_domain|caption|initial_comment|channel_name|content|link)$/;

const isPeople: IsPeople = (path, request) => {
  const method = new URL(request.split(" ")[1]!).pathname.replace("/api/", "");
  const name = path.at(-1)!;
  if (method === "auth.test") return ["team", "user", "url"].includes(name);
  if (method === "emoji.list") return name === "<key>" && path.length === 3;
  if (method.startsWith("files.") && /^permalink(_public)?$/.test(name)) return true;
  if (name === "value")
    return ["topic", "purpose", "fields"].includes(path.at(-2)!) || path.includes("profile");
  return people.test(name) || (name === "key" && path.includes("schema"));
};

export const effects = ["read", "write", "destructive"] as const;

/** The links of messages and the addresses of emoji contain words of people, but the harness does not change them. */
export const unchanged = /^(permalink|url|alias_for|who|where|audience|external|whom|notified)$/;

/** Calls whose errors quote names of people. */
export const failing: readonly [entity: string, action: string, params: Dict][] = [
  ["messages", "create", { channel: "@zzqpriya", text: "Hi" }],
  ["dms", "open", { users: ["@maya.linn"] }],
];

/** Opens a new workspace. Writes of one test must not change the workspace of another test. */
export async function openSlackWorld() {
  const sandbox = slackSandbox({ rateLimits: false });
  const { channels, users, files, usergroups } = sandbox.state();
  const options = { ...sandbox.options, fetch: withCanaries(sandbox.fetch, isPeople) };
  const slack = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, options);
  const bot = new SlackConnector({ auth: { api_token: sandbox.tokens.bot } }, options);

  const room = channels.find(({ name }) => name === "general")!;
  const channel = room.id;
  const user = users[4]!.id;
  const { ts } = room.messages.find(({ reactions }) => reactions)!;
  const here = { channel, ts };
  const file = files.find(({ mimetype }) => mimetype === "text/plain")!.id;

  // What the default workspace lacks: a list with an item, a canvas, a pin, a bookmark and a reminder.
  const person = new SlackConnector({ auth: { api_token: sandbox.tokens.user } }, sandbox.options);
  const { data: list } = await person.lists.create({ name: "Tasks", todo_mode: true });
  const column = list.list_metadata!.schema![0]!;
  const { data: item } = await person.list_items.create({
    list_id: list.list_id,
    initial_fields: [{ column_id: column.id, rich_text: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "Fix the tent" }] }] }] }] as never, // prettier-ignore
  });
  const { data: canvas } = await person.canvases.create({
    title: "Plan",
    markdown: "# Plan\n\nFix the tent.",
  } as never);
  await person.pins.create(here);
  await person.bookmarks.create({ channel, title: "Docs", link: "https://example.com/docs" });
  const { data: reminder } = await person.reminders.create({ text: "Call", time: "2h" });
  await person.stars.list({});

  /** Real ids, instead of those in the examples. */
  const ids: Dict = { channel, user, users: [user], ts, file, files: [file], usergroup: usergroups[0]!.id, list_id: list.list_id, id: item.id, ids: [item.id], canvas: canvas.canvas_id, canvas_id: canvas.canvas_id, reminder: reminder.id, latest: undefined, oldest: undefined, cursor: undefined, before: undefined, after: undefined, team_id: undefined }; // prettier-ignore

  const catalogue = await slack.describe();
  const actions = Object.entries(catalogue.entities).flatMap(([entity, all]) =>
    Object.entries(all).map(([action, known]) => ({ name: `${entity}.${action}`, entity, action, ...known })),
  );
  const names = actions.map(({ name }) => name);
  const paramsOf = ({ example, params }: (typeof actions)[number], more: Dict = {}): Dict =>
    Object.fromEntries(
      Object.entries({ ...(example as Dict), ...more }).flatMap(([name, value]) => {
        if (!Object.hasOwn(params.properties ?? {}, name)) return [];
        const real = Object.hasOwn(ids, name) ? ids[name] : value;
        return real === undefined ? [] : [[name, real]];
      }),
    );

  const requiredOf = (known: (typeof actions)[number]): Dict =>
    Object.fromEntries(
      Object.entries(paramsOf(known)).filter(([name]) =>
        (known.params.required as string[] | undefined)?.includes(name),
      ),
    );
  return { sandbox, options, slack, bot, person, channel, user, here, actions, names, paramsOf, requiredOf };
}
