import { GmailConnector } from "agent-connectors/gmail";
import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { describe } from "vitest";
import { testClock } from "../../fixtures/clock.ts";
import { reply, testFaultedWrites, writesOf } from "../../suites/faulted-writes.ts";

const refusal = (code: number, reason: string) =>
  reply(`${code} No`, { error: { code, message: "No", errors: [{ reason, message: "No" }] } });
const policy = { effects: ["read", "write", "destructive"] } as const;
const options = (endpoint: string) => ({ endpoint, clock: testClock(), policy });
const auth = { access_token: "ya29-0123456789" };
const platform = {
  done: () => reply("200 OK", { id: "x1" }),
  lost: [refusal(503, "backendError")],
  refused: [refusal(429, "rateLimitExceeded"), refusal(403, "userRateLimitExceeded")],
  step: 7,
};

describe("Gmail", async () => {
  testFaultedWrites({
    ...platform,
    writes: writesOf((await GmailConnector.compiled()).actions),
    count: 20,
    open: (url) => new GmailConnector({ auth } as never, options(url) as never),
    read: reply("200 OK", { id: "m1", threadId: "t1", labelIds: ["INBOX"], emailAddress: "ana@acme.example", message: { id: "m1", raw: "SGk" }, payload: { headers: [{ name: "From", value: "ben@acme.example" }] } }), // prettier-ignore
  });
});

describe("Google Calendar", async () => {
  testFaultedWrites({
    ...platform,
    writes: writesOf((await GoogleCalendarConnector.compiled()).actions),
    count: 8,
    open: (url) => new GoogleCalendarConnector({ auth } as never, options(`${url}/calendar/v3`) as never),
    read: reply("200 OK", { id: "e1", attendees: [{ email: "ana@acme.example", self: true }] }),
  });
});
