/** A type of report that Amazon offers. A request can group rows by a key of `groups`, which allows more columns. */
export interface ReportType {
  adProduct: "SPONSORED_PRODUCTS" | "SPONSORED_BRANDS" | "SPONSORED_DISPLAY";
  /** The maximum number of days in one report. */
  maxDays: number;
  /** The maximum number of days from the first day of a report to today. */
  retentionDays: number;
  columns: readonly string[];
  groups: Readonly<
    Record<string, { columns: readonly string[]; filters: Readonly<Record<string, readonly string[]>> }>
  >;
}

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

// https://advertising.amazon.com/API/docs/en-us/guides/reporting/v3/report-types/overview
export const reportTypes: Readonly<Record<string, ReportType>> = {
  spAdvertisedProduct: {
    adProduct: "SPONSORED_PRODUCTS",
    maxDays: 31,
    retentionDays: 95,
    columns: words(`
      date startDate endDate campaignName campaignId adGroupName adGroupId adId addToList
      qualifiedBorrows royaltyQualifiedBorrows portfolioId impressions clicks costPerClick
      clickThroughRate cost spend campaignBudgetCurrencyCode campaignBudgetAmount
      campaignBudgetType campaignStatus advertisedAsin advertisedSku purchases1d purchases7d
      purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d purchasesSameSku14d
      purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d attributedSalesSameSku1d
      attributedSalesSameSku7d attributedSalesSameSku14d attributedSalesSameSku30d
      salesOtherSku7d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d unitsSoldOtherSku7d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d acosClicks7d acosClicks14d roasClicks7d
      roasClicks14d
    `),
    groups: {
      advertiser: { columns: words(""), filters: { adCreativeStatus: words("ENABLED PAUSED ARCHIVED") } },
    },
  },
  spAudiences: {
    adProduct: "SPONSORED_PRODUCTS",
    maxDays: 31,
    retentionDays: 95,
    columns: words(`
      campaignId segmentName segmentClassCode impressions clicks cost spend purchases1d
      purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d
      unitsSoldClicks14d unitsSoldClicks30d sales1d sales7d sales14d sales30d
      attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d
      attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d date startDate endDate campaignBiddingStrategy costPerClick
      clickThroughRate campaignName campaignStatus campaignBudgetAmount campaignBudgetType
      marketplaceId
    `),
    groups: {
      campaign: { columns: words(""), filters: {} },
      campaign_bid_boost_segment: { columns: words(""), filters: {} },
    },
  },
  spCampaigns: {
    adProduct: "SPONSORED_PRODUCTS",
    maxDays: 31,
    retentionDays: 95,
    columns: words(`
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks cost purchases1d
      purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d
      unitsSoldClicks14d unitsSoldClicks30d sales1d sales7d sales14d sales30d
      attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d
      attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d date startDate endDate campaignBiddingStrategy
      costPerClick clickThroughRate spend
    `),
    groups: {
      campaign: {
        columns: words(
          "campaignName campaignId campaignStatus campaignBudgetAmount campaignBudgetType campaignRuleBasedBudgetAmount campaignApplicableBudgetRuleId campaignApplicableBudgetRuleName campaignBudgetCurrencyCode topOfSearchImpressionShare",
        ),
        filters: { campaignStatus: words("ENABLED PAUSED ARCHIVED") },
      },
      adGroup: {
        columns: words("adGroupName adGroupId adStatus"),
        filters: { adStatus: words("ENABLED PAUSED ARCHIVED") },
      },
      campaignPlacement: {
        columns: words(
          "placementClassification campaignName campaignId campaignStatus campaignBudgetAmount campaignBudgetType campaignRuleBasedBudgetAmount campaignApplicableBudgetRuleId campaignApplicableBudgetRuleName campaignBudgetCurrencyCode topOfSearchImpressionShare",
        ),
        filters: { campaignSite: words("AmazonBusiness") },
      },
    },
  },
  spGrossAndInvalids: {
    adProduct: "SPONSORED_PRODUCTS",
    maxDays: 365,
    retentionDays: 365,
    columns: words(`
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions
      impressions invalidClickThroughRate invalidClickThroughs invalidImpressionRate
      invalidImpressions startDate
    `),
    groups: {
      campaign: { columns: words(""), filters: { campaignStatus: words("ENABLED PAUSED ARCHIVED") } },
    },
  },
  spPurchasedProduct: {
    adProduct: "SPONSORED_PRODUCTS",
    maxDays: 31,
    retentionDays: 95,
    columns: words(`
      date startDate endDate addToList addToListFromClicks qualifiedBorrows
      qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      portfolioId campaignName campaignId adGroupName adGroupId keywordId keyword keywordType
      advertisedAsin purchasedAsin advertisedSku campaignBudgetCurrencyCode matchType
      unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d sales1d sales7d
      sales14d sales30d purchases1d purchases7d purchases14d purchases30d unitsSoldOtherSku1d
      unitsSoldOtherSku7d unitsSoldOtherSku14d unitsSoldOtherSku30d salesOtherSku1d
      salesOtherSku7d salesOtherSku14d salesOtherSku30d purchasesOtherSku1d purchasesOtherSku7d
      purchasesOtherSku14d purchasesOtherSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d
    `),
    groups: {
      asin: { columns: words(""), filters: {} },
    },
  },
  spSearchTerm: {
    adProduct: "SPONSORED_PRODUCTS",
    maxDays: 31,
    retentionDays: 95,
    columns: words(`
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks costPerClick
      clickThroughRate cost purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d
      purchasesSameSku7d purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d
      unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d sales1d sales7d sales14d sales30d
      attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d
      attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d salesOtherSku7d unitsSoldOtherSku7d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d keywordId keyword campaignBudgetCurrencyCode date
      startDate endDate portfolioId searchTerm campaignName campaignId campaignBudgetType
      campaignBudgetAmount campaignStatus keywordBid adGroupName adGroupId keywordType matchType
      targeting adKeywordStatus
    `),
    groups: {
      searchTerm: {
        columns: words("adKeywordStatus"),
        filters: {
          keywordType: words("BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED"),
        },
      },
    },
  },
  spTargeting: {
    adProduct: "SPONSORED_PRODUCTS",
    maxDays: 31,
    retentionDays: 95,
    columns: words(`
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks costPerClick
      clickThroughRate cost purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d
      purchasesSameSku7d purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d
      unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d sales1d sales7d sales14d sales30d
      attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d
      attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d salesOtherSku7d unitsSoldOtherSku7d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d keywordId keyword campaignBudgetCurrencyCode date
      startDate endDate portfolioId campaignName campaignId campaignBudgetType
      campaignBudgetAmount campaignStatus keywordBid adGroupName adGroupId keywordType matchType
      targeting topOfSearchImpressionShare
    `),
    groups: {
      targeting: {
        columns: words("adKeywordStatus"),
        filters: {
          adKeywordStatus: words("ENABLED PAUSED ARCHIVED"),
          keywordType: words("BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED"),
        },
      },
    },
  },
  sbAdGroup: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 31,
    retentionDays: 60,
    columns: words(`
      addToCart addToCartClicks addToCartRate adGroupId adGroupName adStatus addToList
      addToListFromClicks qualifiedBorrows qualifiedBorrowsFromClicks royaltyQualifiedBorrows
      royaltyQualifiedBorrowsFromClicks brandedSearches brandedSearchesClicks
      campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName
      campaignStatus clicks cost costType date detailPageViews detailPageViewsClicks
      eCPAddToCart endDate impressions kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d newToBrandDetailPageViewRate
      newToBrandDetailPageViews newToBrandDetailPageViewsClicks newToBrandECPDetailPageView
      newToBrandPurchases newToBrandPurchasesClicks newToBrandPurchasesPercentage
      newToBrandPurchasesRate newToBrandSales newToBrandSalesClicks newToBrandSalesPercentage
      newToBrandUnitsSold newToBrandUnitsSoldClicks newToBrandUnitsSoldPercentage purchases
      purchasesClicks purchasesPromoted sales salesClicks salesPromoted startDate unitsSold
      unitsSoldClicks video5SecondViewRate video5SecondViews videoCompleteViews
      videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate
    `),
    groups: {
      adGroup: { columns: words(""), filters: { adStatus: words("ENABLED PAUSED ARCHIVED") } },
      campaign: { columns: words(""), filters: {} },
    },
  },
  sbAds: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 31,
    retentionDays: 60,
    columns: words(`
      addToCart addToCartClicks addToCartRate addToList qualifiedBorrows royaltyQualifiedBorrows
      addToListFromClicks qualifiedBorrowsFromClicks royaltyQualifiedBorrowsFromClicks adGroupId
      adGroupName adId brandedSearches brandedSearchesClicks campaignBudgetAmount
      campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName campaignStatus
      clicks cost costType date detailPageViews detailPageViewsClicks eCPAddToCart endDate
      impressions kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d
      newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewsClicks
      newToBrandECPDetailPageView newToBrandPurchases newToBrandPurchasesClicks
      newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold
      newToBrandUnitsSoldClicks newToBrandUnitsSoldPercentage purchases purchasesClicks
      purchasesPromoted sales salesClicks salesPromoted startDate unitsSold unitsSoldClicks
      video5SecondViewRate video5SecondViews videoCompleteViews videoFirstQuartileViews
      videoMidpointViews videoThirdQuartileViews videoUnmutes viewabilityRate
      viewableImpressions
    `),
    groups: {
      ads: { columns: words(""), filters: { adStatus: words("ENABLED PAUSED ARCHIVED") } },
    },
  },
  sbAudiences: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 31,
    retentionDays: 95,
    columns: words(`
      campaignId segmentName impressions clicks cost spend purchases sales salesClicks unitsSold
      unitsSoldClicks date startDate endDate costPerClick clickThroughRate campaignName
      campaignStatus campaignBudgetAmount campaignBudgetType marketplaceId segmentClassCode
    `),
    groups: {
      campaign: { columns: words(""), filters: {} },
      campaign_bid_boost_segment: { columns: words(""), filters: {} },
    },
  },
  sbCampaignPlacement: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 31,
    retentionDays: 60,
    columns: words(`
      addToCart addToCartClicks addToCartRate addToList addToListFromClicks qualifiedBorrows
      qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      brandedSearches brandedSearchesClicks campaignBudgetAmount campaignBudgetCurrencyCode
      campaignBudgetType campaignId campaignName campaignStatus clicks cost costType date
      detailPageViews detailPageViewsClicks eCPAddToCart endDate impressions
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d
      newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewsClicks
      newToBrandECPDetailPageView newToBrandPurchases newToBrandPurchasesClicks
      newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold
      newToBrandUnitsSoldClicks newToBrandUnitsSoldPercentage purchases purchasesClicks
      purchasesPromoted sales salesClicks salesPromoted startDate unitsSold unitsSoldClicks
      video5SecondViewRate video5SecondViews videoCompleteViews videoFirstQuartileViews
      videoMidpointViews videoThirdQuartileViews videoUnmutes viewabilityRate
      viewableImpressions viewClickThroughRate
    `),
    groups: {
      campaignPlacement: { columns: words("placementClassification"), filters: {} },
      campaign: { columns: words(""), filters: {} },
    },
  },
  sbCampaigns: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 31,
    retentionDays: 60,
    columns: words(`
      addToCart addToCartClicks addToCartRate addToList addToListFromClicks qualifiedBorrows
      qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      brandedSearches brandedSearchesClicks campaignBudgetAmount campaignBudgetCurrencyCode
      campaignBudgetType campaignId campaignName campaignStatus clicks cost costType date
      detailPageViews detailPageViewsClicks eCPAddToCart endDate impressions
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d
      newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewsClicks
      newToBrandECPDetailPageView newToBrandPurchases newToBrandPurchasesClicks
      newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold
      newToBrandUnitsSoldClicks newToBrandUnitsSoldPercentage purchases purchasesClicks
      purchasesPromoted sales salesClicks salesPromoted startDate topOfSearchImpressionShare
      unitsSold unitsSoldClicks video5SecondViewRate video5SecondViews videoCompleteViews
      videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewableImpressions viewClickThroughRate
    `),
    groups: {
      campaign: {
        columns: words(
          "campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType longTermSales longTermROAS topOfSearchImpressionShare",
        ),
        filters: { campaignStatus: words("ENABLED PAUSED ARCHIVED") },
      },
    },
  },
  sbGrossAndInvalids: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 365,
    retentionDays: 365,
    columns: words(`
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions
      impressions invalidClickThroughRate invalidClickThroughs invalidImpressionRate
      invalidImpressions startDate
    `),
    groups: {
      campaign: { columns: words(""), filters: { campaignStatus: words("ENABLED PAUSED ARCHIVED") } },
    },
  },
  sbPurchasedProduct: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 731,
    retentionDays: 731,
    columns: words(`
      campaignId adGroupId date startDate endDate campaignBudgetCurrencyCode campaignName
      campaignPriceTypeCode adGroupName attributionType purchasedAsin ordersClicks14d
      productName productCategory sales14d salesClicks14d orders14d unitsSold14d
      newToBrandSales14d newToBrandPurchases14d newToBrandUnitsSold14d
      newToBrandSalesPercentage14d newToBrandPurchasesPercentage14d
      newToBrandUnitsSoldPercentage14d unitsSoldClicks14d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d
    `),
    groups: {
      purchasedAsin: { columns: words(""), filters: {} },
    },
  },
  sbSearchTerm: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 31,
    retentionDays: 60,
    columns: words(`
      adGroupId adGroupName addToList addToListFromClicks qualifiedBorrows
      qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName
      campaignStatus clicks cost costType date endDate impressions keywordBid keywordId
      keywordText kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d
      matchType purchases purchasesClicks sales salesClicks searchTerm startDate unitsSold
      video5SecondViewRate video5SecondViews videoCompleteViews videoFirstQuartileViews
      videoMidpointViews videoThirdQuartileViews videoUnmutes viewabilityRate
      viewableImpressions viewClickThroughRate
    `),
    groups: {
      searchTerm: {
        columns: words("adKeywordStatus"),
        filters: {
          keywordType: words("BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED"),
        },
      },
    },
  },
  sbTargeting: {
    adProduct: "SPONSORED_BRANDS",
    maxDays: 31,
    retentionDays: 60,
    columns: words(`
      addToCart addToCartClicks addToCartRate adGroupId adGroupName addToList
      addToListFromClicks qualifiedBorrows qualifiedBorrowsFromClicks royaltyQualifiedBorrows
      royaltyQualifiedBorrowsFromClicks brandedSearches brandedSearchesClicks
      campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName
      campaignStatus clicks cost costType date detailPageViews detailPageViewsClicks
      eCPAddToCart endDate impressions keywordBid keywordId adKeywordStatus keywordText
      keywordType matchType newToBrandDetailPageViewRate newToBrandDetailPageViews
      newToBrandDetailPageViewsClicks newToBrandECPDetailPageView newToBrandPurchases
      newToBrandPurchasesClicks newToBrandPurchasesPercentage newToBrandPurchasesRate
      newToBrandSales newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold
      newToBrandUnitsSoldClicks newToBrandUnitsSoldPercentage purchases purchasesClicks
      purchasesPromoted sales salesClicks salesPromoted startDate targetingExpression
      targetingId targetingText targetingType topOfSearchImpressionShare unitsSold
    `),
    groups: {
      targeting: {
        columns: words(""),
        filters: {
          adKeywordStatus: words("ENABLED PAUSED ARCHIVED"),
          keywordType: words("BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED THEME"),
        },
      },
    },
  },
  sdAdGroup: {
    adProduct: "SPONSORED_DISPLAY",
    maxDays: 31,
    retentionDays: 65,
    columns: words(`
      addToCart addToCartClicks addToCartRate addToCartViews adGroupId adGroupName addToList
      addToListFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks
      qualifiedBorrowsFromViews royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews bidOptimization brandedSearches brandedSearchesClicks
      brandedSearchesViews brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName
      clicks cost cumulativeReach date detailPageViews detailPageViewsClicks eCPAddToCart
      eCPBrandSearch endDate impressions impressionsViews newToBrandPurchases
      newToBrandPurchasesClicks newToBrandSales newToBrandSalesClicks newToBrandUnitsSold
      newToBrandUnitsSoldClicks purchases purchasesClicks purchasesPromotedClicks sales
      salesClicks salesPromotedClicks startDate unitsSold unitsSoldClicks videoCompleteViews
      videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewClickThroughRate
    `),
    groups: {
      adGroup: {
        columns: words(
          "cumulativeReach impressionsFrequencyAverage newToBrandDetailPageViewClicks newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandECPDetailPageView",
        ),
        filters: {},
      },
      matchedTarget: { columns: words("matchedTargetAsin"), filters: {} },
    },
  },
  sdAdvertisedProduct: {
    adProduct: "SPONSORED_DISPLAY",
    maxDays: 31,
    retentionDays: 65,
    columns: words(`
      addToCart addToCartRate addToCartViews addToCartClicks adGroupId adGroupName adId
      addToList addToListFromClicks qualifiedBorrows royaltyQualifiedBorrows addToListFromViews
      qualifiedBorrowsFromClicks qualifiedBorrowsFromViews royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews bidOptimization brandedSearches brandedSearchesClicks
      brandedSearchesViews brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName
      clicks cost cumulativeReach date detailPageViews detailPageViewsClicks eCPAddToCart
      eCPBrandSearch endDate impressions impressionsFrequencyAverage impressionsViews
      newToBrandDetailPageViewClicks newToBrandDetailPageViewRate newToBrandDetailPageViews
      newToBrandDetailPageViewViews newToBrandECPDetailPageView newToBrandPurchases
      newToBrandPurchasesClicks newToBrandSales newToBrandSalesClicks newToBrandUnitsSold
      newToBrandUnitsSoldClicks promotedAsin promotedSku purchases purchasesClicks
      purchasesPromotedClicks sales salesClicks salesPromotedClicks startDate unitsSold
      unitsSoldClicks videoCompleteViews videoFirstQuartileViews videoMidpointViews
      videoThirdQuartileViews videoUnmutes viewabilityRate viewClickThroughRate
    `),
    groups: {
      advertiser: { columns: words(""), filters: {} },
    },
  },
  sdCampaigns: {
    adProduct: "SPONSORED_DISPLAY",
    maxDays: 31,
    retentionDays: 65,
    columns: words(`
      addToCart addToCartClicks addToCartRate addToCartViews addToList addToListFromClicks
      addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks qualifiedBorrowsFromViews
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks royaltyQualifiedBorrowsFromViews
      brandedSearches brandedSearchesClicks brandedSearchesViews brandedSearchRate
      campaignBudgetCurrencyCode campaignId campaignName clicks cost date detailPageViews
      detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate impressions impressionsViews
      newToBrandPurchases newToBrandPurchasesClicks newToBrandSalesClicks newToBrandUnitsSold
      newToBrandUnitsSoldClicks purchases purchasesClicks purchasesPromotedClicks sales
      salesClicks salesPromotedClicks startDate unitsSold unitsSoldClicks videoCompleteViews
      videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewClickThroughRate
    `),
    groups: {
      campaign: {
        columns: words(
          "campaignBudgetAmount campaignStatus costType cumulativeReach impressionsFrequencyAverage longTermSales longTermROAS newToBrandDetailPageViewClicks newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandECPDetailPageView newToBrandSales",
        ),
        filters: {},
      },
      matchedTarget: { columns: words("matchedTargetAsin"), filters: {} },
    },
  },
  sdGrossAndInvalids: {
    adProduct: "SPONSORED_DISPLAY",
    maxDays: 365,
    retentionDays: 365,
    columns: words(`
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions
      impressions invalidClickThroughRate invalidClickThroughs invalidImpressionRate
      invalidImpressions startDate
    `),
    groups: {
      campaign: { columns: words(""), filters: { campaignStatus: words("ENABLED PAUSED ARCHIVED") } },
    },
  },
  sdPurchasedProduct: {
    adProduct: "SPONSORED_DISPLAY",
    maxDays: 31,
    retentionDays: 65,
    columns: words(`
      adGroupId adGroupName asinBrandHalo addToList addToListFromClicks
      qualifiedBorrowsFromClicks royaltyQualifiedBorrowsFromClicks addToListFromViews
      qualifiedBorrows qualifiedBorrowsFromViews royaltyQualifiedBorrows
      royaltyQualifiedBorrowsFromViews campaignBudgetCurrencyCode campaignId campaignName
      conversionsBrandHalo conversionsBrandHaloClicks date endDate promotedAsin promotedSku
      salesBrandHalo salesBrandHaloClicks startDate unitsSoldBrandHalo unitsSoldBrandHaloClicks
    `),
    groups: {
      asin: { columns: words(""), filters: {} },
    },
  },
  sdTargeting: {
    adProduct: "SPONSORED_DISPLAY",
    maxDays: 31,
    retentionDays: 65,
    columns: words(`
      addToCart addToCartClicks addToCartRate addToCartViews adGroupId adGroupName addToList
      addToListFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks
      qualifiedBorrowsFromViews royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews brandedSearches brandedSearchesClicks
      brandedSearchesViews brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName
      clicks cost date detailPageViews detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate
      impressions impressionsViews newToBrandPurchases newToBrandPurchasesClicks newToBrandSales
      newToBrandSalesClicks newToBrandUnitsSold newToBrandUnitsSoldClicks purchases
      purchasesClicks purchasesPromotedClicks sales salesClicks salesPromotedClicks startDate
      targetingExpression targetingId targetingText unitsSold unitsSoldClicks videoCompleteViews
      videoFirstQuartileViews videoMidpointViews videoUnmutes viewabilityRate
    `),
    groups: {
      targeting: {
        columns: words(
          "adKeywordStatus newToBrandDetailPageViewClicks newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandECPDetailPageView",
        ),
        filters: {},
      },
      matchedTarget: { columns: words("matchedTargetAsin"), filters: {} },
    },
  },
};
