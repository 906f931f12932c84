import type { Judgement } from "../contract/judgement.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";

/**
 * The maximum age, in milliseconds, of the values that a guard has read. Older values are read again before a write is
 * sent.
 */
const maxAgeMs = 1000;

/**
 * Creates a function that runs before each request of a judged write. If the write has waited, for example for a rate
 * limit, the function judges the write again.
 * @throws ConnectorError `policy_denied` if the write would now raise other amounts than before
 */
export function judgeAgain(
  judged: Judgement,
  clock: Pick<Clock, "now">,
  guard: () => Promise<Judgement>,
): () => Promise<void> {
  let judgedAt = clock.now();
  const expected = essenceOf(judged);
  return async () => {
    if (clock.now() - judgedAt < maxAgeMs) return;
    const current = await guard();
    if (essenceOf(current) !== expected)
      throw new ConnectorError(
        "policy_denied",
        "Records changed while this call was waiting, so it could raise spending by other amounts. It was not sent.",
        { hint: "Call again. The policy then judges the new values." },
      );
    judgedAt = clock.now();
  };
}

const essenceOf = ({ effects, raises = [] }: Judgement): string =>
  JSON.stringify([effects, raises.map(({ path, cap, from, to }) => [path, cap, from, to].map(String))]);
