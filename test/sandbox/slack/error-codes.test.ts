import { expect, test } from "vitest";
import { drive } from "./helpers.ts";

/** The error codes that a test can plan with `fail`, grouped by what the caller must do. */
const CLASSES: Record<string, string[]> = {
  "wait and call again": [
    "ratelimited",
    "rate_limited",
    "service_unavailable",
    "request_timeout",
    "internal_error",
    "fatal_error",
    "too_many_requests",
    "fetch_members_failed",
    "update_failed",
    "external_channel_migrating",
    "assistant_search_context_disabled",
  ],
  "a long outage": ["team_added_to_org", "org_login_required"],
  "another token": [
    "token_expired",
    "invalid_auth",
    "not_authed",
    "token_revoked",
    "account_inactive",
    "two_factor_setup_required",
    "team_access_not_granted",
    "accesslimited",
  ],
  permission: [
    "missing_scope",
    "not_allowed_token_type",
    "no_permission",
    "access_denied",
    "ekm_access_denied",
    "enterprise_is_restricted",
    "restricted_action",
    "not_in_channel",
    "channel_not_found",
    "cant_update_message",
    "cant_delete_message",
    "edit_window_closed",
    "user_is_restricted",
    "paid_teams_only",
    "plan_upgrade_required",
    "not_authorized",
  ],
  "other arguments": ["invalid_arguments", "msg_too_long", "limit_required", "invalid_cursor", "name_taken"],
  "already so": [
    "already_reacted",
    "no_reaction",
    "already_pinned",
    "no_pin",
    "already_archived",
    "file_deleted",
  ],
  "not there": ["user_not_found", "message_not_found", "thread_not_found", "file_not_found", "bot_not_found"],
  dead: ["method_deprecated", "deprecated_endpoint", "unknown_method"],
};

test.each(Object.keys(CLASSES))("%s: every code can be planned, for one method and once", async (name) => {
  for (const error of CLASSES[name] ?? []) {
    const { call, sandbox } = drive();
    sandbox.fail({ kind: "ok_false", operation: "team.info", error, detail: "more" });
    expect((await call("auth.test")).ok).toBe(true);
    expect(await call("team.info")).toEqual({ ok: false, error, detail: "more" });
    expect((await call("team.info")).ok).toBe(true);
  }
});

test("a failure can be planned for the bytes of a file, but not for an unknown operation", async () => {
  const { sandbox } = drive();
  sandbox.fail({ kind: "http_503", operation: "files.download" });
  const address = "https://files.slack.com/files-pri/T07K2M9QX4B-F07LG4K8T2N/payments-pool.log";
  expect((await sandbox.fetch(address)).status).toBe(503);
  expect((await sandbox.fetch(address)).status).toBe(200);
  expect(() => sandbox.fail({ kind: "reset", operation: "files.burn" })).toThrow("files.burn");
});

test.each([
  { kind: "http_500", done: true },
  { kind: "http_502", done: true },
  { kind: "http_503", done: true },
  { kind: "http_504", done: true },
  { kind: "not_json", done: true },
  { kind: "ok_false", error: "fatal_error", done: true },
] as const)("with `done`, the call takes effect and its response is lost: $kind", async (fault) => {
  for (const done of [true, false]) {
    const { call, sandbox, id } = drive();
    const before = sandbox.state().channels.flatMap(({ messages }) => messages).length;
    sandbox.fail({ operation: "chat.postMessage", ...fault, done });
    const answer = await call("chat.postMessage", { channel: id("random"), text: "x" }).catch(() => ({}));
    expect(answer).not.toMatchObject({ ok: true });
    expect(answer).not.toHaveProperty("done");
    const after = sandbox.state().channels.flatMap(({ messages }) => messages).length;
    expect(after - before).toBe(done ? 1 : 0);
  }
});
