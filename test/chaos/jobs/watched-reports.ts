import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { FILE_HOST } from "../../../sandbox/amazon-ads/http/route-request.ts";
import { listen } from "../../../sandbox/listen.ts";
import type { Random } from "../random.ts";

/** What happens at Amazon, at which a process can be killed: a request arrives, or Amazon has done it and has not answered. */
export type Moment = "request" | "requested" | "look" | "looked" | "webhook";
export const moments: readonly Moment[] = ["request", "requested", "look", "looked", "webhook"];

/**
 * A simulated Amazon Ads, which keeps running when the service is killed.
 * @param seconds the seconds that a report takes
 */
export async function watchReports(now: () => number, seconds = 3600) {
  const clock = { now, sleep: async () => {} };
  const sandbox = amazonAdsSandbox({
    clock,
    rateLimits: false,
    jobTimes: { processing: seconds / 60, completed: seconds },
  });
  /** The number of reports that Amazon has made, by their first and last day. */
  const made = new Map<string, number>();
  let onMoment = (_moment: Moment) => {};
  const server = await listen(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/files/")) {
      return sandbox.fetch(`https://${FILE_HOST}${pathname.slice("/files".length)}${search}`);
    }
    const isRequest = request.method === "POST" && pathname === "/reporting/reports";
    const isLook = request.method === "GET" && pathname.startsWith("/reporting/reports/");
    if (isRequest) onMoment("request");
    else if (isLook) onMoment("look");
    const body = isRequest
      ? ((await request.clone().json()) as { startDate: string; endDate: string })
      : undefined;
    const response = await sandbox.fetch(request);
    if (body && response.status === 200) {
      const days = `${body.startDate} ${body.endDate}`;
      made.set(days, (made.get(days) ?? 0) + 1);
    }
    if (isRequest) onMoment("requested");
    else if (isLook) onMoment("looked");
    const text = (await response.text()).replace(`https://${FILE_HOST}/`, `${server.url}files/`);
    const { status, headers } = response;
    return new Response(text, {
      status,
      headers: [...headers].filter(([name]) => name !== "content-length"),
    });
  });
  return {
    url: server.url,
    credentials: sandbox.credentials,
    made,
    set onMoment(listener: (moment: Moment) => void) {
      onMoment = listener;
    },
    close: () => server.close(),
  };
}

/** Starts a receiver of webhooks that sometimes fails, until `heal` is called. */
export async function receiveEvents(random: Random, onEvent: () => void) {
  /** The types and the ids of the accepted events, by the id of their job. */
  const events = new Map<string, { types: Set<string>; ids: Set<string> }>();
  let failing = true;
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      onEvent();
      const choice = failing ? random.below(6) : 5;
      if (choice === 0) return void response.writeHead(500).end();
      if (choice === 1) return void request.socket.destroy();
      const { type, data } = JSON.parse(text) as { type: string; data: { job_id?: string } };
      if (data.job_id !== undefined) {
        const known = events.get(data.job_id) ?? { types: new Set(), ids: new Set() };
        known.types.add(type);
        known.ids.add(String(request.headers["webhook-id"]));
        events.set(data.job_id, known);
      }
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    heal: () => void (failing = false),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
