import { isOlder, listAt, onlyNew, sameText, sendOrFind } from "../operations/send-or-find.ts";
import { type Zod, action, listAction } from "../../../core/contract/action.ts";
import type { GuardRead } from "../../../core/contract/judgement.ts";
import { isDict } from "../../../core/ground/json.ts";
import { currentRecord } from "../undo/current-record.ts";
import { beforeAndAfter, undoCall } from "../undo/undo-data.ts";
import { channel, emojiWithColons, link } from "../params.ts";
import { Bookmark } from "../records/conversations.ts";
import { shows } from "../rows/written-row.ts";

export { remove as delete };

const bookmarkId = (z: Zod) =>
  z
    .string()
    .regex(/^Bk[A-Za-z0-9]{2,}$/)
    .describe("bookmark id, such as Bk012AB3CD");

export const list = listAction({
  description: "List a channel's bookmarks.",
  params: (z) => ({ channel: channel(z) }),
  result: Bookmark,
  calls: "bookmarks.list",
  pick: "bookmarks",
  example: { channel: "C012AB3CD" },
});

export const create = action({
  description: "Add a link to a channel's bookmarks.",
  params: (z) => ({
    channel: channel(z),
    title: z.string().min(1).max(256),
    link: link(z),
    type: z.enum(["link"]).default("link").meta({ rare: true }),
    emoji: emojiWithColons(z).optional().meta({ rare: true }),
  }),
  result: Bookmark,
  view: shows("id"),
  effect: "write",
  calls: ["bookmarks.add", "bookmarks.list"],
  run: (params, context) =>
    sendOrFind(context, "bookmarks.add", {
      args: params,
      pick: "bookmark",
      async find(read, since) {
        const all = listAt(await read("bookmarks.list", { channel: params.channel }), "bookmarks");
        const equal = all.filter(
          (one) => sameText(one.title, params.title) && sameAddress(one.link, params.link),
        );
        return onlyNew(equal, "date_created", since);
      },
    }),
  example: { channel: "C012AB3CD", title: "Runbook", link: "https://wiki.example.com/runbook" },
  undo: ({ channel: where }, { id }) =>
    id === undefined
      ? undefined
      : { entity: "bookmarks", action: "delete", params: { channel: where, bookmark_id: id } },
});

export const update = action({
  description: "Change a bookmark's title, link or emoji.",
  params: (z) => ({
    channel: channel(z),
    bookmark_id: bookmarkId(z),
    title: z.string().min(1).max(256).optional(),
    link: link(z).optional(),
    emoji: emojiWithColons(z).optional(),
  }),
  result: Bookmark,
  view: shows("id"),
  effect: "write",
  calls: ["bookmarks.edit", "bookmarks.list"],
  run: (params, context) =>
    sendOrFind(context, "bookmarks.edit", {
      args: params,
      pick: "bookmark",
      async find(read, since) {
        const { channel: where, bookmark_id, title, link: address, emoji } = params;
        const all = listAt(await read("bookmarks.list", { channel: where }), "bookmarks");
        const record = all.find(({ id }) => id === bookmark_id);
        if (!record) return undefined;
        const isDone =
          (title === undefined || sameText(record.title, title)) &&
          (address === undefined || sameAddress(record.link, address)) &&
          (emoji === undefined || record.emoji === emoji);
        if (isDone) return { record };
        return { unchanged: isOlder(record.date_updated, since) };
      },
    }),
  example: { channel: "C012AB3CD", bookmark_id: "Bk012AB3CD", title: "Runbook, new" },
  reads: ["bookmarks.list"],
  preview: async ({ channel: where, bookmark_id, title, link: address, emoji }, read) =>
    beforeAndAfter({ title, link: address, emoji }, await bookmarkOf(read, where, bookmark_id)),
  // Slack does not accept an empty emoji, so no call can remove an emoji that this call added.
  undo: ({ channel: where, bookmark_id }, _data, before) =>
    isDict(before) && before.emoji !== ""
      ? undoCall("bookmarks", "update", { channel: where, bookmark_id }, before)
      : undefined,
});

/** Compares normalized addresses, because Slack adds a slash to an address without a path. */
const sameAddress = (one: unknown, other: string): boolean =>
  URL.canParse(String(one)) && URL.canParse(other) && new URL(String(one)).href === new URL(other).href;

const bookmarkOf = (read: GuardRead, where: string, bookmark: string) =>
  currentRecord(read, ["bookmarks", "list", { channel: where }], ({ id }) => id === bookmark);

const remove = action({
  description: "Delete a bookmark.",
  params: (z) => ({ channel: channel(z), bookmark_id: bookmarkId(z) }),
  result: (z) => z.object({ channel: z.string(), bookmark_id: z.string() }),
  effect: "destructive",
  calls: "bookmarks.remove",
  echo: ["channel", "bookmark_id"],
  example: { channel: "C012AB3CD", bookmark_id: "Bk012AB3CD" },
  reads: ["bookmarks.list"],
  async preview({ channel: where, bookmark_id }, read) {
    const bookmark = await bookmarkOf(read, where, bookmark_id);
    return bookmark ? { before: { title: bookmark.title, link: bookmark.link } } : {};
  },
});
