import type { AskedJob } from "../../../core/contract/search.ts";

const seller = "They belong to Amazon's Selling Partner API, which is another API.";

/** What advertisers ask for, but that needs another API of Amazon or another permission. */
export const missing: readonly AskedJob[] = [
  {
    asked: [
      "tacos",
      "calculate|compute|get|what tacos from|of|with total sales",
      "total|organic|overall|all sales|revenue|traffic|orders including|without ads",
      "organic rank|ranking|position|sales",
      "profit|margin|margins|profitability|net_profit after fees|costs",
      "search_query_performance",
      "brand_analytics",
      "selling_partner|sp_api|seller_central|vendor_central",
      "buy_box|featured_offer",
      "market_share|sales_rank",
    ],
    says: "Not available: total sales (for TACoS), organic sales, profit and search query performance. They are selling data of Amazon's Selling Partner API, which is another API. Reports here have only the sales that ads caused. product_metadata.query has the prices and the availability of your own products.",
  },
  {
    asked: [
      "stock|inventory|warehouse|warehouses",
      "how_many units|items|pieces are|left in stock|inventory|warehouse",
      "send|ship|restock|replenish stock|inventory|goods|units|products to warehouse|fba|fulfillment",
      "restock|replenish|reorder product|item",
      "stock level|levels|count|counts|units",
      "fba|fulfillment|fulfilment shipment|shipments|fees|storage",
    ],
    says: `Not available: stock and shipments to warehouses. ${seller} product_metadata.query shows if a product is available.`,
  },
  {
    asked: [
      "change|set|lower|raise|update|reduce price|prices of product|products|item|listing|offer|mug",
      "change|set|edit|lower|raise product|item|list|selling price|prices",
      "sell product|item cheaper|for less",
      "reprice|repricing",
      "discount|coupon|coupons|voucher|promo_code|promotion_code|deal|deals|lightning_deal|sale_price",
      "create|make|offer|run discount|coupon|deal|lightning_deal|voucher|promotion for|buyers",
      "prime_exclusive_discount",
    ],
    says: `Not available: prices, coupons and deals. ${seller}`,
  },
  {
    asked: [
      "refund|refunds|return|returns buyer|customer|buyers|order|orders|money",
      "refund buyer|customer|order",
      "who returned|sent_back product|item",
      "returned items|products|orders",
      "how_many|returns did|have",
      "orders|order|shipment|package|parcel|delivery",
      "list|show|get|see|ship|cancel|track|print|dispatch orders|order|parcel|package|shipment|label",
      "where is order|package|parcel|shipment",
      "who bought|ordered|are my customers|buyers|customer_names",
      "address|name|names of buyer|customer|buyers",
      "ship|send|post product|item|parcel to buyer|customer",
      "buyer|customer message|messages|contact|write|email|reply|answer",
    ],
    says: `Not available: orders, refunds, and messages to buyers. ${seller}`,
  },
  {
    asked: [
      "review|reviews|rating|ratings|stars|feedback",
      "answer|read|reply|remove|delete|report|ask customer|product|bad|negative reviews|review|feedback|rating|question|questions",
      "what do customers|buyers|people say|think about product",
      "seller feedback|rating",
      "customer question|questions answer",
    ],
    says: `Not available: customer reviews, ratings and questions. ${seller}`,
  },
  {
    asked: [
      "create|edit|change|update|write|add|delete|remove|close product|my|new listing|listings|title|description|bullet_points|images|photos|variation",
      "change|edit|fix|improve|rewrite|update product|listing title|description|bullet_points|text|page|photos|images",
      "list|put|sell|offer product|item for_sale|on_amazon",
      "start selling product|item",
      "a_plus_content|a_content|enhanced_content|brand_story",
      "create|add|delete product|asin|sku|variation on|from catalog|amazon",
      "hijacker|counterfeit|unauthorized_seller report|remove",
      "brand_registry|register|trademark brand",
    ],
    says: `Not available: product pages and listings. ${seller}`,
  },
  {
    asked: [
      "pay|settle invoice|bill",
      "change|update|add|replace|set credit_card|payment_method|card|bank_account|billing_address|payment",
      "credit_card|payment_method|bank_account|billing_address",
      "payout|payouts|disbursement|settlement",
      "when does amazon pay me",
      "promotional_credit|ad_credit|refund for clicks",
    ],
    says: "Not available: payments, cards and payouts. They are managed in the advertising console. invoices.list and invoices.get read invoices.",
  },
  {
    asked: [
      "invite|add|remove|give|grant user|person|colleague|agency|employee|someone access|rights|permission|to account",
      "user|users permission|permissions|access|role|rights of account",
      "who has access account",
      "create|open|close|delete|register|new advertising|ad|seller amazon account|profile",
      "change account|profile name|currency|timezone|country|password",
      "change|reset password",
    ],
    says: "Not available: users, permissions and settings of accounts. They are managed in the advertising console.",
  },
  {
    asked: [
      "amc|marketing_cloud",
      "create|list|build|upload|delete|make audience|audiences|customer_list|segment|lookalike",
      "lookalike|lookalikes",
      "audience_builder|custom_audience|first_party_data",
      "hashed emails upload",
    ],
    says: "Not available: Amazon Marketing Cloud, and creating or listing audiences. Reports have some of their figures: the report types spAudiences, sbAudiences, spPromptAdExtension and sbPromptAdExtension, and columns such as newToBrandSales of Sponsored Brands and Sponsored Display. See reports.types.",
  },
  {
    asked: [
      "dsp|demand_side_platform|programmatic",
      "sponsored_tv|streaming_tv|tv|television ad|ads|campaign|commercial|spot",
      "line_item|line_items",
      "audio|radio|podcast|twitch|prime_video|fire_tv ad|ads|campaign",
      "advertise on tv|radio|prime_video|twitch",
    ],
    says: "Not available: campaigns, orders and line items of Amazon DSP, and campaigns of Sponsored TV. Both need separate access. If the account has this access, reports with the report types dspCampaign or stCampaigns can be tried.",
  },
  {
    asked: [
      "google|facebook|instagram|tiktok|meta|bing|walmart|ebay|youtube|pinterest|etsy|shopify ads|ad|campaign|advertise|on",
      "advertise on google|facebook|instagram|tiktok|youtube",
      "influencer|affiliate|newsletter|email_campaign|mailing",
      "send|write email|newsletter|mail to customers|shoppers",
    ],
    says: "Not available: platforms other than Amazon Ads.",
  },
  {
    asked: [
      "create|build|edit|design|update|publish|change|delete store|storefront|shop|brand_store page|pages|layout|tile",
      "add page to store|storefront|shop",
      "build|design|edit my storefront|store|shop",
      "amazon_post|amazon_posts",
      "write|publish post|posts",
    ],
    says: "Not available: building and changing Stores, and posts. stores.list and stores.insights read Stores and their statistics.",
  },
  {
    asked: [
      "delete|remove|edit image|picture|photo|video|logo|asset from|in library|asset_library",
      "generate|make|create|draw image|picture|photo|video|logo with|by ai",
      "create|draw|design logo|picture|video",
    ],
    says: "Not available: creating, editing or deleting images and videos. creative_assets.upload adds a file to the library.",
  },
  {
    asked: [
      "ab_test|split_test|a_b_test|experiment|experiments",
      "create|run|start split_test|experiment|ab_test",
      "keyword search_volume|volume",
      "how_often is keyword|word searched",
      "open|create case|ticket|contact seller_support|support|help",
      "call|contact|write amazon support|help_desk",
      "appeal|suspended|suspension account",
    ],
    says: "Not available: experiments, search volumes and support cases.",
  },
  {
    asked: [
      "tax|taxes|vat|tax_return return|file|report",
      "business_report|business_reports|sales_dashboard",
      "supplier|suppliers|manufacturer|find|order|source from|in goods|china",
      "weather|translate|calendar|meeting",
    ],
    says: "Not available: this is not a task of Amazon Ads.",
  },
];
