import type { Judgement } from "../contract/judgement.ts";
import type { Clock } from "../ground/clock.ts";
import { ConnectorError } from "../ground/errors.ts";

/** If a judgement (the result of the `guard`) is older, the `guard` runs again before the write is sent. */
const maxAgeMs = 1000;

/**
 * Creates a function that runs before each request of a write. If a wait has delayed the request, for example because
 * of a rate limit, the function calls `guard` again.
 * @throws ConnectorError `policy_denied` if the effects or the amounts of the new judgement differ from `judged`
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
        "Records changed while this call was waiting. It could now raise spending by other amounts, so it was not sent.",
        { hint: "Call again. The policy then judges the new values." },
      );
    judgedAt = clock.now();
  };
}

const essenceOf = ({ effects, raises = [] }: Judgement): string =>
  JSON.stringify([effects, raises.map(({ path, cap, from, to }) => [path, cap, from, to].map(String))]);
