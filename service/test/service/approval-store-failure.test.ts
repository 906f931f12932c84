import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultyService, slackOf, type FaultyService } from "../support/faulty-service.ts";
import type { Fault } from "../support/faulty-store.ts";
import { onBothStores } from "../support/stores.ts";

// A store can fail for a moment while a call waits for a person, or while an approved call is about to run.

onBothStores((newLocation) => {
  let service: FaultyService;
  let connector: string;
  const application = () => ({ authorization: `Bearer ${service.application}` });
  const ask = (text: string) =>
    service.ask("POST", `/v1/integrations/connectors/${connector}/execute`, {
      entity: "messages",
      action: "create",
      params: { channel: "C07A1QW2ER3", text },
    });
  const decide = (id: string) =>
    service.ask("POST", `/v1/approvals/${id}/decide`, { approve: true, by: "maya" }, application());

  beforeAll(async () => {
    service = await faultyService(await newLocation());
    connector = (await service.ask("POST", "/v1/integrations/connectors", slackOf("u1", "xoxb-sandbox-bot")))
      .body.id;
    const policy = { connector_id: connector, policy: { approval: [{ effects: ["write"] }] } };
    expect((await service.ask("PUT", "/v1/policies", policy, application())).status).toBe(200);
    // The connector keeps the answers to its first reads.
    await decide((await ask("first")).body.pending.id);
    expect(service.posted("first")).toBe(1);
  });
  afterAll(() => service.close());

  const cases = (["killed after", "full"] satisfies Fault[]).flatMap((fault) =>
    [true, false].map((once) => [fault, once] as const),
  );
  describe.each(cases)("if the store is %s at any statement (only once: %s)", (fault, once) => {
    test("of a question, the answer says that nothing was sent, and the same call asks once", async () => {
      for (let at = 1; ; at++) {
        const text = `asked ${fault} ${once} ${at}`;
        service.failAt(at, fault, once);
        const first = await ask(text);
        const reached = service.statements().length >= at;
        service.heal();
        const seen = { at, body: first.body };
        expect([202, 503, 507], JSON.stringify(seen)).toContain(first.status);
        expect([first.body.outcome, seen]).toEqual(["not_started", seen]);
        const again = await ask(text);
        expect([again.status, seen]).toEqual([202, seen]);
        const { body } = await service.ask("GET", `/v1/approvals?connector_id=${connector}`);
        const open = (body.data as object[]).filter((one) => JSON.stringify(one).includes(text));
        expect([open.length, seen]).toEqual([1, seen]);
        await service.ask("POST", `/v1/approvals/${again.body.pending.id}/cancel`, {});
        await service.sweep();
        if (!reached) break;
      }
    });

    test("of an approved call, the call runs once, or its approval says that the outcome is unknown", async () => {
      for (let at = 1; ; at++) {
        const text = `approved ${fault} ${once} ${at}`;
        const { id } = (await ask(text)).body.pending;
        service.failAt(at, fault, once);
        const decided = await decide(id);
        const reached = service.statements().length >= at;
        service.heal();
        if (decided.status !== 200) await decide(id);
        await service.sweep();
        const { body } = await service.ask("GET", `/v1/approvals/${id}`);
        const seen = { at, decided: decided.body, body, posted: service.posted(text) };
        expect([200, 503, 507], JSON.stringify(seen)).toContain(decided.status);
        expect(service.posted(text), JSON.stringify(seen)).toBeLessThanOrEqual(1);
        if (service.posted(text) === 0) expect(body.status, JSON.stringify(seen)).toBe("running");
        if (!reached) break;
      }
    });
  });
});
