import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultyService, slackOf, type FaultyService, type Reply } from "../support/faulty-service.ts";
import { faults, type Fault } from "../support/faulty-store.ts";
import { onBothStores } from "../support/stores.ts";

/** Checks whether a response says that the call took effect or can have taken effect. */
const tellsEffect = ({ status, body }: Reply) =>
  status === 200 || (body.outcome === "unknown" && body.retryable === false);

const createPath = "/v1/integrations/connectors";

onBothStores((newLocation) => {
  let service: FaultyService;
  beforeAll(async () => {
    service = await faultyService(await newLocation());
    // After this first call, the connector has cached the results of its reads. Later calls send only the write.
    expect((await service.post("first")).body.status).toBe("success");
    expect(service.posted("first")).toBe(1);
  });
  afterAll(() => service.close());

  /**
   * Repeats an attempt with the fault at the first statement, then at the second, and so on, until the attempt ends
   * before the fault. Returns the number of statements. The fault happens only inside `failing`.
   */
  async function atEveryStatement(
    fault: Fault,
    attempt: (at: number, failing: (run: () => Promise<Reply>) => Promise<Reply>) => Promise<void>,
  ): Promise<number> {
    for (let at = 1; ; at++) {
      let reached = false;
      await attempt(at, async (run) => {
        service.failAt(at, fault);
        const reply = await run();
        reached = service.statements().length >= at;
        service.heal();
        return reply;
      });
      if (!reached) return at - 1;
    }
  }

  // The errors of a frozen store are read like those of a killed one: see ../store/storage-errors.test.ts. The chaos test
  // named store-failure has all faults.
  describe.each(faults.filter((fault) => !fault.startsWith("frozen")))(
    "if the store is %s at any statement",
    (fault) => {
      test("of a write, no response invites a second write", async () => {
        const statements = await atEveryStatement(fault, async (at, failing) => {
          const text = `${fault} ${at}`;
          const answer = await failing(() => service.post(text));
          const posted = service.posted(text);
          const seen = { at, posted, body: answer.body };
          if (posted > 0) expect([tellsEffect(answer), seen]).toEqual([true, seen]);
          else expect(answer.body).toMatchObject({ outcome: "not_started" });
        });
        expect(statements).toBeGreaterThan(4);
      });

      test("of a write with a key, a repeated call never writes again", async () => {
        const statements = await atEveryStatement(fault, async (at, failing) => {
          const [text, key] = [`keyed ${fault} ${at}`, `key-${fault.replace(" ", "-")}-${at}`];
          const first = await failing(() => service.post(text, key));
          const posted = service.posted(text);
          const answers = [first, await service.post(text, key), await service.post(text, key)];
          const seen = { at, posted, bodies: answers.map(({ body }) => body) };
          expect([service.posted(text), seen]).toEqual([1, seen]);
          if (posted > 0) expect([answers.every(tellsEffect), seen]).toEqual([true, seen]);
          // The first call sent nothing, so the repeated call ran.
          else expect([first.body.outcome, answers[1]!.status, seen]).toEqual(["not_started", 200, seen]);
        });
        expect(statements).toBeGreaterThan(4);
      });

      test.each([true, false])(
        "of a create (with a key: %s), nothing is stored without a notice",
        async (keyed) => {
          const statements = await atEveryStatement(fault, async (at, failing) => {
            const headers = keyed
              ? { "idempotency-key": `create-${fault.replace(" ", "-")}-${at}` }
              : undefined;
            const create = () => service.ask("POST", createPath, slackOf("u1"), headers);
            const before = await service.connectors();
            const answer = await failing(create);
            const made = (await service.connectors()) - before;
            const seen = { at, made, body: answer.body };
            if (made > 0) expect([tellsEffect(answer), seen]).toEqual([true, seen]);
            if (!keyed) return;
            expect([(await create()).status, seen]).toEqual([200, seen]);
            expect([(await service.connectors()) - before, seen]).toEqual([1, seen]);
          });
          expect(statements).toBeGreaterThan(4);
        },
      );
    },
  );

  test("the hint for a full store is correct", async () => {
    const hints = new Set<string>();
    await atEveryStatement("full", async (at, failing) => {
      const { body } = await failing(() => service.post(`hint ${at}`, `hint-${at}`));
      if (body.code === "storage_full") hints.add(`${body.outcome}: ${body.hint}`);
    });
    expect(hints).toEqual(
      new Set([
        "not_started: Nothing was done. The operator must free disk space.",
        "unknown: The call may have taken effect. Check before you send it again.",
      ]),
    );
  });
});
