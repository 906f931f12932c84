import { expect, test } from "vitest";
import { workspaceOf } from "./workspace-of.ts";

const message = (fields: Record<string, unknown>, index = 0) => ({
  ts: `${1_700_000_000 - index}.000100`,
  text: "x",
  ...fields,
});

test("a message that contains the profile of its author needs no lookup, even if Slack refuses to name the author", async () => {
  const guest = { user: "U0GUEST001", user_profile: { display_name: "Second Testuser", name: "test2" } };
  const { told, sent } = workspaceOf({ people: 0, messages: [message(guest)] });
  const { rows } = await told();
  expect(rows[0]!["author"]).toBe("Second Testuser (U0GUEST001)");
  expect(sent).not.toHaveProperty("users.info");

  // Other messages of the guest have the name too.
  const later = workspaceOf({
    people: 0,
    messages: [message({ user: "U0GUEST001" }), message(guest, 1)],
  });
  expect((await later.told()).rows.map(({ author }) => author)).toEqual(Array(2).fill("Second Testuser"));
});

test("an app whose message has only its id is named by bots.info, and asked for once", async () => {
  const bot = (bot_id: string) => message({ subtype: "bot_message", bot_id });
  const { told, sent } = workspaceOf({
    people: 0,
    messages: [bot("B0CI000001"), bot("B0WORKFLOW")],
    answers: {
      "bots.info": (args) =>
        args.get("bot") === "B0CI000001"
          ? { bot: { id: "B0CI000001", name: "Build server" } }
          : { ok: false, error: "bot_not_found" },
    },
  });
  for (const _again of [1, 2]) {
    const { rows, warnings } = await told();
    expect(rows.map(({ author }) => author)).toEqual([
      "Build server (B0CI000001)",
      // Slack does not name the apps of workflows.
      "unnamed app (B0WORKFLOW)",
    ]);
    expect(warnings).toBeUndefined();
  }
  expect(sent["bots.info"]).toBe(2);
});
