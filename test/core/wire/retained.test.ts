import { expect, test } from "vitest";
import { runNode } from "../../run-node.ts";

// A service and a long loop over pages use one signal for thousands of requests. Nothing of a request may stay in memory
// when it has ended: no listener, no promise, no timer.

/** Runs `call` in a new process, 1,000 times and then `count` times. Returns what the `count` calls have left behind. */
async function leftBy(setup: string, call: string, count: number) {
  const program = `
    import { getEventListeners } from "node:events";
    import { createServer } from "node:http";
    import { systemClock } from "agent-connectors/toolkit";
    import { SlackConnector } from "agent-connectors/slack";
    const { signal } = new AbortController();
    const clock = { ...systemClock, now: () => performance.now() * 1e6 };
    let page = 0;
    const body = () => JSON.stringify({ ok: true, channel: { id: "C012AB3CD" }, channels: [{ id: "C" + page, name: "n" + page }],
      response_metadata: { next_cursor: String(++page) } });
    const auth = { api_token: "xoxb-1" };
    ${setup}
    const run = async (count) => { for (let index = 0; index < count; index++) await (${call}); };
    const heap = async () => {
      // An object with a finalizer is freed only by the collection after the finalizer has run.
      for (let count = 0; count < 3; count++) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        gc();
      }
      return process.memoryUsage().heapUsed;
    };
    await run(1000);
    const before = await heap();
    await run(${count});
    const bytes = await heap() - before;
    const timers = process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    console.log(JSON.stringify({ bytes, timers, listeners: getEventListeners(signal, "abort").length }));
    process.exit();`;
  const { stdout, stderr } = await runNode(["--expose-gc", "--input-type=module", "--eval", program]);
  expect(stderr).toBe("");
  return JSON.parse(stdout) as { bytes: number; timers: number; listeners: number };
}

const fetching = `
  const fetch = async () => new Response(body());
  const slack = new SlackConnector({ auth }, { clock, fetch });`;
const overNode = `
  const server = createServer((request, response) => response.end(body())).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const endpoint = "http://127.0.0.1:" + server.address().port;
  const slack = new SlackConnector({ auth }, { clock, endpoint });`;
const get = `slack.execute("channels", "get", { channel: "C012AB3CD" }, { signal })`;

test.for<[number, string, string]>([
  [3000, "fetch", fetching],
  [1500, "node:http", overNode],
])("%d calls over %s with one signal leave nothing behind", async ([count, , setup]) => {
  const { bytes, timers, listeners } = await leftBy(setup, get, count);
  expect([timers, listeners]).toEqual([0, 0]);
  // A promise or a closure per call would need more.
  expect(bytes / count).toBeLessThan(30);
});

test("3,000 pages of one list leave only their cursors and a limited number of names behind", async () => {
  const pages = `${fetching} const items = slack.channels.list.all({ limit: 1 }, { signal });`;
  const { bytes, listeners } = await leftBy(pages, "items.next()", 3000);
  expect(listeners).toBe(0);
  // A cursor in a set and a name in the cache need about 200 bytes.
  expect(bytes / 3000).toBeLessThan(300);
});
