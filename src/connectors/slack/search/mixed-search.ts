import { replyMeta } from "../../../core/call/send-operation.ts";
import type { RunContext, RunResult } from "../../../core/contract/run-context.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { checkCursor, nextCursor } from "../../../core/wire/paging.ts";
import { pages } from "../operations/method.ts";
import { listAt } from "../operations/send-or-find.ts";
import { workspace } from "../operations/workspace.ts";
import { searchPage, toMatch } from "./search-page.ts";

// Each result of a mixed search has its kind in the field `type`, such as `message`. Its record is in the field with the
// name of the kind.

/** Sends `search.all`. Each page contains one page of messages, followed by one page of files. */
export async function searchEverything(params: Dict, { send, page }: RunContext): Promise<RunResult> {
  const { paging } = workspace["search.all"];
  checkCursor(paging!, page.cursor);
  const count = page.limit ?? paging!.default;
  const reply = await send("search.all", { ...params, count, page: page.cursor });
  const more = ["messages.paging", "files.paging"].flatMap(
    (path) => nextCursor(pages(path, 20, 100), { reply, cursor: page.cursor }) ?? [],
  );
  return searchPage(
    [
      ...listAt(reply.body, "messages.matches").map((match) => ({
        type: "message",
        message: toMatch(match),
      })),
      ...listAt(reply.body, "files.matches").map((file) => ({ type: "file", file })),
    ],
    replyMeta(reply),
    more[0],
  );
}

export async function searchFiles(params: Dict, { send, page }: RunContext): Promise<RunResult> {
  const { paging } = workspace["search.files"];
  checkCursor(paging!, page.cursor);
  const reply = await send("search.files", {
    ...params,
    count: page.limit ?? paging!.default,
    page: page.cursor,
  });
  const next = nextCursor(paging!, { reply, cursor: page.cursor });
  return searchPage(listAt(reply.body, "files.matches"), replyMeta(reply), next);
}

/**
 * Sends `assistant.search.context`. Renames the fields of its records, because other methods have different names for
 * them.
 */
export async function searchByMeaning(
  params: Dict,
  { send, page, eventTokens }: RunContext,
): Promise<RunResult> {
  const { paging } = workspace["assistant.search.context"];
  const reply = await send("assistant.search.context", {
    ...params,
    action_token: eventTokens.action_token,
    // The `content` of a message that has only blocks is empty.
    include_message_blocks: true,
    limit: page.limit ?? paging!.default,
    cursor: page.cursor,
  });
  const items = Object.entries(kinds).flatMap(([name, { type, toRecord }]) =>
    listAt(reply.body, `results.${name}`).map((one) => ({ type, [type]: toRecord(one) })),
  );
  return searchPage(items, replyMeta(reply), nextCursor(paging!, { reply, cursor: page.cursor }));
}

const kinds: Readonly<Record<string, { type: string; toRecord: (one: Dict) => Dict }>> = {
  messages: { type: "message", toRecord: toMatch },
  files: {
    type: "file",
    toRecord: ({ file_id, file_type, uploader_user_id, date_created, ...rest }) => ({
      id: file_id,
      mimetype: file_type,
      user: uploader_user_id,
      created: date_created,
      ...rest,
    }),
  },
  channels: {
    type: "channel",
    toRecord: ({ channel_id, topic, purpose, creator_user_id, date_created, ...rest }) => ({
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
    toRecord: ({ user_id, full_name, email, title, timezone, ...rest }) => ({
      id: user_id,
      real_name: full_name,
      profile: { email, title },
      tz: timezone,
      ...rest,
    }),
  },
};
