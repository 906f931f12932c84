import type { OnceUse } from "agent-connectors/store";
import { hashOf } from "../credentials/secret-text.ts";

export interface Answer {
  status: number;
  /** The body as JSON, exactly as it was sent. */
  text: string;
}

/** `effect`: the effect of the call that led to the answer, or null if the request does not run an action. */
export interface KeptAnswer extends Answer {
  effect: string | null;
}

/** The organization, the user or workspace, and the route that a key belongs to. */
export interface KeyScope {
  organization: string;
  workspace: string;
  route: string;
}

const name = "answers";

/** The answers to requests with an idempotency key. The outcome is null if the work has ended without an answer. */
export const keptAnswers = (keptSeconds: number, limitSeconds: number): OnceUse<KeptAnswer | null> => ({
  name,
  keptSeconds,
  limitSeconds,
  is(outcome): outcome is KeptAnswer | null {
    if (typeof outcome !== "object" || outcome === null) return outcome === null;
    const { status, text, effect } = outcome as Partial<KeptAnswer>;
    return (
      typeof status === "number" &&
      typeof text === "string" &&
      (effect === null || typeof effect === "string")
    );
  },
});

const hashOfScope = ({ organization, workspace, route }: KeyScope) =>
  hashOf(JSON.stringify([organization, workspace, route]));

/** Returns the id of a key. Equal keys in different scopes have different ids. */
export const answerId = (scope: KeyScope, key: string): string => `${hashOfScope(scope)}/${hashOf(key)}`;

/** Returns the beginning of the keys of all records of a scope. */
export const answersOf = (scope: KeyScope): string => `${name}/${hashOfScope(scope)}/`;
