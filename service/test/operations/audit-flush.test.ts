import { systemClock } from "agent-connectors/toolkit";
import { expect, test } from "vitest";
import { createAudit } from "../../src/operations/audit.ts";
import type { Store } from "../../src/store/store.ts";

test("a flush waits for the rows of an earlier flush that is still running", async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  let written = false;
  const transaction = async () => {
    begun.resolve();
    await ended.promise;
    written = true;
  };
  const audit = createAudit({ transaction } as unknown as Store, systemClock, () => {});
  const connector = { id: "c", organization_id: "o", last_used_at: null };
  audit.later("execute", { organization: "o", request: "r" }, connector);
  void audit.flush();
  await begun.promise;
  const second = audit.flush().then(() => written);
  ended.resolve();
  expect(await second).toBe(true);
});
