import { expect, test } from "vitest";
import type { ConnectorFile } from "../../../src/core/contract/connector-file.ts";
import connector from "../../../src/connectors/linear/connector.json" with { type: "json" };
import { LinearConnector } from "../../../src/connectors/linear/index.ts";
import { testClock } from "../../fixtures/clock.ts";
import { serveRaw } from "../../fixtures/raw-server.ts";
import { reply, testFaultedWrites } from "../../suites/faulted-writes.ts";

const file = connector as unknown as ConnectorFile;
const id = "3f2a8c1e-5b7d-4e9f-8a6b-0c1d2e3f4a5b";
/** Params whose values are names in the examples. With ids, no request comes before the write. */
const references = new Set(["team", "assignee", "state", "label", "project", "lead", "status"]);
const byId = ([param, value]: [string, unknown]): [string, unknown] => {
  if (param === "labels" || param === "teams") return [param, [id]];
  return [param, references.has(param) || param === "id" ? id : value];
};
const writes = Object.entries(file.actions).flatMap(([entity, all]) =>
  Object.entries(all).flatMap(
    ([action, { effect, example, pick = "" }]) =>
    effect === "read"
      ? []
      : [{ name: `${entity}.${action}`, pick, params: Object.fromEntries(Object.entries(example).map(byId)) }], // prettier-ignore
  ),
);
type Write = (typeof writes)[number];

/** The answer to a write: `{ data: { issueCreate: { issue: { id }, success: true } } }`. */
function answerTo({ pick }: Write): string {
  const [, field, record] = pick.split(".") as [string, string, string?];
  const payload = { success: true, ...(record === undefined ? { entityId: id } : { [record]: { id } }) };
  return reply("200 OK", { data: { [field]: payload } });
}
const refusal = (status: string, code: string) => reply(status, { errors: [{ message: "no", extensions: { code } }] }); // prettier-ignore

const outcomeOf = testFaultedWrites({
  writes,
  count: 25,
  open: (endpoint, { name }) =>
    new LinearConnector(
      { auth: { api_key: "lin_api_0123456789" } },
      { endpoint, clock: testClock(), policy: { include: [name] } },
    ),
  isRead: ({ body }) => !body.includes('"query":"mutation'),
  read: reply("200 OK", { data: {} }),
  done: answerTo,
  lost: [
    reply("502 Bad Gateway", {}),
    refusal("500 No", "INTERNAL_SERVER_ERROR"),
    refusal("400 No", "INTERNAL_SERVER_ERROR"),
  ],
  // Linear refuses with the status 400.
  refused: [refusal("400 Bad Request", "RATELIMITED")],
});

test.each(writes)("$name has failed if Linear says that nothing was done", async (write) => {
  const [, field] = write.pick.split(".");
  const { error } = await outcomeOf(write, ({ socket }) => socket.write(reply("200 OK", { data: { [field!]: { success: false } } }))); // prettier-ignore
  expect(error).toMatchObject({ code: "upstream_rejected" });
});

test.each([
  ["400 Bad Request", "AUTHENTICATION_ERROR", "credential_rejected"],
  ["401 Unauthorized", "AUTHENTICATION_ERROR", "credential_rejected"],
  ["200 OK", "FORBIDDEN", "credential_insufficient_scope"],
  ["400 Bad Request", "INPUT_ERROR", "upstream_rejected"],
])("the answer %s with %s is the error %s", async (status, code, expected) => {
  const create = writes.find(({ name }) => name === "issues.create")!;
  const { error } = await outcomeOf(create, ({ socket }) => socket.write(refusal(status, code)));
  expect(error).toMatchObject({ code: expected, outcome: "not_started", platform: { code } });
});

test("after a rate limit, the connector waits until the time that Linear names in milliseconds", async () => {
  const clock = testClock();
  let count = 0;
  await using server = await serveRaw(({ socket }) => {
    const limited = refusal("400 Bad Request", "RATELIMITED");
    const reset = `x-ratelimit-requests-reset: ${clock.now() + 12_000}\r\n`;
    socket.write(count++ === 0 ? limited.replace("content-length", `${reset}content-length`) : reply("200 OK", { data: { viewer: { id } } })); // prettier-ignore
  });
  const linear = new LinearConnector({ auth: { api_key: "k" } }, { endpoint: server.url, clock });
  await linear.execute("users" as never, "me" as never);
  expect(clock.slept).toEqual([12_000]);
});

test("a search waits after ten requests at once, because Linear allows 30 in a minute", async () => {
  const clock = testClock();
  const nodes = { nodes: [], pageInfo: { hasNextPage: false } };
  await using server = await serveRaw(({ socket }) => socket.write(reply("200 OK", { data: { searchIssues: nodes } }))); // prettier-ignore
  const linear = new LinearConnector({ auth: { api_key: "k" } }, { endpoint: server.url, clock });
  for (let count = 0; count < 12; count++)
    await linear.execute("issues" as never, "search" as never, { query: "login" } as never);
  expect(clock.slept).toEqual([2000, 2000]);
});
