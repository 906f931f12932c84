import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { testConnector } from "agent-connectors/testing";
import { expect, test } from "vitest";

test("the connector keeps the rules for connectors", async () => {
  const policy = { effects: ["read", "write", "destructive"] };
  const { actions, skipped, text } = await testConnector(GoogleCalendarConnector as never, { policy } as never); // prettier-ignore
  expect(text).toContain("0 faults");
  // Actions with code of their own. calendar.test.ts tests them.
  expect(skipped.toSorted()).toEqual([
    "events.answer",
    "events.create",
    "events.update",
    "free_busy.find",
    "free_busy.get",
  ]);
  expect(actions).toBe(10);
});

const application = { client_id: "c1", client_secret: "s3cret-0123456789" };
test("a person is asked for offline access, with PKCE, and for as few rights as possible", async () => {
  const scopes = await GoogleCalendarConnector.scopes();
  const { url } = await GoogleCalendarConnector.startConnect({ application, redirectUri: "https://app.example/callback", scopes }); // prettier-ignore
  const { origin, pathname, searchParams } = new URL(url);
  expect(origin + pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
  expect(Object.fromEntries(searchParams)).toMatchObject({ access_type: "offline", prompt: "consent", code_challenge_method: "S256" }); // prettier-ignore
  expect(searchParams.get("scope")!.split(" ").map((scope) => scope.split("/").at(-1))).toEqual([
    "calendar.calendarlist.readonly",
    "calendar.events",
    "calendar.freebusy",
  ]); // prettier-ignore
  expect(GoogleCalendarConnector.origins).toEqual(["https://www.googleapis.com", "https://oauth2.googleapis.com"]); // prettier-ignore
});
