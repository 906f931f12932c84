import { expect, test } from "vitest";
import { createReader } from "../../../../../src/connectors/amazon-ads/money/records/record-reader.ts";

test("a check that needs more than 60 pages of records is refused", async () => {
  const readPages = async (count: number) => {
    let pages = 0;
    const reader = createReader(async () => {
      pages += 1;
      return { data: [], meta: pages < count ? { next_cursor: String(pages) } : {} };
    }, "1");
    await reader.list("sponsored_product_keywords", "list", {});
    return pages;
  };
  expect(await readPages(60)).toBe(60);
  await expect(readPages(61)).rejects.toMatchObject({
    code: "invalid_params",
    hint: expect.stringContaining("Nothing was sent."),
  });
});
