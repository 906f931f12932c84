import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testService } from "../../support/service.ts";

test("before it stops, the service waits for a call whose response has already begun, and audits the call", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const platform = async () => {
    asked.resolve();
    await answer.promise;
    return Response.json({ ok: true, channels: [], response_metadata: { next_cursor: "" } });
  };
  const service = await testService({ dataDir, databaseUrl: undefined }, { code: { fetch: platform } });
  onTestFinished(() => service.close());
  await service.create("ana");
  const response = await service.service(
    new Request("http://service.test/mcp", {
      method: "POST",
      headers: {
        authorization: `Bearer ${await service.scopedToken("ana")}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "slack_read",
          arguments: { entity: "channels", action: "list" },
          _meta: { progressToken: 1 },
        },
      }),
    }),
  );
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  await asked.promise;
  let drained = false;
  const draining = service.service.drain().then(() => (drained = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(drained).toBe(false);
  answer.resolve();
  await draining;
  expect(await response.text()).toContain('"result"');
  const rows = await service.store.db
    .selectFrom("audit")
    .selectAll()
    .where("event", "=", "execute")
    .execute();
  expect(rows).toHaveLength(1);
});
