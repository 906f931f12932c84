import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { countRows } from "../../../service/src/store/support-counts.ts";
import type { Store } from "../../../service/src/store/store.ts";

/** What a process of the service uses. */
export interface Measured {
  /** Bytes of the heap after garbage was collected. */
  heap: number;
  /** Bytes of the whole process. */
  rss: number;
  /** The number of open sockets, timers and the like. */
  handles: number;
  /** The longest delay of the event loop since the last measurement, in milliseconds. */
  delay: number;
  /** The number of rows of each table, and of the records by the first word of their keys. */
  rows: Record<string, number>;
}

let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

/** Measures this process and its store. */
export async function measure(store: Store): Promise<Measured> {
  const delay = (delays?.max ?? 0) / 1e6;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  // Finalizers run before the next turn, and free more.
  await new Promise((resolve) => setTimeout(resolve, 20));
  collect();
  const { heapUsed: heap, rss } = process.memoryUsage();
  const handles = process.getActiveResourcesInfo().length;
  const rows = await countRows(store);
  const records = await store.db
    .selectFrom("records")
    .select(({ fn, lit }) => [
      fn<string>("substr", ["key", lit(1), lit(5)]).as("kind"),
      fn.countAll<number>().as("n"),
    ])
    .groupBy("kind")
    .execute();
  for (const { kind, n } of records) rows[`records ${kind}`] = Number(n);
  // The garbage collection and the count are no load of the service.
  delays ??= monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  delays.reset();
  return { heap, rss, handles, delay, rows };
}
