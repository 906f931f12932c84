import type { Call } from "../call/call.ts";
import type { Fields } from "../fields.ts";
import { fileRecord } from "../records/file.ts";
import { permalink } from "../records/message.ts";
import type { Message, User } from "../types.ts";
import type { Room } from "../workspace.ts";
import type { FoundFile, FoundMessage } from "./find.ts";
import { highlight } from "./match.ts";
import type { Query } from "./query.ts";

/** Returns a found message in a response of `assistant.search.context`. */
export function messageResult(call: Call, query: Query, { room, message }: FoundMessage): Fields {
  const { workspace, args } = call;
  const author = workspace.users.get(message.user ?? "");
  const spoken = room.messages;
  const index = spoken.indexOf(message);
  const short = (each: Message): Fields => ({
    text: each.text,
    user_id: each.user ?? "",
    author_name: workspace.users.get(each.user ?? "")?.real_name ?? String(each["username"] ?? ""),
    ts: each.ts,
  });
  return {
    author_name: author?.real_name ?? String(message["username"] ?? ""),
    author_user_id: message.user ?? "",
    team_id: workspace.team.id,
    channel_id: room.channel.id,
    channel_name: room.channel.name,
    message_ts: message.ts,
    content: args.flag("highlight") ? highlight(query, message.text) : message.text,
    is_author_bot: author?.is_bot ?? message["bot_id"] !== undefined,
    permalink: permalink(workspace, room, message),
    reply_count: room.threads.get(message.ts)?.length ?? 0,
    ...(args.flag("include_context_messages")
      ? {
          context_messages: {
            before: spoken.slice(Math.max(0, index - 2), index).map(short),
            after: spoken.slice(index + 1, index + 3).map(short),
          },
        }
      : {}),
    ...(args.flag("include_message_blocks") ? { blocks: message.blocks ?? [] } : {}),
  };
}

export function fileResult({ workspace }: Call, { file }: FoundFile): Fields {
  return {
    author_name: workspace.users.get(file.user)?.real_name ?? "",
    author_user_id: file.user,
    uploader_user_id: file.user,
    team_id: workspace.team.id,
    file_id: file.id,
    date_created: file.created,
    date_updated: file.created,
    title: file.title,
    file_type: file.mimetype,
    permalink: fileRecord(workspace, file)["permalink"],
    content: file.content ?? "",
    size: file.size,
  };
}

export function channelResult({ workspace }: Call, { channel, updated }: Room): Fields {
  return {
    team_id: workspace.team.id,
    channel_id: channel.id,
    creator_user_id: channel.creator,
    creator_name: workspace.users.get(channel.creator)?.real_name ?? "",
    date_created: channel.created,
    date_updated: Math.floor(updated / 1000),
    name: channel.name,
    topic: channel.topic.value,
    purpose: channel.purpose.value,
    permalink: `https://${workspace.team.domain}.slack.com/archives/${channel.id}`,
    is_archived: channel.is_archived,
  };
}

export const userResult = ({ workspace }: Call, user: User): Fields => ({
  user_id: user.id,
  full_name: user.real_name,
  email: user.email ?? "",
  title: user.title ?? "",
  timezone: user.tz ?? "America/Los_Angeles",
  permalink: `https://${workspace.team.domain}.slack.com/team/${user.id}`,
});
