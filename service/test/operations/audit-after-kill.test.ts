import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { clientOf, startService } from "../support/process.ts";
import { executePath } from "../support/service.ts";
import { connectTo, onBothStores } from "../support/stores.ts";

// A busy machine needs much time to start programs.
vi.setConfig({ testTimeout: 600_000 });

const read = { entity: "users", action: "list", params: { limit: 1 } };
const write = { entity: "messages", action: "create", params: { channel: "#general", markdown_text: "Hi" } };

onBothStores((newLocation) => {
  const open = async () => {
    const location = await newLocation();
    const env = location.databaseUrl ? { AGENT_CONNECTORS_DATABASE_URL: location.databaseUrl } : {};
    const service = await startService(["--data-dir", location.dataDir], env);
    const { ask, scopedToken } = clientOf(service.url);
    const application = JSON.parse(
      readFileSync(join(location.dataDir, "first-application.json"), "utf8"),
    ) as object;
    const token = await scopedToken(application, "ana");
    const { body } = await ask("/v1/integrations/connectors", token, {
      external_user_id: "ana",
      connector_type: "Slack",
      credentials: { api_token: "xoxb-sandbox-bot" },
    });
    const call = async (json: object) =>
      expect((await ask(executePath(body.id), token, json)).status).toBe(200);
    /** Returns the effects of the calls in the audit, after the process has ended. */
    const audited = async () => {
      const store = connectTo(location);
      const rows = await store.db
        .selectFrom("audit")
        .select("detail")
        .where("event", "=", "execute")
        .execute();
      await store.close();
      const effects = rows.map(({ detail }) => (JSON.parse(detail) as { effect: string }).effect);
      const reads = effects.filter((one) => one === "read").length;
      return { reads, writes: effects.length - reads };
    };
    return { service, call, audited };
  };

  test("after kill -9, the audit has every write, and all reads but those of the last moment", async () => {
    const { service, call, audited } = await open();
    for (let nth = 0; nth < 10; nth++) await call(read);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (let nth = 0; nth < 5; nth++) await Promise.all([call(write), call(read)]);
    await service.end("SIGKILL");
    const { reads, writes } = await audited();
    expect(writes).toBe(5);
    expect(reads).toBeGreaterThanOrEqual(10);
    expect(reads).toBeLessThanOrEqual(15);
  });

  test("a process that is stopped writes the reads of the last moment first", async () => {
    const { service, call, audited } = await open();
    await Promise.all(Array.from({ length: 20 }, () => call(read)));
    expect(await service.end("SIGTERM")).toBe(0);
    expect(await audited()).toEqual({ reads: 20, writes: 0 });
  });
});
