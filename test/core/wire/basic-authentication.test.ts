import * as fc from "fast-check";
import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { basicOfClient } from "../../../src/core/wire/basic-authentication.ts";

// Servers decode both forms to the same text. A server that does not decode needs `123.456` as it is.
const unescaped = (header: string) =>
  atob(header.slice("Basic ".length)).replace(/%2A|%2D|%2E|%5F/g, (code) => decodeURIComponent(code));

test("a client's id and secret are encoded as another OAuth library encodes them", async () => {
  const text = fc.string({ unit: "binary", minLength: 1, maxLength: 40 });
  const special = fc.string({ unit: fc.constantFrom(...Array.from(" ~!*()'%+:&=/ü€")), minLength: 1 });
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, special), fc.oneof(text, special), async (id, secret) => {
      const headers = new Headers();
      await oauth.ClientSecretBasic(secret)(
        { issuer: "" },
        { client_id: id },
        new URLSearchParams(),
        headers,
      );
      expect(unescaped(basicOfClient(id, secret))).toBe(unescaped(headers.get("authorization")!));
    }),
  );
});
