import { approvals, type AgentTool } from "agent-connectors";
import { memoryStore, type StoreDriver } from "agent-connectors/store";
import * as fc from "fast-check";
import { expect, test } from "vitest";

// Random walks over decisions, calls and aborts, with two replicas that share a store. The model of the test knows only
// the promises of approvals, and no code of them.

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A store that takes time. `writing`: the number of writes that have not ended. */
function slowStore() {
  const inner = memoryStore();
  const counts = { writing: 0 };
  const slow =
    <A extends unknown[], R>(run: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      await turn();
      const result = await run(...given);
      await turn();
      return result;
    };
  const write = slow(inner.write);
  const store: StoreDriver = {
    ...inner,
    read: slow(inner.read),
    write(...given) {
      counts.writing++;
      return write(...given).finally(() => counts.writing--);
    },
  };
  return { store, counts };
}

/** An application's tool that sends mails. It stops before it sends if the caller aborts. */
function mailTool(): { tool: AgentTool; sent: string[] } {
  const sent: string[] = [];
  let turns = 0;
  const tool: AgentTool = {
    name: "mail",
    description: "Sends mails.",
    inputSchema: {},
    effects: ["write"],
    call: (input, options) => tool.plan(input).run(options),
    plan: (input) => ({
      resolved: { entity: "mails", action: "send", params: input as { text: string }, effect: "write" },
      async preview({ signal } = {}) {
        await turn();
        signal?.throwIfAborted();
        return { title: "mail", description: "Sends a mail.", result: { data: { params: input }, meta: {} } };
      },
      async run({ signal } = {}) {
        await turn();
        signal?.throwIfAborted();
        sent.push((input as { text: string }).text);
        await turn();
        return { ok: true, data: ++turns, meta: {}, text: "{}" };
      },
    }),
  };
  return { tool, sent };
}

const texts = ["free", "ask 1", "ask 2"];
const step = fc.record({
  kind: fc.constantFrom("decide", "call"),
  callId: fc.constantFrom("c1", "c2"),
  text: fc.constantFrom(...texts),
  replica: fc.constantFrom(0, 1),
  /** The number of turns of the event loop after which the caller aborts. */
  abortAfter: fc.option(fc.nat(8), { nil: undefined, freq: 3 }),
});

test("nothing that needs approval runs unasked, nothing runs twice, and an abort decides nothing", async () => {
  let approved = 0;
  let retried = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const { store, counts } = slowStore();
      const { tool, sent } = mailTool();
      const needsApproval = ({ params }: { params: unknown }) => (params as { text: string }).text !== "free";
      const replicas = [0, 1].map(() => approvals([tool], { scope: "chat", store, needsApproval })[0]!);
      const asked = new Map<string, string>();
      const ran = new Set<string>();
      /** The writes since the question, by call id. */
      const since = new Map<string, string[]>();
      const ask = (callId: string, text: string) =>
        void (asked.set(callId, text), since.has(callId) || since.set(callId, []));
      const results = new Map<string, unknown>();
      for (const { kind, callId, text, replica, abortAfter } of steps) {
        const one = replicas[replica]!;
        const controller = new AbortController();
        const options = { callId, signal: controller.signal };
        const input = { text };
        const before = sent.length;
        const call = `${callId} ${text}`;
        const running: Promise<object> =
          kind === "decide" ? one.decide(input, options) : one.call(input, options);
        if (abortAfter !== undefined) {
          for (let turns = 0; turns < abortAfter; turns++) await turn();
          controller.abort(new Error("The person left."));
        }
        const result: { ok?: boolean; status?: string } | undefined = await running.catch(() => undefined);
        const aborted = result === undefined;
        const now = sent.slice(before);
        if (aborted) expect(abortAfter).toBeDefined();
        else expect(counts.writing, "an answer comes after the store has kept the outcome").toBe(0);
        if (kind === "decide") {
          expect(now, "a decision sends nothing").toEqual([]);
          const first = asked.get(callId);
          if (aborted) {
            // An abort is not a decision: the question may have been kept, and nothing else.
            const again = await one.decide({ text }, { callId });
            expect(again.status).toBe(text === "free" ? "run" : (first ?? text) === text ? "ask" : "refuse");
            if (again.status === "ask") ask(callId, text);
            retried++;
            continue;
          }
          if (text === "free") expect(result.status).toBe("run");
          else if (first === undefined) {
            expect(result.status).toBe("ask");
            ask(callId, text);
          } else expect(result.status).toBe(first === text ? "ask" : "refuse");
          continue;
        }
        expect(now.length).toBeLessThanOrEqual(1);
        if (now.length === 1) {
          expect(now).toEqual([text]);
          expect(ran.has(call), "one call runs once").toBe(false);
          if (text !== "free") expect(asked.get(callId), "a person was asked about this call").toBe(text);
          expect(since.get(callId) ?? [], "a question allows one write").toEqual([]);
          since.get(callId)?.push(text);
          ran.add(call);
        }
        if (aborted || !result.ok) continue;
        expect(ran.has(call)).toBe(true);
        if (text !== "free") approved++;
        if (results.has(call))
          expect(result, "a repeated call has the first result").toEqual(results.get(call));
        results.set(call, result);
      }
    }),
    { numRuns: 400, seed: 7 },
  );
  expect([approved > 50, retried > 50]).toEqual([true, true]);
});
