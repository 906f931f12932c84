import { afterEach, describe, expect, test, vi } from "vitest";
import { hashOf, sha256 } from "../../../src/core/ground/hash.ts";

// Processes on different runtimes can share a store, so they must compute the same keys.
const withoutNode = () =>
  void vi.stubGlobal("process", Object.create(process, { getBuiltinModule: { value: undefined } }));
afterEach(() => vi.unstubAllGlobals());

describe.each([
  ["Node", () => {}],
  ["a runtime without Node's modules", withoutNode],
])("on %s", (_, prepare) => {
  // The digests are those of `sha256sum`.
  test.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["größer 😀", "a551cdacb6c83c7c76a11b952ae9c8515b9bfc26b58cad27c4cd53946955d4c1"],
  ])("the hash of %j is its SHA-256", async (text, digest) => {
    prepare();
    expect(Buffer.from(await sha256(text)).toString("hex")).toBe(digest);
    expect(await hashOf(text)).toBe(digest.slice(0, 32));
  });
});
