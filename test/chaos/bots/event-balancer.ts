import type { Handler } from "../../../sandbox/listen.ts";
import type { Random } from "../random.ts";

/** A load balancer between Slack and the replicas of a bot. It loses, repeats and delays requests. */
export interface EventBalancer {
  handle: Handler;
  /** The numbers of faults so far. */
  counts: Record<string, number>;
  /** Returns the number of events that the replicas got. */
  delivered(): number;
  /** Returns the ids of the events since the last call. */
  takeIds(): string[];
}

export function createBalancer(urls: readonly string[], random: Random): EventBalancer {
  const counts = { "to both replicas": 0, delayed: 0, "lost requests": 0, "lost responses": 0 };
  let delivered = 0;
  let ids: string[] = [];
  return {
    counts,
    delivered: () => delivered,
    takeIds: () => ids.splice(0),
    async handle(request) {
      const body = await request.text();
      const headers = new Headers(request.headers);
      for (const name of ["host", "connection", "content-length"]) headers.delete(name);
      const forward = (url: string) => fetch(url, { method: "POST", headers, body });
      const { event_id } = JSON.parse(body) as { event_id?: string };
      if (event_id === undefined) return forward(urls[0]!);
      // The last retry always arrives, so that every event arrives at least once.
      const isLast = headers.get("x-slack-retry-num") === "3";
      if (!isLast && random.chance(0.1)) {
        counts["lost requests"]++;
        return new Response("", { status: 503 });
      }
      if (random.chance(0.3)) {
        counts.delayed++;
        const ms = random.below(60);
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
      const both = random.chance(0.2);
      if (both) counts["to both replicas"]++;
      const responses = await Promise.all((both ? urls : [random.pick(urls)]).map(forward));
      delivered += responses.length;
      ids.push(event_id);
      if (!random.chance(0.2)) return responses[0]!;
      counts["lost responses"]++;
      return new Response("", { status: 502 });
    },
  };
}
