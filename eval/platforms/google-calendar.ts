import { GoogleCalendarConnector } from "agent-connectors/google-calendar";
import { z } from "zod";
import { calendarPlatform } from "./google-calendar/platform.ts";
import { calendarRecords } from "./google-calendar/records.ts";
import { definePlatform, dict, toolsOf, toolSpec } from "./platform.ts";

const own = "ana@acme.example";
const events = z.array(dict).default([]);

/** The calendars of ana@acme.example. She sees when other people are busy. */
export const googleCalendar = definePlatform({
  title: GoogleCalendarConnector.title,
  spec: z.strictObject({
    /** Events of Ana's primary calendar, as Google writes them. */
    events,
    /** Events of other people, by their addresses. */
    others: z.record(z.string(), events).default({}),
    tool: toolSpec,
  }),
  open({ events: mine, others, tool }) {
    const platform = calendarPlatform([
      { id: own, title: "Ana", events: mine },
      ...Object.entries(others).map(([id, theirs]) => ({ id, title: id, busyOnly: true, events: theirs })),
    ]);
    let requests = 0;
    const send: typeof fetch = async (input, init) => {
      requests++;
      const { pathname, searchParams } = new URL(String(input));
      const body = init?.body === undefined || init.body === null ? undefined : (JSON.parse(String(init.body)) as unknown); // prettier-ignore
      const { status, body: answer } = platform.answer({ method: init?.method ?? "GET", path: decodeURIComponent(pathname), query: [...searchParams], body }); // prettier-ignore
      return answer === undefined ? new Response(null, { status }) : Response.json(answer, { status });
    };
    const connector = new GoogleCalendarConnector({ auth: { access_token: "ya29-0123456789" } }, { fetch: send }); // prettier-ignore
    return {
      connector,
      tools: toolsOf(connector, tool),
      records: () => calendarRecords(platform),
      requests: () => requests,
    };
  },
});
