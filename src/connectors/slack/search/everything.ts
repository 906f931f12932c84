import { checkPageCursor, replyMeta, nextCursor } from "../../../core/call/in-process-transport.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { workspace } from "../operations/workspace.ts";
import { dictsAt, listed, toMatch } from "./messages.ts";

// Searches that find several kinds of things: each item says its `type`, and holds the thing under that name.

/** The older search, messages before files; a page is one of each, as Slack counts them. */
export async function findEverything(params: Dict, { send, page }: RunContext): Promise<RunResult> {
  const { paging } = workspace["search.all"];
  checkPageCursor(page.cursor);
  const count = page.limit ?? paging!.default;
  const reply = await send("search.all", { ...params, count, page: page.cursor });
  const more = ["messages.paging.pages", "files.paging.pages"].flatMap(
    (pages) => nextCursor({ ...paging!, pages }, reply, page.cursor) ?? [],
  );
  return listed(
    [
      ...dictsAt(reply.body, "messages.matches").map((match) => ({
        type: "message",
        message: toMatch(match),
      })),
      ...dictsAt(reply.body, "files.matches").map((file) => ({ type: "file", file })),
    ],
    replyMeta(reply),
    more[0],
  );
}

/** The newer search; of what it calls otherwise than everybody else, in the shape of everything else here. */
export async function findByMeaning(params: Dict, { send, page }: RunContext): Promise<RunResult> {
  const { paging } = workspace["assistant.search.context"];
  const reply = await send("assistant.search.context", {
    ...params,
    // Slack gives an empty content where a message has blocks alone.
    include_message_blocks: true,
    limit: page.limit ?? paging!.default,
    cursor: page.cursor,
  });
  const items = Object.entries(kinds).flatMap(([name, { type, shaped }]) =>
    dictsAt(reply.body, `results.${name}`).map((one) => ({ type, [type]: shaped(one) })),
  );
  return listed(items, replyMeta(reply), nextCursor(paging!, reply, page.cursor));
}

const kinds: Readonly<Record<string, { type: string; shaped: (one: Dict) => Dict }>> = {
  messages: { type: "message", shaped: toMatch },
  files: {
    type: "file",
    shaped: ({ file_id, file_type, uploader_user_id, date_created, ...rest }) => ({
      id: file_id,
      mimetype: file_type,
      user: uploader_user_id,
      created: date_created,
      ...rest,
    }),
  },
  channels: {
    type: "channel",
    shaped: ({ channel_id, topic, purpose, creator_user_id, date_created, ...rest }) => ({
      id: channel_id,
      topic: { value: topic },
      purpose: { value: purpose },
      creator: creator_user_id,
      created: date_created,
      ...rest,
    }),
  },
  users: {
    type: "user",
    shaped: ({ user_id, full_name, email, title, timezone, ...rest }) => ({
      id: user_id,
      real_name: full_name,
      profile: { email, title },
      tz: timezone,
      ...rest,
    }),
  },
};
