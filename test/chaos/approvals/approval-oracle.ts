import { type Asked, type Round, type Sent, before } from "./approval-round.ts";
import type { ArrivedWrite } from "./watched-slack.ts";

/** What the service says at the end of a round about one call, and what the platform has. */
export interface Facts {
  /** The writes that the platform has got, of all calls. */
  writes: readonly ArrivedWrite[];
  /** The approval. Undefined if nobody was asked. */
  approval?: Approval | undefined;
  /** The entries of the journal about the call. */
  entries: readonly JournalEntry[];
  /** The text of the message at the end. Undefined if there is no message. */
  text: string | undefined;
}

export interface Approval {
  id: string;
  status: string;
  persons: number;
  answers: { by: string; approve: boolean; signed_in?: boolean }[];
  outcome?: { ok: boolean; error?: { code: string; outcome?: string } };
}

export interface JournalEntry {
  id: string;
  status: string;
  params: { text: string };
  error?: { code: string };
  decision?: { approval: string; by: string[] };
  undone?: { by: string };
}

const accepted = ({ answer }: Sent) => answer?.status === 200 || answer?.status === 303;

/** Returns the broken promises about one call, as sentences without the call. */
export function brokenPromises(
  one: Asked,
  round: Round,
  { writes, approval, entries, text }: Facts,
): string[] {
  const broken: string[] = [];
  const must = (holds: boolean, otherwise: string) => void (holds || broken.push(otherwise));
  const runs = writes.filter((write) => write.text === one.text);
  const posted = runs.length;
  const { place, decisions } = one;

  // Decisions.
  must(posted <= 1, `run ${posted} times`);
  if (place.persons > 0 && posted > 0) {
    const agreed = new Set(
      decisions
        .filter(
          ({ approve, signed_in, sent }) =>
            approve && (place.persons === 1 || signed_in) && sent < runs[0]!.at,
        )
        .map(({ by }) => by),
    );
    must(agreed.size >= place.persons, `run after ${agreed.size} of ${place.persons} decisions`);
  }
  if (approval) {
    const { answers, status, persons, outcome } = approval;
    must(persons === place.persons, `${persons} people must agree`);
    const yes =
      answers.filter(({ approve }) => approve).length >= persons && answers.every(({ approve }) => approve);
    const closedBefore = answers
      .slice(0, -1)
      .some((answer, index) => !answer.approve || index + 1 >= persons);
    must(!closedBefore, "a decision after the decision counts");
    for (const decision of decisions.filter(accepted)) {
      const stored = answers.some(({ by, approve }) => by === decision.by && approve === decision.approve);
      // The page of a link answers in the same way if the approval is closed already.
      if (decision.how === "route") must(stored, "a decision is lost");
    }
    const started = ["ended", "unknown", "running"].includes(status);
    must(posted === 0 || yes, "run although the decision is no");
    must(posted === 0 || started, "run, and answered as if not");
    must(posted > 0 || !(status === "ended" && outcome?.ok), "answered and lost");
    const saysNothing = status === "ended" && outcome?.error?.outcome === "not_started";
    must(posted === 0 || !saysNothing, `run, and answered as not started: ${outcome?.error?.code}`);
    const isCancelled = one.cancels.some((cancel) => cancel.answer?.status === 200 || !cancel.answer);
    must(!yes || started || isCancelled, "approved, and never run");
    for (const { answer } of one.cancels)
      must(!(answer?.body.status === "cancelled" && posted > 0), "cancelled and run");
    if (outcome?.error?.code === "stopped") must(round.stops.length > 0, "stopped without a stop");
  }

  // Stops. A resume ends a stop as soon as it is sent.
  for (const stop of round.stops) {
    const { target, sent, ended, answer } = stop;
    const same = (given: Record<string, string>) => JSON.stringify(given) === JSON.stringify(target);
    const covers =
      (target["external_user_id"] ?? place.user) === place.user &&
      (target["connector_id"] ?? place.connector) === place.connector;
    if (!accepted(stop) || !covers) continue;
    const until = Math.min(
      ...round.resumes.filter((one) => same(one.target) && one.ended > sent).map((one) => one.sent),
    );
    const named = (answer!.body.under_way as JournalEntry[]).some(({ params }) => params.text === one.text);
    for (const { at } of runs) must(named || at < ended || at > until, "begun after the stop was answered");
  }

  // Policies.
  if (place.closed && runs.length > 0) {
    const before = [...one.asks, ...decisions].some(({ sent }) => sent < place.closed!.ended);
    must(!accepted(place.closed) || before, "run after the policy was answered");
  }

  // The journal.
  must(
    entries.filter(({ error }) => error?.code !== "stopped").length >= posted,
    "run, and not in the journal",
  );
  for (const { decision, status } of entries)
    if (status === "ok") {
      must((decision?.approval === undefined) === (place.persons === 0), "the journal has no decision");
      must(new Set(decision?.by).size >= place.persons, "the journal does not say who has decided");
    }

  // Undo.
  const undos = round.undos.filter(({ run }) => run === one.run);
  const reversals = writes.filter((write) =>
    one.kind === "post"
      ? write.method === "chat.delete" && write.ts === one.ts
      : write.text === before(one.text),
  );
  must(reversals.length <= 1, `reversed ${reversals.length} times`);
  must(
    reversals.every(({ at }) => undos.some(({ sent }) => sent < at)),
    "reversed although nobody has asked",
  );
  const outcomes = undos
    .flatMap(({ answer }) =>
      answer?.status === 200 ? (answer.body.data as { id: string; outcome: string }[]) : [],
    )
    .filter(({ id }) => entries.some((entry) => entry.id === id))
    .map(({ outcome }) => outcome);
  const told = outcomes.filter((outcome) => outcome === "undone").length;
  must(told <= reversals.length, `${told} people were told that they have reversed it`);
  const original = one.kind === "post" ? undefined : before(one.text);
  if (one.touched !== undefined && undos.every(({ sent }) => sent > one.touched!))
    must(reversals.length === 0 && text === touchedText(one), "the change of a person is lost");
  else if (told > 0 && one.touched === undefined)
    must(text === original, `answered as undone, and the text is ${text}`);
  else if (reversals.length === 0 && posted > 0 && one.touched === undefined)
    must(text === one.text, `nobody has reversed it, and the text is ${text}`);
  // If everything has an answer, the write is undone whole.
  const open = place.closed !== undefined || undos.some(({ answer }) => !answer);
  if (
    posted > 0 &&
    outcomes.length > 0 &&
    !open &&
    one.touched === undefined &&
    entries.some((entry) => entry.status === "ok" && entry.undone)
  )
    must(text === original, `undone in the journal, and the text is ${text}`);
  return broken;
}

export const touchedText = ({ text }: Asked) => `${text}, changed by a person`;
