import { ConnectorError } from "agent-connectors";
import { GitHubConnector } from "agent-connectors/github";
import { expect, test } from "vitest";
import { type RawRequest, serveRaw } from "../../fixtures/raw-server.ts";
import { openGitHub } from "./open-github.ts";

// GitHub has no idempotency keys. After a lost answer, a second request could write twice.

type Dict = Record<string, unknown>;
const { actions } = await GitHubConnector.compiled();
const writes = Object.entries(actions).flatMap(([entity, all]) =>
  Object.entries(all)
    .filter(([, { effect }]) => effect !== "read")
    .map(([action, { example }]) => ({ name: `${entity}.${action}`, example })),
);

/** An answer for every read before a write: a file, a branch and a repository. */
const body = JSON.stringify({
  number: 1,
  sha: "95b966ae1c166bd92f8ae7d1c313e738c731dfc3",
  content: btoa("beta"),
  encoding: "base64",
  commit: { sha: "95b966ae1c166bd92f8ae7d1c313e738c731dfc3" },
  default_branch: "main",
});
const reply = (status: string, content = body, headers = "") =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\n${headers}content-length: ${content.length}\r\n\r\n${content}`;
const whole = reply("200 OK");

/** Calls an action on a server that answers each write with `answer`. Returns how often GitHub has written. */
async function outcomeOf(
  { name, example }: { name: string; example: Dict },
  answer: (request: RawRequest, count: number) => boolean,
): Promise<{ written: number; error: unknown }> {
  let written = 0;
  let count = 0;
  await using server = await serveRaw((request) => {
    if (request.head.startsWith("GET")) return void request.socket.write(whole);
    if (answer(request, count++)) written++;
  });
  const error: unknown = await openGitHub({ endpoint: server.url }).call(name, example).then(() => undefined, (thrown: unknown) => thrown); // prettier-ignore
  return { written, error };
}

test("the connector has 24 writes", () => {
  expect(writes).toHaveLength(24);
});

test.each(writes)("$name is not repeated after a cut answer", async (write) => {
  for (const bytes of [0, 1, 20, whole.length - body.length, whole.length - 1]) {
    const { written, error } = await outcomeOf(write, ({ socket }) => {
      if (bytes > 0) socket.write(whole.slice(0, bytes), () => socket.resetAndDestroy());
      else socket.resetAndDestroy();
      return true;
    });
    expect({ bytes, written }).toEqual({ bytes, written: 1 });
    expect(error).toBeInstanceOf(ConnectorError);
    expect({ bytes, outcome: (error as ConnectorError).outcome }).toEqual({ bytes, outcome: "unknown" });
  }
});

test.each(writes)("$name is not repeated after status 502, and is after a refused burst", async (write) => {
  const lost = await outcomeOf(write, ({ socket }) => socket.write(reply("502 No", '{"message":"no"}')));
  expect(lost.written).toBe(1);
  expect(lost.error).toMatchObject({ code: "upstream_error", outcome: "unknown" });

  const burst = '{"message":"You have exceeded a secondary rate limit. Please wait."}';
  const limited = await outcomeOf(write, ({ socket }, count) => {
    socket.write(count === 0 ? reply("403 No", burst, "retry-after: 5\r\n") : whole);
    return count > 0;
  });
  expect(limited).toEqual({ written: 1, error: undefined });
});
