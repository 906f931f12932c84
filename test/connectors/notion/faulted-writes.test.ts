import { NotionConnector } from "agent-connectors/notion";
import { testClock } from "../../fixtures/clock.ts";
import { reply, testFaultedWrites, writesOf } from "../../suites/faulted-writes.ts";

const done = reply("200 OK", { object: "page", id: "p1", in_trash: false });
const refusal = (status: number, code: string) =>
  reply(`${status} No`, { object: "error", status, code, message: "no" }, "retry-after: 1\r\n");

testFaultedWrites({
  writes: writesOf((await NotionConnector.compiled()).actions),
  count: 25,
  open: (endpoint) =>
    new NotionConnector({ auth: { api_token: "ntn_0123456789" } }, { endpoint, clock: testClock() }),
  read: done,
  done: () => done,
  lost: [refusal(502, "service_unavailable")],
  refused: [refusal(429, "rate_limited")],
});
