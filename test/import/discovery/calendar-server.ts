import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Event = Record<string, unknown> & { id: string };

export interface SeenRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

const fail = (code: number, reason: string, message: string) => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: "global", reason, message }] } },
});

/**
 * Serves calendars and events as the reference of the Calendar API v3 describes. The rules: a page has `maxResults`
 * events, and all pages but the last have `nextPageToken`; PATCH changes the given fields and replaces lists; PUT
 * replaces the event and needs its start and end; a deleted event is gone (410) for a second DELETE, and a GET returns
 * it with the status `cancelled`.
 */
export async function calendarServer(token: string, count: number) {
  const events = new Map<string, Event>(
    Array.from({ length: count }, (_, index) => {
      const id = `event${index + 1}`;
      return [
        id,
        { kind: "calendar#event", etag: '"1"', id, status: "confirmed", summary: `Standup ${index + 1}` },
      ];
    }),
  );
  const seen: SeenRequest[] = [];

  function answer({ method, path, query, body }: SeenRequest): { status: number; body?: unknown } {
    const [, calendar, id] = /^\/calendar\/v3\/calendars\/([^/]+)\/events(?:\/([^/]+))?$/.exec(path) ?? [];
    if (calendar === undefined) return fail(404, "notFound", "Not Found");
    if (calendar !== "primary" && calendar !== "team@group.calendar.google.com")
      return fail(404, "notFound", "Not Found");
    const given = body as Record<string, unknown> | undefined;
    if (id === undefined && method === "GET") {
      if (query.timeMin !== undefined && !/T.*(Z|[+-]\d\d:\d\d)$/.test(query.timeMin))
        return fail(400, "badRequest", "Bad Request");
      const all = [...events.values()].filter(({ status }) => status !== "cancelled");
      const start = Number(query.pageToken?.replace("page-", "") ?? 0);
      const end = start + Number(query.maxResults ?? 250);
      const next = end < all.length ? { nextPageToken: `page-${end}` } : { nextSyncToken: "sync" };
      return { status: 200, body: { kind: "calendar#events", summary: "Ana", items: all.slice(start, end), defaultReminders: [{ method: "popup", minutes: 10 }], ...next } }; // prettier-ignore
    }
    if (id === undefined && method === "POST") {
      if (!given?.end) return fail(400, "required", "Missing end time.");
      const event: Event = {
        kind: "calendar#event",
        status: "confirmed",
        ...given,
        id: `event${events.size + 1}`,
      };
      events.set(event.id, event);
      return { status: 200, body: event };
    }
    const event = events.get(id ?? "");
    if (!event) return fail(404, "notFound", "Not Found");
    if (method === "GET") return { status: 200, body: event };
    if (method === "DELETE") {
      if (event.status === "cancelled") return fail(410, "deleted", "Resource has been deleted");
      event.status = "cancelled";
      return { status: 204 };
    }
    if (method === "PUT" && (!given?.start || !given.end)) return fail(400, "required", "Missing end time.");
    const kept = method === "PUT" ? { kind: event.kind, status: "confirmed" } : event;
    const changed: Event = { ...kept, ...given, id: event.id };
    events.set(event.id, changed);
    return { status: 200, body: changed };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(request);
    const url = new URL(request.url!, "http://127.0.0.1");
    const one: SeenRequest = {
      method: request.method!,
      path: decodeURIComponent(url.pathname),
      query: Object.fromEntries(url.searchParams),
      body: text === "" ? undefined : JSON.parse(text),
    };
    seen.push(one);
    const allowed = request.headers.authorization === `Bearer ${token}`;
    const { status, body } = allowed ? answer(one) : fail(401, "authError", "Invalid Credentials");
    response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  }
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar/v3`,
    seen,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk as string;
  return text;
}
