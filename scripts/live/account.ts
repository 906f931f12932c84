import type { Clock } from "../../src/core/ground/clock.ts";
import { NotTried } from "./finding.ts";
import type { Gate } from "./gate.ts";

/** The input of the person who runs the checks. */
export interface Given {
  gate: Gate;
  clock: Clock;
  /** When the stored account was connected, in milliseconds since 1970. */
  connectedAt: number | undefined;
  /** The error code with which the connector reports that the platform does not accept the credentials. */
  refused: string | undefined;
  /** Whether the credentials have a refresh token. */
  rotates: boolean;
  /** The id of the channel or the campaign that the writing checks use. */
  place: string | undefined;
  /** Asks a yes-or-no question. Returns undefined if the person skips the question. */
  ask(question: string): Promise<boolean | undefined>;
}

/** Asks the person whether the behaviour is as assumed. */
export async function answered(given: Given, question: string): Promise<boolean> {
  const answer = await given.ask(question);
  if (answer === undefined) throw new NotTried("The person skipped the question.");
  return answer;
}

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns the age of the stored account in days.
 * @throws NotTried if the account is younger than `atLeast` days, or if the age is unknown
 */
export function accountAge({ connectedAt, clock }: Given, atLeast: number): number {
  if (connectedAt === undefined)
    throw new NotTried("The age of these credentials is unknown. Use an account of the command connect.");
  const days = Math.floor((clock.now() - connectedAt) / dayMs);
  if (days >= atLeast) return days;
  throw new NotTried(`The account was connected less than ${atLeast} days ago.`, { days });
}
