import { AmazonAdsConnector } from "agent-connectors/amazon-ads";
import { amazonAdsSandbox } from "agent-connectors/sandbox";
import { expect, test } from "vitest";

type Dict = Record<string, unknown>;
type Page = Awaited<ReturnType<AmazonAdsConnector["product_metadata"]["query"]>>;

const profileId = "2381940675312846";

const products = Array.from({ length: 120 }, (_, index) => ({
  asin: `B0PAGE${String(index).padStart(4, "0")}`,
  sku: `SKU-${index}`,
  title: `Tent ${index}`,
  price: 10,
  brand: "Fernhill",
  category: "Tents",
}));
const asinsOf = (data: unknown) => (data as { asin: string }[]).map(({ asin }) => asin);

/** Opens a connector whose lists of products come from `answer`, and records the bodies of the requests. */
function open(answer: (body: Dict) => Dict) {
  const sandbox = amazonAdsSandbox();
  const bodies: Dict[] = [];
  const ads = new AmazonAdsConnector(
    { auth: sandbox.credentials },
    {
      ...sandbox.options,
      fetch: async (input, init) => {
        if (new URL(String(input)).pathname !== "/product/metadata") return sandbox.fetch(input, init);
        bodies.push(JSON.parse(String(init?.body)) as Dict);
        return Response.json(answer(bodies.at(-1)!));
      },
    },
  );
  return { ads, bodies };
}

test("all pages of a seller's products are read, each product once", async () => {
  const sandbox = amazonAdsSandbox({ seed: { accounts: [{ profile: { profileId }, products }] } });
  const ads = new AmazonAdsConnector({ auth: sandbox.credentials }, sandbox.options);
  const tool = await ads.tool();
  for (const limit of [undefined, 7, 60, 300]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page: Page = await ads.execute("product_metadata", "query", { profileId, limit, cursor });
      expect(page.data.length).toBeLessThanOrEqual(limit ?? 50);
      found.push(...asinsOf(page.data));
      cursor = page.meta.next_cursor;
    } while (cursor !== undefined);
    expect(found).toEqual(asinsOf(products));
  }
  const page = await tool.call({ entity: "product_metadata", action: "query", params: { profileId } });
  const { next } = JSON.parse(page.text) as { next: Dict };
  const later = await tool.call({ entity: "product_metadata", action: "query", params: next });
  expect(later.ok, later.text).toBe(true);
});

// For authors, Amazon ignores `pageIndex` and returns a `cursorToken`.
// https://advertising.amazon.com/API/docs/en-us/product-metadata
test("an author's pages follow Amazon's token, even if the token is a number", async () => {
  const { ads, bodies } = open(({ cursorToken }) => ({
    ProductMetadataList: [{ asin: cursorToken === undefined ? "B000000001" : "B000000002" }],
    cursorToken: cursorToken === undefined ? "7" : null,
  }));
  const found = [];
  for await (const one of ads.product_metadata.query.all({ profileId, limit: 1 })) found.push(one);
  expect(asinsOf(found)).toEqual(["B000000001", "B000000002"]);
  expect(bodies.map(({ pageIndex, cursorToken }) => ({ pageIndex, cursorToken }))).toEqual([
    { pageIndex: 0, cursorToken: undefined },
    { pageIndex: 0, cursorToken: "7" },
  ]);
});

// Amazon returns at most 10,000 products of one list: (pageIndex + 1) * pageSize.
test("at Amazon's limit, a warning says that products are missing and how to find them", async () => {
  const { ads } = open(({ pageSize }) => ({ ProductMetadataList: Array.from({ length: Number(pageSize) }, (_, at) => products[at % 120]!) })); // prettier-ignore
  const page = (cursor: string) =>
    ads.execute("product_metadata", "query", { profileId, limit: 300, cursor });
  expect((await page("31")).meta).toMatchObject({ has_more: true, next_cursor: "32" });
  const { meta } = await page("32");
  expect(meta.next_cursor).toBeUndefined();
  expect(meta.warnings!.join()).toMatch(/10,000 products.*searchStr/);
});

test.each(["-1", "1.5", "x", "0"])("the cursor %s is refused before anything is sent", async (cursor) => {
  const { ads, bodies } = open(() => ({}));
  await expect(ads.execute("product_metadata", "query", { profileId, cursor })).rejects.toMatchObject({
    code: "invalid_params",
    path: "params.cursor",
  });
  expect(bodies).toEqual([]);
});
