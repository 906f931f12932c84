import type { ReportType } from "./report-definition.ts";

// The report types of Amazon's reporting API, version 3.
// https://advertising.amazon.com/API/docs/en-us/guides/reporting/v3/report-types/overview

const sp = "SPONSORED_PRODUCTS";
const sb = "SPONSORED_BRANDS";
const sd = "SPONSORED_DISPLAY";
const status = ["ENABLED", "PAUSED", "ARCHIVED"];

const columnsOf = (names: string): string[] => names.trim().split(/\s+/);

export const reportTypes = {
  spAdvertisedProduct: {
    adProduct: sp,
    daysPerReport: 31,
    daysKept: 95,
    columns: columnsOf(`
      date startDate endDate campaignName campaignId adGroupName adGroupId adId addToList qualifiedBorrows
      royaltyQualifiedBorrows portfolioId impressions clicks costPerClick clickThroughRate cost spend
      campaignBudgetCurrencyCode campaignBudgetAmount campaignBudgetType campaignStatus advertisedAsin
      advertisedSku purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d
      purchasesSameSku7d purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d
      unitsSoldClicks14d unitsSoldClicks30d sales1d sales7d sales14d sales30d attributedSalesSameSku1d
      attributedSalesSameSku7d attributedSalesSameSku14d attributedSalesSameSku30d salesOtherSku7d
      unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d unitsSoldSameSku30d unitsSoldOtherSku7d
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d`),
    groups: {
      advertiser: { columns: [], filters: { adCreativeStatus: status } },
    },
  },
  spCampaigns: {
    adProduct: sp,
    daysPerReport: 31,
    daysKept: 95,
    columns: columnsOf(`
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks cost purchases1d purchases7d
      purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d purchasesSameSku14d
      purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d
      sales1d sales7d sales14d sales30d attributedSalesSameSku1d attributedSalesSameSku7d
      attributedSalesSameSku14d attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d
      unitsSoldSameSku14d unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d date startDate endDate campaignBiddingStrategy costPerClick
      clickThroughRate spend`),
    groups: {
      campaign: {
        columns: columnsOf(`
        campaignName campaignId campaignStatus campaignBudgetAmount campaignBudgetType
        campaignRuleBasedBudgetAmount campaignApplicableBudgetRuleId campaignApplicableBudgetRuleName
        campaignBudgetCurrencyCode topOfSearchImpressionShare`),
        filters: { campaignStatus: status },
      },
      adGroup: { columns: columnsOf("adGroupName adGroupId adStatus"), filters: { adStatus: status } },
      campaignPlacement: {
        columns: columnsOf(`
        placementClassification campaignName campaignId campaignStatus campaignBudgetAmount
        campaignBudgetType campaignRuleBasedBudgetAmount campaignApplicableBudgetRuleId
        campaignApplicableBudgetRuleName campaignBudgetCurrencyCode topOfSearchImpressionShare`),
        filters: { campaignSite: ["AmazonBusiness"] },
      },
    },
  },
  spGrossAndInvalids: {
    adProduct: sp,
    daysPerReport: 365,
    daysKept: 365,
    columns: columnsOf(`
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions impressions
      invalidClickThroughRate invalidClickThroughs invalidImpressionRate invalidImpressions startDate`),
    groups: {
      campaign: { columns: [], filters: { campaignStatus: status } },
    },
  },
  spPurchasedProduct: {
    adProduct: sp,
    daysPerReport: 31,
    daysKept: 95,
    columns: columnsOf(`
      date startDate endDate addToList addToListFromClicks qualifiedBorrows qualifiedBorrowsFromClicks
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks portfolioId campaignName campaignId
      adGroupName adGroupId keywordId keyword keywordType advertisedAsin purchasedAsin advertisedSku
      campaignBudgetCurrencyCode matchType unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d purchases1d purchases7d purchases14d
      purchases30d unitsSoldOtherSku1d unitsSoldOtherSku7d unitsSoldOtherSku14d unitsSoldOtherSku30d
      salesOtherSku1d salesOtherSku7d salesOtherSku14d salesOtherSku30d purchasesOtherSku1d
      purchasesOtherSku7d purchasesOtherSku14d purchasesOtherSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d`),
    groups: {
      asin: { columns: [], filters: {} },
    },
  },
  spSearchTerm: {
    adProduct: sp,
    daysPerReport: 31,
    daysKept: 95,
    columns: columnsOf(`
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks costPerClick clickThroughRate
      cost purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d attributedSalesSameSku1d
      attributedSalesSameSku7d attributedSalesSameSku14d attributedSalesSameSku30d unitsSoldSameSku1d
      unitsSoldSameSku7d unitsSoldSameSku14d unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d salesOtherSku7d unitsSoldOtherSku7d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d keywordId keyword campaignBudgetCurrencyCode date startDate
      endDate portfolioId searchTerm campaignName campaignId campaignBudgetType campaignBudgetAmount
      campaignStatus keywordBid adGroupName adGroupId keywordType matchType targeting adKeywordStatus`),
    groups: {
      searchTerm: {
        columns: columnsOf("adKeywordStatus"),
        filters: {
          keywordType: [
            "BROAD",
            "PHRASE",
            "EXACT",
            "TARGETING_EXPRESSION",
            "TARGETING_EXPRESSION_PREDEFINED",
          ],
        },
      },
    },
  },
  spTargeting: {
    adProduct: sp,
    daysPerReport: 31,
    daysKept: 95,
    columns: columnsOf(`
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks costPerClick clickThroughRate
      cost purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d attributedSalesSameSku1d
      attributedSalesSameSku7d attributedSalesSameSku14d attributedSalesSameSku30d unitsSoldSameSku1d
      unitsSoldSameSku7d unitsSoldSameSku14d unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d salesOtherSku7d unitsSoldOtherSku7d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d keywordId keyword campaignBudgetCurrencyCode date startDate
      endDate portfolioId campaignName campaignId campaignBudgetType campaignBudgetAmount campaignStatus
      keywordBid adGroupName adGroupId keywordType matchType targeting topOfSearchImpressionShare`),
    groups: {
      targeting: {
        columns: columnsOf("adKeywordStatus"),
        filters: {
          adKeywordStatus: status,
          keywordType: [
            "BROAD",
            "PHRASE",
            "EXACT",
            "TARGETING_EXPRESSION",
            "TARGETING_EXPRESSION_PREDEFINED",
          ],
        },
      },
    },
  },
  sbAdGroup: {
    adProduct: sb,
    daysPerReport: 31,
    daysKept: 60,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate adGroupId adGroupName adStatus addToList addToListFromClicks
      qualifiedBorrows qualifiedBorrowsFromClicks royaltyQualifiedBorrows
      royaltyQualifiedBorrowsFromClicks brandedSearches brandedSearchesClicks campaignBudgetAmount
      campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName campaignStatus clicks cost
      costType date detailPageViews detailPageViewsClicks eCPAddToCart endDate impressions
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d
      newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewsClicks
      newToBrandECPDetailPageView newToBrandPurchases newToBrandPurchasesClicks
      newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales newToBrandSalesClicks
      newToBrandSalesPercentage newToBrandUnitsSold newToBrandUnitsSoldClicks
      newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted sales salesClicks
      salesPromoted startDate unitsSold unitsSoldClicks video5SecondViewRate video5SecondViews
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate`),
    groups: {
      adGroup: { columns: [], filters: { adStatus: status } },
    },
  },
  sbAds: {
    adProduct: sb,
    daysPerReport: 31,
    daysKept: 60,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate addToList qualifiedBorrows royaltyQualifiedBorrows
      addToListFromClicks qualifiedBorrowsFromClicks royaltyQualifiedBorrowsFromClicks adGroupId
      adGroupName adId brandedSearches brandedSearchesClicks campaignBudgetAmount
      campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName campaignStatus clicks cost
      costType date detailPageViews detailPageViewsClicks eCPAddToCart endDate impressions
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d
      newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewsClicks
      newToBrandECPDetailPageView newToBrandPurchases newToBrandPurchasesClicks
      newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales newToBrandSalesClicks
      newToBrandSalesPercentage newToBrandUnitsSold newToBrandUnitsSoldClicks
      newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted sales salesClicks
      salesPromoted startDate unitsSold unitsSoldClicks video5SecondViewRate video5SecondViews
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewableImpressions`),
    groups: {
      ads: { columns: [], filters: { adStatus: status } },
    },
  },
  sbCampaignPlacement: {
    adProduct: sb,
    daysPerReport: 31,
    daysKept: 60,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate addToList addToListFromClicks qualifiedBorrows
      qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks brandedSearches
      brandedSearchesClicks campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType campaignId
      campaignName campaignStatus clicks cost costType date detailPageViews detailPageViewsClicks
      eCPAddToCart endDate impressions kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d newToBrandDetailPageViewRate newToBrandDetailPageViews
      newToBrandDetailPageViewsClicks newToBrandECPDetailPageView newToBrandPurchases
      newToBrandPurchasesClicks newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold newToBrandUnitsSoldClicks
      newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted sales salesClicks
      salesPromoted startDate unitsSold unitsSoldClicks video5SecondViewRate video5SecondViews
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewableImpressions viewClickThroughRate`),
    groups: {
      campaignPlacement: { columns: columnsOf("placementClassification"), filters: {} },
      campaign: { columns: [], filters: {} },
    },
  },
  sbCampaigns: {
    adProduct: sb,
    daysPerReport: 31,
    daysKept: 60,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate addToList addToListFromClicks qualifiedBorrows
      qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks brandedSearches
      brandedSearchesClicks campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType campaignId
      campaignName campaignStatus clicks cost costType date detailPageViews detailPageViewsClicks
      eCPAddToCart endDate impressions kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d newToBrandDetailPageViewRate newToBrandDetailPageViews
      newToBrandDetailPageViewsClicks newToBrandECPDetailPageView newToBrandPurchases
      newToBrandPurchasesClicks newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold newToBrandUnitsSoldClicks
      newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted sales salesClicks
      salesPromoted startDate topOfSearchImpressionShare unitsSold unitsSoldClicks video5SecondViewRate
      video5SecondViews videoCompleteViews videoFirstQuartileViews videoMidpointViews
      videoThirdQuartileViews videoUnmutes viewabilityRate viewableImpressions viewClickThroughRate`),
    groups: {
      campaign: {
        columns: columnsOf(`
        campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType longTermSales longTermROAS
        topOfSearchImpressionShare`),
        filters: { campaignStatus: status },
      },
    },
  },
  sbGrossAndInvalids: {
    adProduct: sb,
    daysPerReport: 365,
    daysKept: 365,
    columns: columnsOf(`
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions impressions
      invalidClickThroughRate invalidClickThroughs invalidImpressionRate invalidImpressions startDate`),
    groups: {
      campaign: { columns: [], filters: { campaignStatus: status } },
    },
  },
  sbPurchasedProduct: {
    adProduct: sb,
    daysPerReport: 731,
    daysKept: 731,
    columns: columnsOf(`
      campaignId adGroupId date startDate endDate campaignBudgetCurrencyCode campaignName
      campaignPriceTypeCode adGroupName attributionType purchasedAsin ordersClicks14d productName
      productCategory sales14d salesClicks14d orders14d unitsSold14d newToBrandSales14d
      newToBrandPurchases14d newToBrandUnitsSold14d newToBrandSalesPercentage14d
      newToBrandPurchasesPercentage14d newToBrandUnitsSoldPercentage14d unitsSoldClicks14d
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d`),
    groups: {
      purchasedAsin: { columns: [], filters: {} },
    },
  },
  sbSearchTerm: {
    adProduct: sb,
    daysPerReport: 31,
    daysKept: 60,
    columns: columnsOf(`
      adGroupId adGroupName addToList addToListFromClicks qualifiedBorrows qualifiedBorrowsFromClicks
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks campaignBudgetAmount
      campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName campaignStatus clicks cost
      costType date endDate impressions keywordBid keywordId keywordText
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d matchType purchases
      purchasesClicks sales salesClicks searchTerm startDate unitsSold video5SecondViewRate
      video5SecondViews videoCompleteViews videoFirstQuartileViews videoMidpointViews
      videoThirdQuartileViews videoUnmutes viewabilityRate viewableImpressions viewClickThroughRate`),
    groups: {
      searchTerm: {
        columns: columnsOf("adKeywordStatus"),
        filters: {
          keywordType: [
            "BROAD",
            "PHRASE",
            "EXACT",
            "TARGETING_EXPRESSION",
            "TARGETING_EXPRESSION_PREDEFINED",
          ],
        },
      },
    },
  },
  sbTargeting: {
    adProduct: sb,
    daysPerReport: 31,
    daysKept: 60,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate adGroupId adGroupName addToList addToListFromClicks
      qualifiedBorrows qualifiedBorrowsFromClicks royaltyQualifiedBorrows
      royaltyQualifiedBorrowsFromClicks brandedSearches brandedSearchesClicks campaignBudgetAmount
      campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName campaignStatus clicks cost
      costType date detailPageViews detailPageViewsClicks eCPAddToCart endDate impressions keywordBid
      keywordId adKeywordStatus keywordText keywordType matchType newToBrandDetailPageViewRate
      newToBrandDetailPageViews newToBrandDetailPageViewsClicks newToBrandECPDetailPageView
      newToBrandPurchases newToBrandPurchasesClicks newToBrandPurchasesPercentage newToBrandPurchasesRate
      newToBrandSales newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold
      newToBrandUnitsSoldClicks newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted
      sales salesClicks salesPromoted startDate targetingExpression targetingId targetingText
      targetingType topOfSearchImpressionShare unitsSold`),
    groups: {
      targeting: {
        columns: [],
        filters: {
          adKeywordStatus: status,
          keywordType: [
            "BROAD",
            "PHRASE",
            "EXACT",
            "TARGETING_EXPRESSION",
            "TARGETING_EXPRESSION_PREDEFINED",
            "THEME",
          ],
        },
      },
    },
  },
  sdAdGroup: {
    adProduct: sd,
    daysPerReport: 31,
    daysKept: 65,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate addToCartViews adGroupId adGroupName addToList
      addToListFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks
      qualifiedBorrowsFromViews royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews bidOptimization brandedSearches brandedSearchesClicks
      brandedSearchesViews brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName clicks
      cost cumulativeReach date detailPageViews detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate
      impressions impressionsViews newToBrandPurchases newToBrandPurchasesClicks newToBrandSales
      newToBrandSalesClicks newToBrandUnitsSold newToBrandUnitsSoldClicks purchases purchasesClicks
      purchasesPromotedClicks sales salesClicks salesPromotedClicks startDate unitsSold unitsSoldClicks
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewClickThroughRate`),
    groups: {
      adGroup: {
        columns: columnsOf(`
        cumulativeReach impressionsFrequencyAverage newToBrandDetailPageViewClicks
        newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewViews
        newToBrandECPDetailPageView`),
        filters: {},
      },
      matchedTarget: { columns: columnsOf("matchedTargetAsin"), filters: {} },
    },
  },
  sdAdvertisedProduct: {
    adProduct: sd,
    daysPerReport: 31,
    daysKept: 65,
    columns: columnsOf(`
      addToCart addToCartRate addToCartViews addToCartClicks adGroupId adGroupName adId addToList
      addToListFromClicks qualifiedBorrows royaltyQualifiedBorrows addToListFromViews
      qualifiedBorrowsFromClicks qualifiedBorrowsFromViews royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews bidOptimization brandedSearches brandedSearchesClicks
      brandedSearchesViews brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName clicks
      cost cumulativeReach date detailPageViews detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate
      impressions impressionsFrequencyAverage impressionsViews newToBrandDetailPageViewClicks
      newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewViews
      newToBrandECPDetailPageView newToBrandPurchases newToBrandPurchasesClicks newToBrandSales
      newToBrandSalesClicks newToBrandUnitsSold newToBrandUnitsSoldClicks promotedAsin promotedSku
      purchases purchasesClicks purchasesPromotedClicks sales salesClicks salesPromotedClicks startDate
      unitsSold unitsSoldClicks videoCompleteViews videoFirstQuartileViews videoMidpointViews
      videoThirdQuartileViews videoUnmutes viewabilityRate viewClickThroughRate`),
    groups: {
      advertiser: { columns: [], filters: {} },
    },
  },
  sdCampaigns: {
    adProduct: sd,
    daysPerReport: 31,
    daysKept: 65,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate addToCartViews addToList addToListFromClicks
      addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks qualifiedBorrowsFromViews
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks royaltyQualifiedBorrowsFromViews
      brandedSearches brandedSearchesClicks brandedSearchesViews brandedSearchRate
      campaignBudgetCurrencyCode campaignId campaignName clicks cost date detailPageViews
      detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate impressions impressionsViews
      newToBrandPurchases newToBrandPurchasesClicks newToBrandSalesClicks newToBrandUnitsSold
      newToBrandUnitsSoldClicks purchases purchasesClicks purchasesPromotedClicks sales salesClicks
      salesPromotedClicks startDate unitsSold unitsSoldClicks videoCompleteViews videoFirstQuartileViews
      videoMidpointViews videoThirdQuartileViews videoUnmutes viewabilityRate viewClickThroughRate`),
    groups: {
      campaign: {
        columns: columnsOf(`
        campaignBudgetAmount campaignStatus costType cumulativeReach impressionsFrequencyAverage
        longTermSales longTermROAS newToBrandDetailPageViewClicks newToBrandDetailPageViewRate
        newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandECPDetailPageView newToBrandSales`),
        filters: {},
      },
      matchedTarget: { columns: columnsOf("matchedTargetAsin"), filters: {} },
    },
  },
  sdGrossAndInvalids: {
    adProduct: sd,
    daysPerReport: 365,
    daysKept: 365,
    columns: columnsOf(`
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions impressions
      invalidClickThroughRate invalidClickThroughs invalidImpressionRate invalidImpressions startDate`),
    groups: {
      campaign: { columns: [], filters: { campaignStatus: status } },
    },
  },
  sdPurchasedProduct: {
    adProduct: sd,
    daysPerReport: 31,
    daysKept: 65,
    columns: columnsOf(`
      adGroupId adGroupName asinBrandHalo addToList addToListFromClicks qualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromViews
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromViews campaignBudgetCurrencyCode campaignId
      campaignName conversionsBrandHalo conversionsBrandHaloClicks date endDate promotedAsin promotedSku
      salesBrandHalo salesBrandHaloClicks startDate unitsSoldBrandHalo unitsSoldBrandHaloClicks`),
    groups: {
      asin: { columns: [], filters: {} },
    },
  },
  sdTargeting: {
    adProduct: sd,
    daysPerReport: 31,
    daysKept: 65,
    columns: columnsOf(`
      addToCart addToCartClicks addToCartRate addToCartViews adGroupId adGroupName addToList
      addToListFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks
      qualifiedBorrowsFromViews royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews brandedSearches brandedSearchesClicks brandedSearchesViews
      brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName clicks cost date
      detailPageViews detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate impressions
      impressionsViews newToBrandPurchases newToBrandPurchasesClicks newToBrandSales newToBrandSalesClicks
      newToBrandUnitsSold newToBrandUnitsSoldClicks purchases purchasesClicks purchasesPromotedClicks
      sales salesClicks salesPromotedClicks startDate targetingExpression targetingId targetingText
      unitsSold unitsSoldClicks videoCompleteViews videoFirstQuartileViews videoMidpointViews videoUnmutes
      viewabilityRate`),
    groups: {
      targeting: {
        columns: columnsOf(`
        adKeywordStatus newToBrandDetailPageViewClicks newToBrandDetailPageViewRate
        newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandECPDetailPageView`),
        filters: {},
      },
      matchedTarget: { columns: columnsOf("matchedTargetAsin"), filters: {} },
    },
  },
} satisfies Readonly<Record<string, ReportType>>;
