import type { ErrorCode } from "../../../core/ground/errors.ts";
import { teamMethods } from "../operations/team-methods.ts";
import { whyNotAllowed } from "./why-not-allowed.ts";

/** The fields of the `ConnectorError` for one of Slack's error codes. */
export interface Refusal {
  code: ErrorCode;
  hint: string;
  /** The text after "needs" in the error message. */
  needs?: string;
  retryable?: boolean;
  /** Whether Slack could have performed a write despite the error. */
  inDoubt?: boolean;
}

const words = (text: string) => text.trim().split(/\s+/);
const rejected = (hint: string, needs?: string): Refusal => ({
  code: "upstream_rejected",
  hint,
  ...(needs === undefined ? {} : { needs }),
});

const wait: Refusal = { code: "upstream_rate_limited", hint: "Nothing was done. Call again in a minute." };
const busy: Refusal = {
  code: "upstream_error",
  hint: "Slack could not do it just now. Call again later.",
  retryable: true,
};
const inDoubt: Refusal = {
  code: "upstream_error",
  hint: "Slack had a fault. Call again later.",
  inDoubt: true,
};
const outage: Refusal = {
  code: "upstream_error",
  hint: "Slack is moving this workspace, which can take hours. Tell the user, and do not call again at once.",
  retryable: false,
};
const expired: Refusal = {
  code: "reauth_required",
  hint: "The access token has expired. Exchange the refresh token, or connect Slack again.",
  needs: "a new access token",
};
const reconnect: Refusal = {
  code: "credential_rejected",
  hint: "The token is no longer valid, or is for another workspace. The user must connect Slack again.",
};
const permission = rejected(
  "The token's user is not allowed to do this here. Tell the user; calling again does not help.",
);
const paidPlan = rejected(permission.hint, "a paid Slack plan");
const badParams = rejected("Change the params; the same call will fail again.");
const missing = (hint: string): Refusal => ({ code: "not_found", hint });
const notFound = missing("Check the id. To find the right id, list the entity.");
const notThisMessage = rejected(
  "Slack does not allow this for this kind of message. Choose another message.",
);
const notThisUser = rejected(
  "That user cannot be in this channel. Leave the user out, or tell the user why.",
);
const noTeam = rejected(
  "The token is for a whole organization. Pass the id of a workspace as team_id, or set it as config.team_id (SLACK_TEAM_ID in commands). auth.teams_list lists the workspaces.",
  "team_id",
);
const full = rejected("The limit is reached. Something must be removed first.");
const dead = rejected("There is no such method at this address. Update this package, or check the endpoint.");

/**
 * Slack's error codes, grouped by what the caller should do next.
 * https://docs.slack.dev/apis/web-api/#errors
 */
const classes: readonly (readonly [Refusal, string])[] = [
  [wait, "ratelimited rate_limited too_many_requests message_limit_exceeded"],
  [
    busy,
    "request_timeout fetch_members_failed external_channel_migrating assistant_search_context_disabled streaming_state_conflict unable_to_fetch_custom_emojis",
  ],
  [
    inDoubt,
    `internal_error fatal_error service_unavailable update_failed file_update_failed snooze_failed snooze_end_failed profile_set_failed
    partial_profile_set_failed failed_for_some_users canvas_creation_failed canvas_editing_failed
    messaging_processing_failed list_edits_update_error list_editor_upsert_error file_channel_rename_error
    failed_to_update_user_ids`,
  ],
  [outage, "team_added_to_org org_login_required"],
  [expired, "token_expired"],
  [
    reconnect,
    `invalid_auth not_authed token_revoked account_inactive two_factor_setup_required team_access_not_granted
    accesslimited invalid_token`,
  ],
  [
    permission,
    `access_denied permission_denied no_access enterprise_is_restricted                 cannot_create_channel posting_to_channel_denied app_access_restricted user_not_visible     app_cannot_join_channel not_supported not_implemented
    slack_connect_file_link_sharing_blocked send_on_behalf_not_allowed user_does_not_own_channel not_permitted
    too_many_members file_type_not_allowed
    file_uploads_except_images_disabled delete_not_allowed file_deleting_disabled
    file_upload_size_restricted file_uploads_disabled canvas_globally_disabled canvas_disabled_file_team
    canvas_disabled_user_team not_visible template_not_visible not_allowed public_video_not_allowed
    public_file_type_not_allowed cannot_add_bot cannot_add_others_recurring
    cannot_add_profile_only_user cannot_add_slackbot cannot_complete_recurring
    cannot_update_admin_user name_not_allowed not_app_admin sudo_required feature_not_enabled
    free_teams_cannot_create_non_tabbed_canvases free_teams_cannot_create_standalone_canvases
    free_teams_cannot_edit_standalone_canvases canvas_deleting_disabled canvas_editing_locked
    fail_to_get_teams_for_restricted_user not_enabled lists_disabled_user_team cannot_auth_user
    cannot_find_service slack_connect_canvas_sharing_blocked slack_connect_lists_sharing_blocked`,
  ],
  [paidPlan, "paid_teams_only plan_upgrade_required"],
  [
    badParams,
    `invalid_arguments invalid_arg_name invalid_array_arg missing_argument invalid_charset invalid_form_data
    invalid_post_type missing_post_type no_text markdown_text_conflict invalid_blocks invalid_blocks_format
    msg_blocks_too_long too_many_attachments invalid_attachments attachment_payload_limit_exceeded metadata_too_large
    invalid_metadata_format invalid_metadata_schema invalid_name invalid_name_maxlength invalid_name_punctuation
    invalid_name_required invalid_name_specials no_channel too_long bad_timestamp
    invalid_limit invalid_types invalid_ts_latest invalid_ts_oldest method_not_supported_for_channel_type invalid_time
    invalid_link invalid_emoji invalid_bookmark_type cant_invite_self cant_kick_self no_dual_broadcast_content_update
    invalid_timestamp invalid_user_combination not_enough_users users_list_not_supplied invalid_channel
    alt_txt_too_large snippet_too_large unknown_snippet_type unknown_subtype unknown_type invalid_view
    invalid_message missing_duration bad_handle description_too_long forbidden_handle
    handle_already_exists invalid_channel_provided invalid_group_provided missing_subteam_name name_already_exists
    name_too_long invalid_team invalid_users no_users_provided email_taken invalid_profile
    must_clear_both_status_text_and_status_emoji reserved_name username_same invalid_emoji_not_allowed
    invalid_ooo_message invalid_starts_with_at invalid_presence missing_query query_too_long no_query
    canvas_too_large hash_conflict duplicate_external_id view_too_large missing_user invalid_chunks
    msg_blocks_too_many too_many_contact_cards channel_type_not_supported missing_file_data
    cannot_parse_attachment invalid_unfurls_format invalid_unfurl_id invalid_source missing_channel missing_source
    missing_ts missing_unfurl_id missing_unfurls invalid_parameters invalid_schema invalid_primary_column
    over_title_length_maximum invalid_column_type missing_arg_copy_from_list_id invalid_copy_and_schema_args
    over_column_maximum invalid_option_id invalid_args uneditable_column invalid_input_type invalid_column_id
    over_cell_fields_limit invalid_vote_value invalid_row_id invalid_text_block invalid_email invalid_date
    row_id_not_provided column_id_not_provided invalid_attachment invalid_phone_number archive_not_supported
    unexpected_description_blocks_arg missing_arguments`,
  ],
  [
    notFound,
    `user_not_found users_not_found no_user message_not_found file_not_found bot_not_found no_item_specified not_found
    bots_not_found no_such_subteam canvas_not_found canvas_deleted context_channel_not_found enterprise_not_found
    org_not_found team_not_on_enterprise missing_profile_id file_deleted list_not_found record_not_found
    record_deleted row_not_found column_not_found duplicated_item_not_found job_not_found
    function_execution_not_found cannot_find_channel cannot_find_message`,
  ],
  [
    notThisMessage,
    "cannot_reply_to_message cant_broadcast_message not_pinnable not_reactable block_mismatch",
  ],
  [notThisUser, "cant_invite invitee_cant_see_channel org_user_not_in_team ura_max_channels"],
  [
    full,
    `too_many_emoji too_many_reactions too_many_pins too_many_bookmarks too_many_tabs restricted_too_many
    channels_limit_exceeded storage_limit_reached too_many_linked_channels subteam_max_users_exceeded
    free_team_canvas_tab_already_exists over_list_file_maximum over_row_maximum`,
  ],
  [dead, "method_deprecated deprecated_endpoint unknown_method"],
];

/** Error codes with their own hints. A key with a method and a code applies only to this method. */
const specific: Readonly<Record<string, Refusal>> = {
  missing_scope: {
    code: "credential_insufficient_scope",
    hint: "Add the needed scope to the Slack app and install it again. Calling again does not help.",
    needs: "a scope that the token does not have",
  },
  not_allowed_token_type: {
    code: "credential_insufficient_scope",
    hint: "Connect Slack with the other kind of token (bot xoxb- or user xoxp-). Calling again does not help.",
    needs: "the other kind of token, bot or user",
  },
  no_permission: {
    code: "credential_insufficient_scope",
    hint: "Add the scope, or use a user token of someone who may do this.",
    needs: "a permission that the token does not have",
  },
  not_in_channel: rejected(
    "If the channel is public, join it with channels.join. Otherwise, someone in the channel must invite the app (/invite @app). Then call again.",
    "the app to be in the channel",
  ),
  "conversations.unarchive not_in_channel": rejected(
    "Slack does not let bots unarchive a channel. Use a user token, or unarchive the channel in Slack.",
  ),
  "conversations.kick not_in_channel": rejected(
    "Either the user is not in the channel, and nothing is left to do. Or the app is not in the channel, and must be invited first.",
  ),
  "pins.add not_in_channel": rejected(
    "The message is not in this channel, or the app is not in the channel.",
  ),
  user_not_in_channel: rejected("That user is not in the channel. Invite the user first."),
  already_in_channel: rejected(
    "Nobody was invited. Leave out the people who are members, or pass force: true to invite the others.",
  ),
  channel_not_found: rejected(
    "There is no such channel, or it is private and the app is not in it. channels.list shows the channels that the token can see.",
  ),
  thread_not_found: missing(
    "thread_ts must be the ts of a thread's first message. channel_messages.list returns it.",
  ),
  "conversations.replies thread_not_found": missing(
    "ts must be the ts of a thread's first message in this channel. channel_messages.list returns it.",
  ),
  invalid_thread_ts: rejected(
    "thread_ts must be the ts of a message in this channel. channel_messages.list returns it.",
  ),
  is_archived: rejected("The channel is archived. It must be unarchived first."),
  is_inactive: rejected(
    "The channel is archived, frozen or deleted, so its messages cannot be changed. It must be unarchived first.",
  ),
  messages_tab_disabled: rejected(
    "Switch the Messages tab on in the Slack app's settings, so that it takes direct messages.",
    "the app's Messages tab",
  ),
  invalid_cursor: rejected("The cursor belongs to another list or has expired. Start again without cursor."),
  limit_required: rejected(
    "The workspace is large: pass limit (100 to 200) and follow the cursor.",
    "a limit",
  ),
  name_taken: rejected(
    "A channel with this name exists. It may be archived or private. Choose another name.",
  ),
  msg_too_long: rejected(
    "The text is too long. Posts take 40,000 characters, updates 4,000, a piece of a stream 12,000.",
  ),
  not_authorized: rejected("Only the channel's creator or an admin can rename it."),
  invalid_scheduled_message_id: rejected(
    "The message was posted or cancelled, or the id is wrong. scheduled_messages.list shows the pending messages.",
  ),
  time_in_past: rejected("The time has passed. Pass a later time. An ISO time needs a time zone."),
  time_too_far: rejected("Slack accepts a time at most 120 days from now. Pass an earlier time."),
  cannot_parse: rejected(
    "Pass an ISO time with its zone, seconds since 1970, or words such as in 15 minutes.",
  ),
  invalid_action_token: rejected(
    "The action_token is missing, has expired, or belongs to another event. The application must pass the action_token of the newest event: { context: { slack: { action_token } } }. Or read the channels (channel_messages.list).",
    "a valid action_token",
  ),
  expired_trigger_id: rejected(
    "Three seconds have passed since the click. The person must click again.",
    "a newer trigger_id",
  ),
  exchanged_trigger_id: rejected(
    "A trigger_id works only once. Change the open view with views.update, or wait for the next click.",
    "a new trigger_id",
  ),
  invalid_trigger_id: rejected(
    "Pass the trigger_id of an interaction with this app: { context: { slack: { trigger_id } } }.",
    "a valid trigger_id",
  ),
  push_limit_reached: rejected("A modal has at most three views. Replace the open view with views.update."),
  message_not_in_streaming_state: rejected(
    "The stream has ended, or the message is no stream. Change the message with messages.update, or start a new stream.",
  ),
  stopped_by_user: rejected("The reader stopped the stream. Do not go on with this answer."),
  message_not_owned_by_app: rejected("Only the app that started the stream can continue it."),
  missing_recipient_user_id: rejected("In a channel, pass the person who asked as user.", "user"),
  missing_recipient_team_id: rejected(
    "In a channel, pass the workspace of the person as team_id.",
    "team_id",
  ),
  not_subscribed_to_message_stream_stopped: rejected(
    "Subscribe the Slack app to the event message_stream_stopped.",
    "the event message_stream_stopped",
  ),
  execution_not_in_running_state: rejected(
    "The step was completed before, or has run out of time. Nothing is left to do.",
  ),
  parameter_validation_failed: rejected(
    "The outputs do not match the function's output parameters in the app's manifest. Correct them.",
  ),
  cannot_unfurl_url: rejected(
    "The app must be registered for the domain of the link, and the event link_shared must be acknowledged first.",
  ),
  cannot_unfurl_message: rejected(
    "The message does not contain the link. Pass exactly the link of the event.",
  ),
  cannot_prompt: rejected("The person does not want to be asked again. Leave out the user_auth params."),
  bad_token: {
    code: "credential_insufficient_scope",
    hint: "Only the token that scheduled the message can cancel it.",
  },
  target_team_not_on_org: rejected("Pass the team_id of a workspace in the token's organization."),
  target_team_must_be_specified_in_org_context: noTeam,
  team_not_found: rejected(
    "The token is for a whole organization. Pass the id of one of its workspaces: auth.teams_list lists them.",
  ),
};

const byCode = new Map(
  classes.flatMap(([refusal, codes]) => words(codes).map((code) => [code, refusal] as const)),
);
for (const [code, why] of Object.entries(whyNotAllowed))
  byCode.set(code, rejected(`Not allowed: ${why} Tell the user; calling again does not help.`));
for (const [code, refusal] of Object.entries(specific)) byCode.set(code, refusal);
for (const method of teamMethods) byCode.set(`${method} missing_argument`, noTeam);

/** Returns undefined if the code is unknown. */
export const refusalOf = (method: string, code: string): Refusal | undefined =>
  byCode.get(`${method} ${code}`) ?? byCode.get(code);
