import { expect, test } from "vitest";
import { rangeWarnings } from "../../../../src/connectors/amazon-ads/wire/bid-ranges.ts";
import { openAmazon } from "../spending-platform.ts";

test("a bid outside the marketplace's range is sent with a warning", async () => {
  const one = openAmazon({ policy: { caps: { max_bid: { USD: 5000 } } } });
  const { meta } = await one.ads.sponsored_product_keywords.update({
    keywords: [{ keywordId: "7", bid: 2000 }],
  });
  expect(meta.warnings).toEqual([
    "keywords[0].bid: 2000 is outside the range that Amazon publishes for US, 0.02 to 1000 USD.",
  ]);
});

test("Sponsored Brands has its own ranges", () => {
  const warnings = (bid: number) => rangeWarnings("sb.keywords.update", { keywords: [{ bid }] }, "US");
  expect(warnings(49)).toEqual([]);
  expect(warnings(50)).toEqual([expect.stringContaining("0.1 to 49 USD")]);
});
