import type { ChaosTest } from "../chaos-test.ts";
import { runProcess } from "../run-process.ts";

const program = new URL("sign-in-attacks-process.ts", import.meta.url);

/**
 * Attacks the authorization server in one thing: redirects, issuers, codes, documents and addresses of clients, PKCE, audiences, sessions
 * of the browser, or the application. No attack may get through. Between the attacks, untouched sign-ins must succeed.
 */
export const signInAttacks: ChaosTest = {
  name: "sign-in-attacks",
  tries: { full: 1000, quick: 100 },
  defences: ["sign-in-browser", "sign-in-once", "sign-in-application", "client-document", "inner-issuer", "code-once", "audience", "program-audience", "csrf"], // prettier-ignore
  run: ({ tries, seed, without }) => runProcess(program, { tries, seed }, without),
};
