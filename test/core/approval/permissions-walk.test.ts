import { approvalDesk, approvals, resume, stop } from "agent-connectors";
import type { AgentTool, ApprovalRule, CallOptions, Clock } from "agent-connectors";
import { memoryStore } from "agent-connectors/store";
import * as fc from "fast-check";
import { expect, test } from "vitest";

// Random walks over calls, decisions, permissions, their ends, stops, and changes of the rules. The oracle of the test knows only the
// promises of permissions, and no code of them: it says of every call whether it must run.

interface Call {
  action: "send" | "post";
  effect: "write" | "spend" | "destructive";
  raise: number | null;
  currency: string;
  words: number;
  place: string;
  companies: string[];
  people: number | null;
  fields: number;
  records: number;
  note: boolean;
  bid: boolean;
  who: string;
}

/** A tool whose dry run shows what the call says about itself. */
function toolOf(): { tool: AgentTool; runs: { input: Call; options: CallOptions }[] } {
  const runs: { input: Call; options: CallOptions }[] = [];
  const tool: AgentTool = {
    name: "mail",
    description: "Sends mails.",
    inputSchema: {},
    effects: ["write", "spend", "destructive"],
    call: (input, options) => tool.plan(input).run(options),
    plan(input) {
      const call = input as Call;
      const {
        action,
        effect,
        raise,
        place,
        companies,
        people,
        fields,
        records,
        words,
        note,
        bid,
        who,
        currency,
      } = call;
      const texts = Array.from({ length: fields }, (_, index) => [`field${index}`, "x"]);
      const params = { words: Array.from({ length: words }, String), ...Object.fromEntries(texts) };
      const record = { name: "r" };
      const list = records === 1 ? record : Array.from({ length: records }, () => record);
      return {
        resolved: { entity: "mails", action, params, effect },
        preview: async () => ({
          title: "mail",
          description: "Sends a mail.",
          result: {
            data: {
              effect,
              who,
              audience: `${place} (P1), ${fields + records} people`,
              before: list,
              after: list,
              ...(companies.length > 0 ? { external: companies } : {}),
              notified: people === 0 ? [] : ["some"],
              ...(people === null ? {} : { notified_people: people }),
              exposure: {
                before: { daily_spend: 10, bid: 1 },
                after: { ...(raise === null ? {} : { daily_spend: 10 + raise }), bid: bid ? 2 : 1 },
              },
              params,
            },
            meta: { currency, ...(note ? { warnings: ["Careful"] } : {}) },
          },
        }),
        async run(options = {}) {
          runs.push({ input: call, options });
          return { ok: true, data: null, meta: {}, text: "{}" };
        },
      };
    },
  };
  return { tool, runs };
}

const rules = {
  one: [{ effects: ["write"] }],
  two: [{ persons: 2 }],
  maya: [{ approvers: ["maya"] }],
} satisfies Record<string, ApprovalRule[]>;
type RuleName = keyof typeof rules;

interface Given {
  call: Call;
  by: string;
  up_to: number | undefined;
  until: number;
  ended: boolean;
}

interface Asked {
  call: Call;
  rule: RuleName;
  id: string;
  yes: { by: string; signed: boolean }[];
  refused: boolean;
}

const usually = <T>(value: T, ...others: T[]) =>
  fc.oneof(
    { weight: 15, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

const call: fc.Arbitrary<Call> = fc.record({
  action: usually<Call["action"]>("send", "post"),
  effect: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<Call["effect"]>("write", "spend") },
    { weight: 1, arbitrary: fc.constant<Call["effect"]>("destructive") },
  ),
  raise: usually<number | null>(5, 5, 20, null),
  currency: usually("USD", "EUR", ""),
  words: usually(1, 2),
  place: usually("hall", "yard"),
  companies: usually<string[]>([], ["Acme"], ["Acme", "Globex"]),
  people: usually<number | null>(1, 0, 2, null),
  fields: usually(1, 2),
  records: usually(1, 2),
  note: usually(false, true),
  bid: usually(false, true),
  who: usually("bot", "other bot"),
});

const hour = 3_600_000;
const step = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("call" as const), call }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("again" as const), which: fc.nat(20) }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant("decide" as const),
      which: fc.nat(20),
      approve: usually(true, false),
      by: fc.constantFrom("maya", "ken"),
      signed: usually(true, false),
      permits: usually(true, false),
      up_to: fc.constantFrom(10, 10, 20),
      isRightLimit: usually(true, false),
      hours: usually(3, 1, 24 * 31, 24 * 31 + 1, -1, 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("revoke" as const), which: fc.nat(5) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(20, 60) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rule" as const),
      rule: usually<RuleName>("one", "two", "maya"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("stop" as const) }) },
);

/** Whether an empty list of rules asks about the call, too, with one person of anybody's choice. */
const isAskedByDefault = ({ effect, companies, people }: Call) =>
  effect !== "write" || companies.length > 0 || people === null;

/** Rule `one` names only writes, and the others are asked about by default. */
const agreed = ({ rule, yes, refused }: Asked): boolean => {
  const signed = new Set(yes.flatMap(({ by, signed }) => (signed ? [by] : [])));
  if (refused || yes.length === 0) return false;
  return rule === "one" || (rule === "two" ? signed.size >= 2 : yes.some(({ by }) => by === "maya"));
};

const canBePermitted = ({ effect, people, records, bid, raise, currency }: Call): boolean =>
  effect !== "destructive" &&
  people !== null &&
  records === 1 &&
  !bid &&
  (effect === "write" || (raise !== null && currency !== ""));

const covers = (
  { call: decided, by, up_to, until, ended }: Given,
  later: Call,
  rule: RuleName,
  now: number,
): boolean =>
  !ended &&
  now < until &&
  rule !== "two" &&
  (rule === "one" || by === "maya") &&
  canBePermitted(later) &&
  (["action", "effect", "place", "who", "currency"] as const).every(
    (name) => decided[name] === later[name],
  ) &&
  later.companies.every((company) => decided.companies.includes(company)) &&
  later.people! <= decided.people! &&
  (later.effect !== "spend" || later.raise! <= up_to!) &&
  later.fields <= decided.fields &&
  later.words <= decided.words &&
  (!later.note || decided.note);

test("a call runs if and only if people have agreed to it, or a permission covers it that has not ended", async () => {
  const seen = { covered: 0, agreed: 0, refusedPermissions: 0, ended: 0, asked: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      let now = Date.parse("2026-11-28T12:00:00Z");
      const clock: Clock = { now: () => now, sleep: async () => {} };
      const store = memoryStore();
      const desk = approvalDesk(store, { clock });
      const { tool, runs } = toolOf();
      let rule: RuleName = "one";
      const sent: { callId: string; call: Call; asked: Asked | undefined; ran: boolean }[] = [];
      const given: Given[] = [];
      const open = () =>
        approvals([tool], { scope: "chat", store, decides: "desk", clock, needsApproval: rules[rule] })[0]!;
      const send = async (one: (typeof sent)[number], mustRun: boolean) => {
        const before = runs.length;
        const result = await open().call(one.call, { callId: one.callId });
        const mine = runs.slice(before);
        expect(mine.map(({ input }) => input)).toEqual(mustRun ? [one.call] : []);
        one.ran ||= mustRun;
        return { result, decision: mine[0]?.options.decision };
      };
      for (const one of steps) {
        if (one.kind === "call") {
          const covering = given.filter((permission) => covers(permission, one.call, rule, now));
          const next: (typeof sent)[number] = {
            callId: `c${sent.length}`,
            call: one.call,
            asked: undefined,
            ran: false,
          };
          sent.push(next);
          const { result, decision } = await send(next, covering.length > 0);
          if (covering.length > 0) {
            expect(covering.map(({ by }) => by)).toContain(decision!.by[0]);
            expect(decision!.permission).toMatch(/./);
            seen.covered++;
            continue;
          }
          expect(result).toMatchObject({ ok: false, error: { code: "approval_pending" } });
          const { id } = (result as { error: { pending: { id: string } } }).error.pending;
          next.asked = { call: one.call, rule, id, yes: [], refused: false };
          seen.asked++;
        } else if (one.kind === "again") {
          const again = sent[one.which % (sent.length || 1)];
          if (!again) continue;
          const runsNow = !again.ran && again.asked !== undefined && agreed(again.asked);
          const { decision } = await send(again, runsNow);
          if (!runsNow) continue;
          expect(decision).toMatchObject({ approval: again.asked!.id });
          seen.agreed++;
        } else if (one.kind === "decide") {
          const waiting = sent.filter(({ asked }) => asked && !asked.refused && !agreed(asked));
          const asked = waiting[one.which % (waiting.length || 1)]?.asked;
          if (!asked) continue;
          const { approve, by, signed, permits, hours, isRightLimit } = one;
          const up_to = (asked.call.effect === "spend") === isRightLimit ? one.up_to : undefined;
          if (asked.yes.some((answer) => answer.by === by && approve)) continue;
          const until = now + hours * hour;
          const permission = {
            ...(up_to === undefined ? {} : { up_to }),
            until: new Date(until).toISOString(),
          };
          const isApprover =
            asked.rule === "one" ||
            isAskedByDefault(asked.call) ||
            (asked.rule === "two" ? signed : by === "maya");
          const mayPermit =
            approve &&
            signed &&
            asked.rule !== "two" &&
            (asked.rule === "one" || by === "maya") &&
            canBePermitted(asked.call) &&
            isRightLimit &&
            hours > 0 &&
            hours <= 24 * 31;
          const accepted = isApprover && (!permits || mayPermit);
          const answer = { approve, by, signed_in: signed, ...(permits ? { permission } : {}) };
          const outcome = await desk.decide(asked.id, answer).then(
            () => true,
            () => false,
          );
          expect(outcome, JSON.stringify({ answer, asked })).toBe(accepted);
          if (!accepted) {
            if (isApprover) seen.refusedPermissions++;
            continue;
          }
          if (approve) asked.yes.push({ by, signed });
          else asked.refused = true;
          if (permits) given.push({ call: asked.call, by, up_to, until, ended: false });
        } else if (one.kind === "revoke") {
          const alive = given.filter(({ ended, until }) => !ended && now < until);
          const found = alive[one.which % (alive.length || 1)];
          const listed = await desk.permissions();
          expect(listed.map(({ given_by, until }) => [given_by, Date.parse(until)])).toEqual(
            alive.map(({ by, until }) => [by, until]),
          );
          if (!found) continue;
          await desk.revoke(listed[alive.indexOf(found)]!.id, "zoe");
          found.ended = true;
          seen.ended++;
        } else if (one.kind === "wait") now += one.minutes * 60_000;
        else if (one.kind === "rule") ({ rule } = one);
        else {
          await stop(store, { by: "zoe", clock });
          await resume(store);
          for (const permission of given) permission.ended = true;
        }
        // Two permissions that are given at the same time have no order.
        now++;
      }
    }),
    { numRuns: 300, seed: 11 },
  );
  expect(Object.entries(seen).filter(([, count]) => count < 50)).toEqual([]);
});
