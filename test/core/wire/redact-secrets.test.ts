import { expect, test } from "vitest";
import { redactSecrets } from "../../../src/core/wire/redact-secrets.ts";

test("every occurrence of a secret is replaced, and the rest of the text stays", () => {
  const redact = redactSecrets(["first-secret", "second-secret"]);
  expect(redact("first-secret, second-secret and first-secret.")).toBe("[secret], [secret] and [secret].");
  expect(redact("A secret that is not known.")).toBe("A secret that is not known.");
});

test("a value of 7 characters stays, because any text can contain it; a value of 8 is replaced", () => {
  const redact = redactSecrets(["", "budgets", "campaign"]);
  expect(redact("budgets of a campaign")).toBe("budgets of a [secret]");
});

test("a secret that is not known in advance is found by its pattern anywhere in the text", () => {
  const redact = redactSecrets([], [/tok-\w+/g]);
  expect(redact("tok-1 and tok-22")).toBe("[secret] and [secret]");
  expect(redact("tok-1")).toBe("[secret]");
});
