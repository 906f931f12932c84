import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseLossless } from "../../../src/core/ground/lossless-json.ts";

test("whole numbers that a double cannot hold arrive as the text of their digits", () => {
  expect(parseLossless('{"id":144373194309380061,"n":[-144373194309380061,12]}')).toEqual({
    id: "144373194309380061",
    n: ["-144373194309380061", 12],
  });
});

test("digits inside strings, fractions and exponents do not change", () => {
  const text =
    '{"a":"1443731943093800611","b":"x\\"144373194309380061","c":0.14437319430938006,"d":1e21,"e":9007199254740991}';
  expect(parseLossless(text)).toEqual(JSON.parse(text));
});

test("all other JSON is parsed as by JSON.parse", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify([value, 9_007_199_254_740_991]);
      const unsafe = /(?<![\d.])\d{17,}(?![\d.e])/.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ""));
      if (!unsafe) expect(parseLossless(text)).toEqual(JSON.parse(text));
    }),
  );
});

test("invalid JSON throws, as with JSON.parse", () => {
  expect(() => parseLossless('{"id":144373194309380061')).toThrow(SyntaxError);
});
