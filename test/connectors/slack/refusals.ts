import type { ErrorCode } from "agent-connectors";

/** A class of Slack's error codes, with the error that the caller gets for these codes. */
export interface RefusalClass {
  what: string;
  code: ErrorCode;
  retryable: boolean;
  /** The calls that the connector itself sends again. */
  again?: "reads" | "always";
  inDoubt?: true;
  hint: RegExp;
  codes: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The common and the most important error codes of Slack, grouped by what the caller must do. */
export const refusals: readonly RefusalClass[] = [
  {
    what: "wait",
    code: "upstream_rate_limited",
    retryable: true,
    again: "always",
    hint: /[Cc]all again/,
    codes: words("ratelimited rate_limited too_many_requests message_limit_exceeded"),
  },
  {
    what: "try later",
    code: "upstream_error",
    retryable: true,
    again: "reads",
    hint: /[Cc]all again later/,
    codes: words(
      "request_timeout fetch_members_failed external_channel_migrating assistant_search_context_disabled",
    ),
  },
  {
    what: "may have been done",
    code: "upstream_error",
    retryable: true,
    again: "reads",
    inDoubt: true,
    hint: /[Cc]all again later/,
    codes: words("internal_error fatal_error service_unavailable update_failed"),
  },
  {
    what: "long outage",
    code: "upstream_error",
    retryable: false,
    hint: /hours/,
    codes: words("team_added_to_org org_login_required"),
  },
  { what: "refresh", code: "reauth_required", retryable: false, hint: /refresh/, codes: ["token_expired"] },
  {
    what: "connect again",
    code: "credential_rejected",
    retryable: false,
    hint: /connect Slack again/,
    codes: words(
      "invalid_auth not_authed token_revoked account_inactive two_factor_setup_required team_access_not_granted accesslimited",
    ),
  },
  {
    what: "scope",
    code: "credential_insufficient_scope",
    retryable: false,
    hint: /scope|token/,
    codes: words("missing_scope not_allowed_token_type no_permission"),
  },
  {
    what: "not allowed",
    code: "upstream_rejected",
    retryable: false,
    hint: /[Nn]ot allowed|invite|no such channel|creator/,
    codes: words(
      `access_denied ekm_access_denied enterprise_is_restricted restricted_action restricted_action_read_only_channel
      not_in_channel channel_not_found cant_update_message cant_delete_message edit_window_closed user_is_restricted
      paid_teams_only plan_upgrade_required not_authorized`,
    ),
  },
  {
    what: "change the call",
    code: "upstream_rejected",
    retryable: false,
    hint: /Change|too long|without cursor|limit|another|archived|a later time|an earlier time/,
    codes: words(
      `invalid_arguments invalid_arg_name invalid_array_arg missing_argument invalid_charset invalid_form_data
      invalid_post_type missing_post_type no_text msg_too_long markdown_text_conflict invalid_blocks
      invalid_blocks_format msg_blocks_too_long too_many_attachments metadata_too_large invalid_name
      invalid_name_maxlength invalid_name_specials name_taken too_long time_in_past time_too_far restricted_too_many
      bad_timestamp invalid_cursor limit_required invalid_types method_not_supported_for_channel_type is_archived`,
    ),
  },
  {
    what: "not found",
    code: "not_found",
    retryable: false,
    hint: /Check|first message/,
    codes: words(
      "user_not_found users_not_found message_not_found thread_not_found file_not_found bot_not_found",
    ),
  },
  {
    what: "dead",
    code: "upstream_rejected",
    retryable: false,
    hint: /Update/,
    codes: words("method_deprecated deprecated_endpoint unknown_method"),
  },
];

/** For each operation, the code that means that nothing had to change. */
export const already: readonly (readonly [
  entity: string,
  action: string,
  operation: string,
  code: string,
])[] = [
  ["channels", "archive", "conversations.archive", "already_archived"],
  ["channel_invites", "create", "conversations.invite", "already_in_channel"],
  ["reactions", "create", "reactions.add", "already_reacted"],
  ["reactions", "delete", "reactions.remove", "no_reaction"],
  ["pins", "create", "pins.add", "already_pinned"],
  ["channel_kicks", "create", "conversations.kick", "user_not_in_channel"],
];

/** Documented codes for which the connector has no hint, because they belong to arguments that it never sends. */
export const unexplained: readonly string[] = words(
  `as_user_not_supported blocked_file_type cannot_bookmark_from_external_org
  cannot_bookmark_restricted_sharing_enabled draft_already_deleted draft_already_sent
  draft_has_conflict draft_not_found duplicate_channel_not_found duplicate_message_not_found file_already_added
  file_comment_not_found file_is_deleted file_not_shared file_share_limit_reached
  invalid_app_action_type invalid_child_type invalid_entity_id invalid_metadata_filter_keys invalid_parent_type
  invalid_shortcut_type list_record_comment_fetch_failed max_file_sharing_exceeded
  metadata_must_be_sent_from_app parent_bookmark_disabled parent_with_link
  slack_connect_blocked_file_type slack_connect_clip_sharing_blocked
  slack_connect_file_upload_sharing_blocked
  too_many_users unable_to_share_files`,
);
