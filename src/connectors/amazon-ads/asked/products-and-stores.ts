import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask about products, brands and Stores. */
export const productJobs: readonly AskedJob[] = [
  {
    actions: ["product_eligibility.query"],
    asked: [
      "can I advertise product|item|asin",
      "product|item|asin be_advertised|be_promoted|be_sponsored",
      "does product|item|asin qualify for ads|advertising",
      "am_I_allowed|may|possible to advertise|promote",
      "product advertising|ad eligibility|eligible",
      "can|may|am_I_allowed I advertise|promote product|item|asin|this",
      "why can|cannot|cant I not|advertise|promote product|item|asin",
      "why is product|item not|ineligible eligible|allowed|shown|advertised",
      "is product|item|asin allowed|eligible|ready for|in ads",
    ],
  },
  {
    actions: ["product_metadata.query"],
    asked: [
      "what does product|item cost|price on_amazon",
      "price of product|item|asin",
      "product metadata|info|details|title|price|availability",
      "title|price|name|image|availability of product|item|asin|sku",
      "what is|which product|item behind|called|asin|sku",
      "asin|sku of|for my product|item|mug",
      "list|show|find my own|products|items|asins|skus|catalog|listings",
      "is product|item|asin available|in_stock|buyable|out_of_stock",
      "what does product|item cost|sell_for",
      "product|item|asin sold_out|out_of_stock|in_stock|available|unavailable",
      "best_seller|bestseller rank",
    ],
  },
  {
    actions: ["sb_brands.list"],
    asked: [
      "brands I own|have|registered",
      "list|show|get brands of|my|account|advertiser",
      "which|what brands do I have|own|are|registered|belong account",
      "brand entity id",
    ],
  },
  {
    actions: ["stores.list"],
    asked: [
      "my stores|storefronts|shops",
      "stores|storefronts I have",
      "which|what|list|show pages of|in|has store|storefront|shop",
      "list|show|get my|stores|store|storefronts|storefront|shops|pages",
      "which|what stores|storefronts|shops|brand_store do_I_have|pages|are_there|has",
    ],
  },
  {
    actions: ["stores.insights"],
    asked: [
      "store|storefront|shop insights|statistics|visits|visitors|traffic|performance|views|sales",
      "how_many people|visitors|shoppers visit|visited|come|came|look|looked to|at my store|storefront|shop",
      "where do|from visitors|people|traffic of store|storefront|shop come",
      "which page of store|storefront|shop is best|most popular|visited",
    ],
  },
  {
    actions: ["stores.asin_metrics"],
    asked: [
      "product|asin statistics|metrics|clicks|views in store|storefront|shop",
      "which|what products|items in|of store|storefront|shop are clicked|viewed|bought|popular|sell",
    ],
  },
];
