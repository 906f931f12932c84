import { expect, test } from "vitest";
import { effects } from "../../src/core/contract/effect.ts";
import { guessEffect } from "../../src/import/guess-effect.ts";

// Words can only make the effect of a request stronger. The labels were written from what the operations do, before
// the words were chosen.

const of = (text: string) => {
  const [method = "", path = "", name = "", ...summary] = text.split(" ");
  const last = /[^/{}]*$/.exec(path)![0];
  return guessEffect({ method, names: [name], summary: summary.join(" "), last }).effect;
};

test.each([
  "DELETE /users/{id} delete_user Delete a user",
  "POST /users/{id}/deactivate deactivate Deactivates a user",
  "POST /orders/{id}/cancel cancel_order Cancel an order",
  "POST /tokens/revoke revoke_token Revokes a token",
  "POST /repos/{id}/merge merge_pull Merge a pull request",
  "PUT /members/{id}/ban ban_member Bans a member",
  "POST /batch batch_call Deletes many records at once",
  "POST /users/delete_all users_delete_all Removes everybody",
  "GET /sessions/delete delete_session Ends the session",
  "PATCH /keys/{id} update_key Permanently removes the key's scopes",
  "POST /invoices/{id}/void void_invoice Voids an invoice",
  "POST /disks/{id}/wipe wipe_disk Erases a disk",
  "POST /charges/{id}/refund refund_charge Refunds a charge",
  "PUT /labels replace_labels Replaces all labels",
  "POST /domains/{id}/transfer transfer_domain Moves a domain to another owner",
  "POST /users/{id}/disconnect disconnect Disconnects a user",
  "POST /conversation/{id}/close close Close a conversation",
  "POST /conversations.archive archive Archives a conversation",
])("destructive: %s", (text) => expect(of(text)).toBe("destructive"));

test.each([
  [
    "POST /goals/{id}/setMetric",
    "Create a goal metric",
    "Creates a metric. Note that this replaces an existing goal metric.",
  ],
  [
    "PUT /webhooks/{id}",
    "Update a webhook",
    "The webhook's previous filters will be completely overwritten.",
  ],
  ["POST /visitors/convert", "Convert a visitor", "If the user exists, the visitor is merged into it."],
  ["POST /guilds/{id}/bulk-ban", "", ""],
  ["POST /database/snapshots/{id}/restore", "Restores a snapshot to a database branch.", ""],
  ["PUT /tables/{id}", "Update a table", "Replaces a table. All fields must be provided."],
  ["POST /accounts/clean", "Clean accounts", "Accounts that nobody uses are automatically deleted."],
])("destructive by what the description says: %s, %s, %s", (operation, summary, text) => {
  const [method = "", path = ""] = operation.split(" ");
  const last = /[^/{}]*$/.exec(path)![0];
  expect(guessEffect({ method, names: ["call"], summary, last, text }).effect).toBe("destructive");
});

test.each([
  [
    "PUT /tasks/{id}",
    "Update a task",
    "Specify only the fields that you want to change, or else you may overwrite changes of others.",
  ],
  ["POST /assignees", "Add assignees", "Users who are already assigned are not replaced."],
  ["POST /pages/{id}/restore", "Restore a page", "Brings a page back from the trash."],
])("a write, although the description has such words: %s, %s, %s", (operation, summary, text) => {
  const [method = "", path = ""] = operation.split(" ");
  const last = /[^/{}]*$/.exec(path)![0];
  expect(guessEffect({ method, names: ["call"], summary, last, text }).effect).toBe("write");
});

test.each([
  "POST /payment/create payment_create Create a payment",
  "POST /payments/{id}/execute execute Executes a payment",
  "POST /bank_transfer/create create Initiates a bank transfer",
])("can cost money, because of what it starts: %s", (text) => expect(of(text)).toBe("spend"));

test.each([
  "POST /charges create_charge Charges a card",
  "POST /payouts create_payout Sends money to a bank",
  "POST /orders create_order Creates an order",
  "POST /cart/checkout checkout Checks out",
  "POST /subscriptions create_subscription Subscribes a customer",
  "POST /numbers/buy buy_number Buys a phone number",
  "PATCH /plans/{id}/upgrade upgrade_plan Upgrades the plan",
])("can cost money: %s", (text) => expect(of(text)).toBe("spend"));

test.each([
  "POST /plans/{id}/subscribe subscribe Subscribes to a plan, and sends notifications",
  "POST /subscriptions create_subscription Creates a subscription of a customer to events",
  "POST /topics/{id}/purchase purchase_topic Purchases a topic",
  "POST /subscribe subscribe Subscribes",
])("can cost money, although it could bring news: %s", (text) => expect(of(text)).toBe("spend"));

test.each([
  "POST /graphql issue_subscribe Subscribes a user to an issue",
  "POST /webhooks/subscribe subscribe_webhook Subscribes to a webhook",
  "POST /subscriptions create_subscription Subscribes an application to change notifications",
  "PUT /threads/{id}/subscription set_subscription Set a thread subscription",
])("a subscription to news costs nothing: %s", (text) => expect(of(text)).toBe("write"));

test("the description can say that a subscription brings news", () => {
  const subscription = {
    method: "POST",
    names: ["create"],
    summary: "Create subscription",
    last: "subscriptions",
  };
  const text = "Subscribes a listener to change notifications.";
  expect(guessEffect(subscription).effect).toBe("spend");
  expect(guessEffect({ ...subscription, text }).effect).toBe("write");
});

test.each([
  "POST /releases create_release Create a release",
  "POST /blocks create_block Appends a block",
  "POST /messages send_message Sends a message",
  "PATCH /notes/{id} update_note Changes a note",
  "GET /channels/{id}/join join_channel Joins a channel",
])("more than a read: %s", (text) => expect(effects.indexOf(of(text))).toBeGreaterThan(0));

test.each([
  "GET /users list_users Lists users",
  "GET /users/{id}/orders list_orders Lists orders",
  "GET /deleted_users list_deleted_users Lists deleted users",
  "HEAD /files/{id} check_file Whether a file exists",
  "POST /pages/search search Finds pages",
])("reads: %s", (text) => expect(of(text)).toBe("read"));

test("a POST counts as a read only for the last word of its path, and the guess says so", () => {
  const given = { method: "POST", names: ["query_rows"], summary: "Finds rows", last: "query" };
  expect(guessEffect(given).guess).toContain("although it is sent with POST");
  expect(guessEffect({ ...given, last: "rows" }).effect).toBe("write");
  expect(guessEffect({ ...given, summary: "Finds rows and deletes them" }).effect).toBe("destructive");
});
