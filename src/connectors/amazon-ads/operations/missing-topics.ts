/** The topics that advertisers ask for, but that need another API of Amazon or another permission. */
export const missingTopics = [
  {
    words: [
      "tacos",
      "total sales",
      "organic",
      "stock",
      "inventory",
      "buy box",
      "search query performance",
      "brand analytics",
      "selling partner",
      "sp api",
      "refunds",
      "profit",
    ],
    says: "Not available: total sales (for TACoS), organic sales, stock, profit and search query performance. They are selling data of Amazon's Selling Partner API, which is another API. Reports here have only the sales that ads caused. product_metadata.query has the prices and the availability of your own products.",
  },
  {
    words: ["amc", "marketing cloud", "audience", "audiences", "lookalike", "prompts", "new to brand", "ntb"],
    says: "Not available: Amazon Marketing Cloud, and creating or listing audiences. Reports have some of their figures: the report types spAudiences, sbAudiences, spPromptAdExtension and sbPromptAdExtension, and columns such as newToBrandSales of Sponsored Brands and Sponsored Display. See reports.types.",
  },
  {
    words: ["dsp", "sponsored tv", "streaming tv", "demand side platform", "line item", "line items"],
    says: "Not available: campaigns, orders and line items of Amazon DSP, and campaigns of Sponsored TV. Both need a separate access. If the account has this access, reports with the report types dspCampaign or stCampaigns can be tried.",
  },
];
