import type { GuardRead } from "../../../core/contract/judgement.ts";
import type { Dict } from "../../../core/ground/json.ts";
import { type Foreseen, recordOrAbsence, type Token } from "./foreseen.ts";

// The error codes are documented on the pages of the methods: https://docs.slack.dev/reference/methods

/** The error codes that one method returns for certain states of a channel. */
interface ChannelRule {
  archived?: string;
  /** The code for the workspace's general channel. */
  general?: string;
  private?: string;
  /** The code for a bot token. */
  bot?: string;
  /** Returns the code if the write would change nothing, and false otherwise. */
  already?: (channel: Dict) => string | false;
  /** Whether the token's user must be in the channel. */
  member?: true;
}

const writable: ChannelRule = { archived: "is_archived", member: true };

const rules: Readonly<Record<string, ChannelRule>> = {
  "chat.meMessage": writable,
  "chat.postEphemeral": writable,
  "chat.postMessage": writable,
  "chat.scheduleMessage": writable,
  "chat.update": { archived: "is_inactive" },
  "conversations.archive": {
    general: "cant_archive_general",
    already: ({ is_archived }) => is_archived === true && "already_archived",
    member: true,
  },
  "conversations.invite": writable,
  "conversations.join": {
    private: "method_not_supported_for_channel_type",
    archived: "is_archived",
    already: ({ is_member }) => is_member === true && "already_in_channel",
  },
  "conversations.kick": { general: "cant_kick_from_general", member: true },
  "conversations.leave": {
    archived: "is_archived",
    general: "cant_leave_general",
    already: ({ is_member }) => is_member === false && "not_in_channel",
  },
  "conversations.mark": { member: true },
  "conversations.rename": writable,
  "conversations.setPurpose": writable,
  "conversations.setTopic": writable,
  "conversations.unarchive": {
    already: ({ is_archived }) => is_archived === false && "not_archived",
    bot: "not_in_channel",
  },
  "pins.add": { member: true },
};

/** With the scope `chat:write.public`, a bot can use these methods in public channels that the bot is not in. */
const postsInPublic: ReadonlySet<string> = new Set(["chat.postMessage", "chat.scheduleMessage"]);

export async function foreseeChannel(
  method: string,
  { channel: id }: Dict,
  { read, token }: { read: GuardRead; token: Token | undefined },
): Promise<Foreseen> {
  const rule = Object.hasOwn(rules, method) ? rules[method] : undefined;
  // The rules do not apply to direct messages, whose ids start with `D`.
  if (!rule || typeof id !== "string" || !/^[CG]/.test(id)) return undefined;
  const found = await recordOrAbsence(read, ["channels", "get", { channel: id }], "channel_not_found");
  if (!found || "refused" in found) return found;
  const { record: channel } = found;
  if (rule.private && channel.is_private === true) return { refused: rule.private };
  if (rule.archived && channel.is_archived === true) return { refused: rule.archived };
  if (rule.general && channel.is_general === true) return { refused: rule.general };
  const already = rule.already?.(channel);
  if (already) return { already };
  if (rule.bot && token?.kind === "bot") return { refused: rule.bot };
  if (!rule.member || channel.is_member !== false) return undefined;
  const isOpen = postsInPublic.has(method) && channel.is_private !== true;
  // If the token's scopes are unknown, do not predict a refusal.
  const mayPost = isOpen && token?.kind === "bot" && (token.scopes?.includes("chat:write.public") ?? true);
  return mayPost ? undefined : { refused: "not_in_channel" };
}
