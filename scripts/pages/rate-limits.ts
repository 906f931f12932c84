import { readFileSync } from "node:fs";
import type { RateWire } from "../../src/core/contract/wire/operation.ts";
import { wire as notion } from "../../src/connectors/notion/operations.ts";
import { operations as slackOperations } from "../../src/connectors/slack/operations/index.ts";
import type { SlackOperation } from "../../src/connectors/slack/operations/method.ts";

// The rate limits of the actions, from the operations of the connectors.

interface Limits {
  /** The rate of an operation. Undefined if the connector knows none. */
  of(operation: string): RateWire | undefined;
  /** What holds if no figure is known. */
  otherwise: string;
}

const afterRefusal = "The connector knows no figure. It waits after a refusal";

const ofFile = (name: string): Limits => {
  const file = new URL(`../../src/connectors/${name}/connector.json`, import.meta.url);
  const { wire, operations } = JSON.parse(readFileSync(file, "utf8")) as {
    wire: { rate?: RateWire };
    operations: Record<string, { rate?: RateWire }>;
  };
  return {
    of: (operation) => operations[operation]?.rate ?? wire.rate,
    otherwise: wire.rate?.headers
      ? `The connector waits when \`${wire.rate.headers.remaining}\` in the responses says so`
      : afterRefusal,
  };
};

const limits: Readonly<Record<string, Limits>> = {
  slack: {
    of: (operation) => (slackOperations as Record<string, SlackOperation>)[operation]?.rate,
    otherwise: afterRefusal,
  },
  "amazon-ads": {
    of: () => undefined,
    otherwise:
      "Amazon publishes none. The connector sends ten requests of an operation in a profile at the same time, and waits after a refusal",
  },
  notion: { of: () => notion.rate, otherwise: afterRefusal },
  github: ofFile("github"),
  gmail: ofFile("gmail"),
  "google-calendar": ofFile("google-calendar"),
  linear: ofFile("linear"),
};

/**
 * Returns the rate limit of an action in words.
 * @param calls the names of the operations that the action sends
 */
export function rateLimitOf(connector: string, calls: readonly string[]): string {
  const { of, otherwise } = limits[connector]!;
  const figures = calls.flatMap((operation) => {
    const { lane, perMinute } = of(operation) ?? {};
    return perMinute === undefined ? [] : [`${perMinute} a minute for \`${lane ?? operation}\``];
  });
  return figures.length === 0 ? otherwise : `Requests: ${[...new Set(figures)].join(", ")}`;
}
