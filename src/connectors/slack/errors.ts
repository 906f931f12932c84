import { ConnectorError, type ErrorCode, type ErrorFields } from "../../core/errors.ts";
import { at, isDict, type Dict } from "../../core/json.ts";

interface Refusal {
  code: ErrorCode;
  /** What to do next. */
  hint: string;
  retryable?: boolean;
  /** It may have been done all the same. */
  inDoubt?: boolean;
}

const words = (text: string) => text.trim().split(/\s+/);

const wait: Refusal = { code: "upstream_rate_limited", hint: "Nothing was done. Call again in a minute." };
const busy: Refusal = {
  code: "upstream_error",
  hint: "Slack could not do it just now. Call again later.",
  retryable: true,
};
const inDoubt: Refusal = { code: "upstream_error", hint: "", inDoubt: true };
const outage: Refusal = {
  code: "upstream_error",
  hint: "Slack is moving this workspace; that can take hours. Tell the user, and do not call again at once.",
  retryable: false,
};
const reconnect: Refusal = {
  code: "credential_rejected",
  hint: "The token is not valid any more, or not for this workspace. The user must connect Slack again.",
};
const permission: Refusal = {
  code: "upstream_rejected",
  hint: "The token's user may not do this here. Tell the user; calling again does not help.",
};
const badParams: Refusal = {
  code: "upstream_rejected",
  hint: "Change the params; the same call will fail again.",
};
const notFound: Refusal = {
  code: "upstream_rejected",
  hint: "Check the id; list the entity to find the right one.",
};
const dead: Refusal = {
  code: "upstream_rejected",
  hint: "Slack no longer has this method. Update this package.",
};

/** Slack's error codes by what they ask of the caller: https://docs.slack.dev/apis/web-api/#errors */
const classes: readonly (readonly [Refusal, readonly string[]])[] = [
  [wait, words("ratelimited rate_limited too_many_requests")],
  [
    busy,
    words(
      "service_unavailable request_timeout fetch_members_failed update_failed external_channel_migrating assistant_search_context_disabled",
    ),
  ],
  [inDoubt, words("internal_error fatal_error")],
  [outage, words("team_added_to_org org_login_required")],
  [
    {
      code: "reauth_required",
      hint: "The access token has expired. Exchange the refresh token, or connect Slack again.",
    },
    ["token_expired"],
  ],
  [
    reconnect,
    words(
      "invalid_auth not_authed token_revoked account_inactive two_factor_setup_required team_access_not_granted accesslimited invalid_token",
    ),
  ],
  [
    permission,
    words(
      `no_permission access_denied permission_denied ekm_access_denied enterprise_is_restricted restricted_action
      restricted_action_read_only_channel restricted_action_thread_only_channel restricted_action_non_threadable_channel
      restricted_action_thread_locked cant_update_message cant_delete_message edit_window_closed user_is_restricted
      paid_teams_only plan_upgrade_required not_authorized cant_invite cant_kick_from_general cant_archive_general
      cannot_create_channel posting_to_channel_denied app_access_restricted user_not_visible message_limit_exceeded`,
    ),
  ],
  [
    badParams,
    words(
      `invalid_arguments invalid_arg_name invalid_array_arg missing_argument invalid_charset invalid_form_data
      invalid_post_type missing_post_type no_text msg_too_long markdown_text_conflict invalid_blocks invalid_blocks_format
      msg_blocks_too_long too_many_attachments metadata_too_large invalid_metadata_format invalid_metadata_schema
      invalid_name invalid_name_maxlength invalid_name_punctuation invalid_name_required invalid_name_specials
      too_long time_in_past time_too_far restricted_too_many bad_timestamp invalid_limit invalid_types
      invalid_ts_latest invalid_ts_oldest method_not_supported_for_channel_type invalid_time invalid_link invalid_emoji
      invalid_bookmark_type too_many_emoji too_many_reactions too_many_pins too_many_bookmarks cant_invite_self cant_kick_self`,
    ),
  ],
  [
    notFound,
    words(
      "user_not_found users_not_found no_user message_not_found thread_not_found file_not_found bot_not_found no_item_specified",
    ),
  ],
  [dead, words("method_deprecated deprecated_endpoint unknown_method")],
];

/** Codes whose next step is more particular than their class's. */
const particular: Readonly<Record<string, Refusal>> = {
  missing_scope: {
    code: "credential_insufficient_scope",
    hint: "Add the needed scope to the Slack app and install it again. Calling again does not help.",
  },
  not_allowed_token_type: {
    code: "credential_insufficient_scope",
    hint: "This method needs the other kind of token (bot xoxb- or user xoxp-). Calling again does not help.",
  },
  no_permission: {
    code: "credential_insufficient_scope",
    hint: "The token lacks a permission for this. Add the scope, or use a user token of someone who may.",
  },
  not_in_channel: {
    code: "upstream_rejected",
    hint: "The app is not in this channel. Someone in the channel must invite it (/invite @app), then call again.",
  },
  user_not_in_channel: {
    code: "upstream_rejected",
    hint: "That user is not in the channel. Invite the user first.",
  },
  channel_not_found: {
    code: "upstream_rejected",
    hint: "No such channel, or it is private and the app is not in it. channels.list shows those within reach.",
  },
  is_archived: { code: "upstream_rejected", hint: "The channel is archived. It must be unarchived first." },
  invalid_cursor: {
    code: "upstream_rejected",
    hint: "The cursor is of another list or has expired. Start again without cursor.",
  },
  limit_required: {
    code: "upstream_rejected",
    hint: "The workspace is large: pass limit (100 to 200) and follow the cursor.",
  },
  name_taken: {
    code: "upstream_rejected",
    hint: "A channel of that name exists, perhaps archived or private. Choose another.",
  },
  msg_too_long: {
    code: "upstream_rejected",
    hint: "The text is too long: 4,000 characters when updating, 40,000 when posting.",
  },
  not_authorized: {
    code: "upstream_rejected",
    hint: "Only the channel's creator or an admin may rename it.",
  },
};

const byCode = new Map(classes.flatMap(([refusal, codes]) => codes.map((code) => [code, refusal] as const)));

/** Slack's codes that this connector explains; a test holds the documented ones against it. */
export const explainedCodes: ReadonlySet<string> = new Set([...byCode.keys(), ...Object.keys(particular)]);

/** An answer with `ok: false` as our error. `repeatable`: the call was a read, so nothing can be in doubt. */
export function slackError(
  method: string,
  body: Dict,
  platform: NonNullable<ErrorFields["platform"]>,
  repeatable: boolean,
  redact: (text: string) => string,
): ConnectorError {
  const code = redact(typeof body.error === "string" ? body.error.slice(0, 100) : "unknown_error");
  const refusal = (Object.hasOwn(particular, code) ? particular[code] : undefined) ??
    byCode.get(code) ?? {
      ...badParams,
      hint: `See the errors of https://docs.slack.dev/reference/methods/${method}.`,
    };
  const outcome = refusal.inDoubt && !repeatable ? "unknown" : undefined;
  const hint = !refusal.inDoubt
    ? refusal.hint
    : repeatable
      ? "Slack had a fault. Call again later."
      : "Slack had a fault, and may have done it all the same. Look before you send it again.";
  const details = [...detailsOf(body, redact), ...failuresOf(body)];
  return new ConnectorError(
    refusal.code,
    `Slack ${method} answered ${code}${details.length > 0 ? `: ${details.join("; ")}` : ""}.`,
    {
      hint,
      ...(refusal.retryable === undefined ? {} : { retryable: refusal.retryable }),
      ...(outcome ? { outcome } : {}),
      platform: { ...platform, code },
      ...scopesOf(body),
    },
  );
}

/** `[ERROR] missing required field: channel`, without the marks. */
function detailsOf(body: Dict, redact: (text: string) => string): string[] {
  const messages = at(body, "response_metadata.messages");
  if (!Array.isArray(messages)) return [];
  return messages
    .filter((message) => typeof message === "string")
    .slice(0, 3)
    .map((message) => redact(message.replace(/^\[(ERROR|WARN)\]\s*/, "").slice(0, 200)));
}

/** Invitations fail user by user. */
function failuresOf(body: Dict): string[] {
  if (!Array.isArray(body.errors)) return [];
  return body.errors
    .filter((one) => isDict(one) && one.ok !== true && typeof one.error === "string")
    .slice(0, 10)
    .map((one: Dict) => `${String(one.user ?? "?").slice(0, 20)}: ${String(one.error).slice(0, 60)}`);
}

function scopesOf(body: Dict): { needed?: string[]; provided?: string[] } {
  const list = (value: unknown) =>
    typeof value === "string" ? value.split(/[,|]/).filter((scope) => scope !== "") : undefined;
  const needed = list(body.needed);
  const provided = list(body.provided);
  return { ...(needed ? { needed } : {}), ...(provided ? { provided } : {}) };
}
