import type { Policy } from "../contract/policy.ts";
import { ConnectorError } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import { type CapTerms, capsOfAccounts } from "./read-caps.ts";

/**
 * Checks that the caller names a store if a policy has a cap on the raises of a day. A store in memory would forget these
 * raises without a word, for example if a program opens a connector for every request.
 * @throws ConnectorError `config_error`
 */
export function requireStore(
  policies: readonly Policy[],
  terms: CapTerms & { dayCaps?: readonly string[] },
): void {
  const limited = policies.flatMap(({ caps }) =>
    caps ? [caps, ...Object.values(capsOfAccounts(caps, terms).accounts)] : [],
  );
  const found = terms.dayCaps?.find((name) =>
    limited.some((caps) => Object.hasOwn(caps, name) && isLimit(caps[name])),
  );
  if (found === undefined) return;
  throw new ConnectorError(
    "config_error",
    `The cap ${found} adds up the raises of a day, so it needs the option store.`,
    {
      path: "store",
      hint: 'If several processes or requests share the cap, pass store: fileStore("./state"), or a store in your database. If one process keeps this connector open all day, pass store: memoryStore(). The page docs/stores.md names where each comes from.', // prettier-ignore
    },
  );
}

const isLimit = (amount: unknown): boolean =>
  isDict(amount) ? Object.values(amount).some(isLimit) : amount !== undefined && amount !== "unlimited";
