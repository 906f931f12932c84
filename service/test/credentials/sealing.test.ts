import { createHmac, hkdfSync } from "node:crypto";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { newKeys } from "../../src/credentials/key-ring.ts";
import { associatedDataOf, createSealer } from "../../src/credentials/sealing.ts";
import { errorOf } from "../support/errors.ts";
import { openRing, ringOf } from "../support/keys.ts";

const associatedData = fc.array(fc.string(), { minLength: 1, maxLength: 5 });
const cannotOpen = {
  code: "internal",
  message: "A stored secret could not be decrypted.",
  hint: "Either the stored data was changed, or the service runs with the wrong key ring. The operator must check both.",
};

test("a sealed text can be opened with its associated data, and the envelope does not show the text", () => {
  const sealer = createSealer(openRing());
  fc.assert(
    fc.property(fc.string({ minLength: 8 }), associatedData, (text, data) => {
      const envelope = sealer.seal(text, data);
      expect(sealer.open(envelope, data)).toBe(Buffer.from(text, "utf8").toString("utf8"));
      expect(envelope).not.toContain(text);
      expect(envelope).toMatch(/^v1\.k[0-9a-f]{8}\.[\w-]+\.[\w-]+$/);
    }),
    { numRuns: 50 },
  );
});

test("an empty text can be sealed", () => {
  const sealer = createSealer(openRing());
  expect(sealer.open(sealer.seal("", ["a"]), ["a"])).toBe("");
});

test("an envelope does not open with other associated data, even if the parts are joined differently", () => {
  const sealer = createSealer(openRing());
  fc.assert(
    fc.property(fc.string(), associatedData, associatedData, (text, data, other) => {
      fc.pre(JSON.stringify(data) !== JSON.stringify(other));
      expect(() => sealer.open(sealer.seal(text, data), other)).toThrow(cannotOpen.message);
    }),
    { numRuns: 50 },
  );
});

test("an envelope does not open if any of its characters is changed", async () => {
  const sealer = createSealer(openRing());
  const envelope = sealer.seal("secret", ["a"]);
  const letters = "AQ-.";
  for (let position = 0; position < envelope.length; position++)
    for (const letter of letters) {
      const changed = envelope.slice(0, position) + letter + envelope.slice(position + 1);
      if (changed === envelope) continue;
      expect(() => sealer.open(changed, ["a"])).toThrow(cannotOpen.message);
    }
});

test("an incomplete envelope gives the same error, for open and rewrap", async () => {
  const sealer = createSealer(ringOf({ k1: 1 }));
  const envelope = sealer.seal("secret", ["a"]);
  const [version, keyId, wrapped, sealed] = envelope.split(".") as [string, string, string, string];
  const short = Buffer.alloc(27).toString("base64url");
  const tiny = Buffer.alloc(1).toString("base64url");
  for (const parts of [
    [],
    [version],
    [version, keyId, wrapped],
    [version, keyId, wrapped, ""],
    [version, keyId, "", sealed],
    [version, "", wrapped, sealed],
    ["v2", keyId, wrapped, sealed],
    [version, "k2", wrapped, sealed],
    [version, keyId, short, sealed],
    [version, keyId, tiny, sealed],
    [version, keyId, sealed, wrapped],
    [version, keyId, `${wrapped}=`, sealed],
    [version, keyId, wrapped, sealed, "more"],
    [version, keyId, wrapped, sealed, ""],
  ])
    for (const run of [() => sealer.open(parts.join("."), ["a"]), () => sealer.rewrap(parts.join("."))])
      expect(await errorOf(run)).toMatchObject(cannotOpen);
  expect(await errorOf(() => sealer.open([version, keyId, wrapped, short].join("."), ["a"]))).toMatchObject(
    cannotOpen,
  );
});

test("each envelope has a different data key and iv, and parts of the right size", () => {
  const sealer = createSealer(openRing());
  const envelopes = Array.from({ length: 20 }, () => sealer.seal("secret", ["a"]).split("."));
  for (const part of [2, 3]) expect(new Set(envelopes.map((parts) => parts[part])).size).toBe(20);
  const bytes = (text = "") => Buffer.from(text, "base64url");
  // Each part has 12 bytes of iv and 16 bytes of tag. The key has 32 bytes, and the text has 6.
  for (const [, , wrapped, sealed] of envelopes)
    expect([bytes(wrapped).length, bytes(sealed).length]).toEqual([60, 34]);
  const ivs = envelopes
    .flatMap(([, , wrapped, sealed]) => [wrapped, sealed])
    .map((part) => part!.slice(0, 16));
  expect(new Set(ivs).size).toBe(40);
});

test("an envelope of the first release can be opened", () => {
  const envelope =
    "v1.kbfe1219b.AlXl0UbH-9VLDVyiQx5ow7EUvRXOSrkk9La7MfbDHlcPgYQMmQ-zM171jckxoo961EG4h2DjWKEia7u2" +
    ".lHjrMBUUDgM15LAwdVTQN-3wGBCWPxFO8h_U_hyLKs_aXdmb4duCvALkv_wnrrepJW3vcJ7gzNCZZWO6";
  const ring = openRing({
    active: "kbfe1219b",
    keys: { kbfe1219b: "VO2L9garqN8UlLVlHsKi1HKnuVudIin6yShX+jkESCw=" },
  });
  const associatedData = [
    "credentials",
    "01a2010a-0287-79a0-bdd4-e04afb63f536",
    "01a2010a-033e-7708-a212-7304d9bc5720",
    "01a2010a-0387-7957-87af-224d54dd5725",
    "slack",
  ];
  expect(createSealer(ring).open(envelope, associatedData)).toBe('{"api_token":"xoxb-sandbox-bot"}');
});

test("a new key seals, and the old key is needed only until rewrap", () => {
  const old = newKeys();
  const added = newKeys();
  const both = { active: added.active, keys: { ...old.keys, ...added.keys } };
  const envelope = createSealer(openRing(old)).seal("secret", ["a"]);
  const sealer = createSealer(openRing(both));
  expect(sealer.keyId).toBe(added.active);
  expect(sealer.open(envelope, ["a"])).toBe("secret");
  const again = sealer.rewrap(envelope);
  expect(again.split(".")[3]).toBe(envelope.split(".")[3]);
  expect(createSealer(openRing(added)).open(again, ["a"])).toBe("secret");
  expect(() => createSealer(openRing(added)).open(envelope, ["a"])).toThrow(cannotOpen.message);
  expect(() => createSealer(openRing(old)).open(again, ["a"])).toThrow(cannotOpen.message);
});

test("data keys are erased after use, even after a failure", async () => {
  const sealer = createSealer(openRing());
  const envelope = sealer.seal("secret", ["a"]);
  const fill = vi.spyOn(Buffer.prototype, "fill");
  const erased = () => {
    const keys = fill.mock.contexts.filter((_, call) => fill.mock.calls[call]![0] === 0) as Buffer[];
    fill.mockClear();
    return keys.map((key) => [key.length, key.every((byte) => byte === 0)]);
  };
  try {
    sealer.seal("secret", ["a"]);
    expect(erased()).toEqual([[32, true]]);
    sealer.open(envelope, ["a"]);
    expect(erased()).toEqual([[32, true]]);
    sealer.rewrap(envelope);
    expect(erased()).toEqual([[32, true]]);
    expect(() => sealer.open(envelope, ["b"])).toThrow();
    expect(erased()).toEqual([[32, true]]);
  } finally {
    fill.mockRestore();
  }
});

test("a fingerprint is equal for equal secrets under the same key", () => {
  const key = Buffer.from(hkdfSync("sha256", Buffer.alloc(32, 1), "agent-connectors", "fingerprint", 32));
  const expected = `hmac:${createHmac("sha256", key).update("secret").digest("hex").slice(0, 8)}`;
  const sealer = createSealer(ringOf({ k1: 1, k2: 2 }));
  expect(sealer.fingerprint("secret")).toBe(expected);
  expect(sealer.fingerprint("other")).not.toBe(expected);
  expect(createSealer(ringOf({ k2: 2 })).fingerprint("secret")).not.toBe(expected);
});

test("the associated data of credentials contains tenant, id, type and the id of the credentials", () => {
  const row = { id: "c1", organization_id: "o1", workspace_id: "w1", type: "slack", credential_id: "k1.x" };
  expect(associatedDataOf(row)).toEqual(["credentials", "o1", "w1", "c1", "slack", "k1.x"]);
});

test("a secret has one id for each key of the ring, with the active key first", () => {
  const secretIds = createSealer(ringOf({ k2: 2, k1: 1, k3: 3 })).secretIds("secret");
  expect(secretIds.map((id) => id.split(".")[0])).toEqual(["k2", "k1", "k3"]);
  for (const id of secretIds) expect(id).toMatch(/^k[123]\.[\w-]{43}$/);
});
