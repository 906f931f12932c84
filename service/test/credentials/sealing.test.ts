import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newKeys, readKeyRing } from "../../src/credentials/key-ring.ts";
import { createSealer } from "../../src/credentials/sealing.ts";

const ring = (json = newKeys()) => readKeyRing(JSON.stringify(json), "the test");
const owner = fc.array(fc.string(), { minLength: 1, maxLength: 5 });

test("what was sealed opens for its owner, and shows nothing", () => {
  const sealer = createSealer(ring());
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), owner, (text, of) => {
      const envelope = sealer.seal(text, of);
      expect(sealer.open(envelope, of)).toBe(Buffer.from(text, "utf8").toString("utf8"));
      expect(envelope).not.toContain(text);
      expect(envelope).toMatch(/^v1\.k[0-9a-f]{8}\.[\w-]+\.[\w-]+$/);
    }),
    { numRuns: 500 },
  );
});

test("for another owner it does not open, however the parts are joined", () => {
  const sealer = createSealer(ring());
  fc.assert(
    fc.property(fc.string(), owner, owner, (text, of, other) => {
      fc.pre(JSON.stringify(of) !== JSON.stringify(other));
      expect(() => sealer.open(sealer.seal(text, of), other)).toThrow("A sealed record could not be opened.");
    }),
    { numRuns: 500 },
  );
});

test("a changed envelope does not open: every character of it, each to several others", () => {
  const sealer = createSealer(ring());
  const envelope = sealer.seal("secret", ["a"]);
  const letters = "ABCDabcd0189-_.";
  for (let place = 0; place < envelope.length; place++)
    for (const letter of letters) {
      const changed = envelope.slice(0, place) + letter + envelope.slice(place + 1);
      if (changed === envelope) continue;
      expect(() => sealer.open(changed, ["a"])).toThrow();
    }
});

test("a new key seals, the old one still opens; once wrapped again, the old one is not needed", () => {
  const old = newKeys();
  const added = newKeys();
  const both = { active: added.active, keys: { ...old.keys, ...added.keys } };
  const envelope = createSealer(ring(old)).seal("secret", ["a"]);
  const sealer = createSealer(ring(both));
  expect(sealer.open(envelope, ["a"])).toBe("secret");
  const again = sealer.rewrap(envelope);
  expect(createSealer(ring(added)).open(again, ["a"])).toBe("secret");
  expect(() => createSealer(ring(added)).open(envelope, ["a"])).toThrow();
  expect(() => createSealer(ring(old)).open(again, ["a"])).toThrow();
});

test("a ring that cannot be used is refused without being shown", () => {
  const key = Buffer.alloc(32, 7).toString("base64");
  for (const text of [
    "",
    "[]",
    "{}",
    JSON.stringify({ active: "a", keys: {} }),
    JSON.stringify({ active: "a", keys: { b: key } }),
    JSON.stringify({ active: "a", keys: { a: key.slice(8) } }),
    JSON.stringify({ active: "a b", keys: { "a b": key } }),
  ]) {
    const read = () => readKeyRing(text, "the test");
    expect(read).toThrow("The key ring of the test");
    expect(read).not.toThrow(key.slice(0, 10));
  }
  const good = readKeyRing(JSON.stringify({ active: "a", keys: { a: key } }), "the test");
  expect(JSON.stringify({ good })).toBe('{"good":"[key ring]"}');
});
