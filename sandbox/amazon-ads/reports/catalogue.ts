// scripts/report-catalogue.ts writes this file from the facts of Amazon's report pages. White space separates the
// names in a text. https://advertising.amazon.com/API/docs/en-us/guides/reporting/v3/report-types/overview

/** The report types, by id. */
export const catalogue = {
  sbAdGroup: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 60,
    columns: `
      addToCart addToCartClicks addToCartRate adGroupId adGroupName adStatus addToList addToListFromClicks
      qualifiedBorrows qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      brandedSearches brandedSearchesClicks campaignBudgetAmount campaignBudgetCurrencyCode
      campaignBudgetType campaignId campaignName campaignStatus clicks cost costType date detailPageViews
      detailPageViewsClicks eCPAddToCart endDate impressions kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d newToBrandDetailPageViewRate newToBrandDetailPageViews
      newToBrandDetailPageViewsClicks newToBrandECPDetailPageView newToBrandPurchases
      newToBrandPurchasesClicks newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold newToBrandUnitsSoldClicks
      newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted sales salesClicks
      salesPromoted startDate unitsSold unitsSoldClicks video5SecondViewRate video5SecondViews
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate
    `,
    unconfirmed: "viewClickThroughRate viewableImpressions",
    groups: {
      adGroup: {
        columns: "",
        filters: {
          adStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
      campaign: {
        columns: "",
        filters: {},
      },
    },
  },
  sdAdGroup: {
    adProduct: "SPONSORED_DISPLAY",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 65,
    columns: `
      addToCart addToCartClicks addToCartRate addToCartViews adGroupId adGroupName addToList
      addToListFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks
      qualifiedBorrowsFromViews royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews bidOptimization brandedSearches brandedSearchesClicks
      brandedSearchesViews brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName clicks cost
      cumulativeReach date detailPageViews detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate
      impressions impressionsViews newToBrandPurchases newToBrandPurchasesClicks newToBrandSales
      newToBrandSalesClicks newToBrandUnitsSold newToBrandUnitsSoldClicks purchases purchasesClicks
      purchasesPromotedClicks sales salesClicks salesPromotedClicks startDate unitsSold unitsSoldClicks
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewClickThroughRate kindleEditionNormalizedPagesRead
      kindleEditionNormalizedPagesReadFromClicks kindleEditionNormalizedPagesReadFromViews
      kindleEditionNormalizedPagesRoyalties kindleEditionNormalizedPagesRoyaltiesFromClicks
      kindleEditionNormalizedPagesRoyaltiesFromViews
    `,
    unconfirmed: "",
    groups: {
      adGroup: {
        columns: `
          cumulativeReach impressionsFrequencyAverage newToBrandDetailPageViewClicks
          newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewViews
          newToBrandECPDetailPageView
        `,
        filters: {},
      },
      matchedTarget: {
        columns: "matchedTargetAsin",
        filters: {},
      },
    },
  },
  sbAds: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 60,
    columns: `
      addToCart addToCartClicks addToCartRate addToList qualifiedBorrows royaltyQualifiedBorrows
      addToListFromClicks qualifiedBorrowsFromClicks royaltyQualifiedBorrowsFromClicks adGroupId adGroupName
      adId brandedSearches brandedSearchesClicks campaignBudgetAmount campaignBudgetCurrencyCode
      campaignBudgetType campaignId campaignName campaignStatus clicks cost costType date detailPageViews
      detailPageViewsClicks eCPAddToCart endDate impressions kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d newToBrandDetailPageViewRate newToBrandDetailPageViews
      newToBrandDetailPageViewsClicks newToBrandECPDetailPageView newToBrandPurchases
      newToBrandPurchasesClicks newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold newToBrandUnitsSoldClicks
      newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted sales salesClicks
      salesPromoted startDate unitsSold unitsSoldClicks video5SecondViewRate video5SecondViews
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes
      viewabilityRate viewableImpressions
    `,
    unconfirmed: "viewClickThroughRate",
    groups: {
      ads: {
        columns: "",
        filters: {
          adStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  spAdvertisedProduct: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      date startDate endDate campaignName campaignId adGroupName adGroupId adId addToList qualifiedBorrows
      royaltyQualifiedBorrows portfolioId impressions clicks costPerClick clickThroughRate cost spend
      campaignBudgetCurrencyCode campaignBudgetAmount campaignBudgetType campaignStatus advertisedAsin
      advertisedSku purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d attributedSalesSameSku1d attributedSalesSameSku7d
      attributedSalesSameSku14d attributedSalesSameSku30d salesOtherSku7d unitsSoldSameSku1d
      unitsSoldSameSku7d unitsSoldSameSku14d unitsSoldSameSku30d unitsSoldOtherSku7d
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d
    `,
    unconfirmed: "",
    groups: {
      advertiser: {
        columns: "",
        filters: {
          adCreativeStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  sdAdvertisedProduct: {
    adProduct: "SPONSORED_DISPLAY",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 65,
    columns: `
      addToCart addToCartRate addToCartViews addToCartClicks adGroupId adGroupName adId addToList
      addToListFromClicks qualifiedBorrows royaltyQualifiedBorrows addToListFromViews
      qualifiedBorrowsFromClicks qualifiedBorrowsFromViews royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews bidOptimization brandedSearches brandedSearchesClicks
      brandedSearchesViews brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName clicks cost
      cumulativeReach date detailPageViews detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate
      impressions impressionsFrequencyAverage impressionsViews newToBrandDetailPageViewClicks
      newToBrandDetailPageViewRate newToBrandDetailPageViews newToBrandDetailPageViewViews
      newToBrandECPDetailPageView newToBrandPurchases newToBrandPurchasesClicks newToBrandSales
      newToBrandSalesClicks newToBrandUnitsSold newToBrandUnitsSoldClicks promotedAsin promotedSku purchases
      purchasesClicks purchasesPromotedClicks sales salesClicks salesPromotedClicks startDate unitsSold
      unitsSoldClicks videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews
      videoUnmutes viewabilityRate viewClickThroughRate kindleEditionNormalizedPagesRead
      kindleEditionNormalizedPagesReadFromClicks kindleEditionNormalizedPagesReadFromViews
      kindleEditionNormalizedPagesRoyalties kindleEditionNormalizedPagesRoyaltiesFromClicks
      kindleEditionNormalizedPagesRoyaltiesFromViews
    `,
    unconfirmed: "",
    groups: {
      advertiser: {
        columns: "",
        filters: {},
      },
    },
  },
  dspAudience: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      intervalStart intervalEnd advertiserName advertiserId totalCost supplyCost amazonDSPAudienceFee
      amazonDSPConsoleFee impressions clicks clickThroughRate eCPC eCPM brandSearches brandSearchesViews
      brandSearchesClicks brandSearchRate detailPageViews detailPageViewViews detailPageViewClicks
      detailPageViewRate eCPDetailPageView productReviewPageVisits productReviewPageVisitsViews
      productReviewPageVisitsClicks productReviewPageVisitRate eCPProductReviewPageVisit addToList
      addToListViews addToListClicks addToListRate eCPAddToList addToCart addToCartViews addToCartClicks
      addToCartRate eCPAddToCart purchases purchasesViews purchasesClicks purchaseRate eCPP
      newToBrandPurchases newToBrandPurchasesViews newToBrandPurchasesClicks newToBrandPurchaseRate
      NewToBrandECPP subscriptionSignups subscriptionSignupViews subscriptionSignupClicks
      subscriptionSignupRate eCPSubscriptionSignup freeTrialSubscriptionSignups
      freeTrialSubscriptionSignupViews freeTrialSubscriptionSignupClicks freeTrialSubscriptionSignupRate
      eCPFreeTrialSubscriptionSignup paidSubscriptionSignups paidSubscriptionSignupViews
      paidSubscriptionSignupClicks paidSubscriptionSignupRate eCPPaidSubscriptionSignup
      newToBrandPurchasesPercentage addToWatchlist addToWatchlistViews addToWatchlistClicks
      addToWatchlistRate eCPAddToWatchlist downloadedVideoPlays downloadedVideoPlaysViews
      downloadedVideoPlaysClicks downloadedVideoPlayRate eCPDownloadedVideoPlays videoStreams
      videoStreamsViews videoStreamsClicks videoStreamsRate videoAdClicks videoAdCreativeViews
      videoAdEndStateClicks videoAdImpressions videoAdReplays videoAdSkipForwards videoAdSkipBacks
      eCPVideoStream playTrailers playTrailersViews playTrailersClicks playTrailerRate eCPPlayTrailer
      rentals rentalsViews rentalsClicks rentalRate eCPRental videoDownloads videoDownloadsViews
      videoDownloadsClicks videoDownloadRate eCPVideoDownload newSubscribeAndSave newSubscribeAndSaveViews
      newSubscribeAndSaveClicks newSubscribeAndSaveRate eCPnewSubscribeAndSave offAmazonViews
      offAmazonClicks subscribe subscribeViews subscribeClicks subscribeCVR subscribeCPA subscribeValueSum
      subscribeValueAverage application applicationViews applicationClicks applicationCVR applicationCPA
      applicationValueSum applicationValueAverage signUpViews signUpCVR signUpCPA signUpValueSum
      signUpValueAverage mobileAppFirstStarts mobileAppFirstStartViews mobileAppFirstStartClicks
      mobileAppFirstStartCVR mobileAppFirstStartCPA addToShoppingCart addToShoppingCartViews
      addToShoppingCartClicks addToShoppingCartCVR addToShoppingCartCPA addToShoppingCartValueSum
      addToShoppingCartValueAverage offAmazonPurchasesViews offAmazonPurchasesClicks offAmazonECPP other
      otherViews otherClicks otherCVR otherCPA otherValueSum otherValueAverage pageViews pageViewViews
      pageViewClicks pageViewCVR pageViewCPA pageViewValueSum pageViewValueAverage search searchViews
      searchClicks searchCVR searchCPA searchValueSum searchValueAverage contact contactViews contactClicks
      contactCVR contactCPA contactValueSum contactValueAverage checkout checkoutViews checkoutClicks
      checkoutCVR checkoutCPA checkoutValueSum checkoutValueAverage lead leadViews leadClicks leadCVR
      leadCPA leadValueSum leadValueAverage videoAdStart videoAdFirstQuartile videoAdMidpoint
      videoAdThirdQuartile videoAdComplete videoAdCompletionRate eCPVideoAdCompletion videoAdPause
      videoAdResume videoAdMute videoAdUnmute audioAdViews audioAdStart audioAdFirstQuartile audioAdMidpoint
      audioAdThirdQuartile audioAdCompletions audioAdPause audioAdResume audioAdRewind audioAdSkip
      audioAdMute audioAdUnmute audioAdProgression audioAdCompanionBannerViews audioAdCompanionBannerClicks
      audioAdCompletionRate eCPAudioAdCompletion newToBrandDetailPageViews newToBrandDetailPageViewViews
      newToBrandDetailPageViewClicks newToBrandDetailPageViewRate newToBrandECPDetailPageView
      totalNewToBrandDPVs totalNewToBrandDPVViews totalNewToBrandDPVClicks totalNewToBrandDPVRate
      totalNewToBrandECPDetailPageView eCPBrandSearch interactiveImpressions notificationOpens
      notificationClicks segmentName segmentId segmentClassCode segmentSource segmentType
      segmentMarketplaceId targetingMethod masterImpressions masterClicks clickToApply clickToApplyViews
      clickToApplyClicks clickToApplyConversionRate averageCostPerClickToApply kindleDetailPageView
      kindleDetailPageViewViews kindleDetailPageViewClicks kindleDetailPageViewRate
      averageCostPerKindleDetailPageView skillInvocation skillInvocationViews skillInvocationClicks
      skillInvocationRate effectiveCostPerSkillInvocation detailPageViewRatePromotedClicks
      effectiveCostPerDetailPageViewPromotedClicks effectiveCostPerPurchasePromotedClicks
      purchasesClicksRate offAmazonConversions date invalidClickThroughRate signUp signUpClicks entityId
      advertiserTimezone advertiserCountry offAmazonCVR offAmazonCPA offAmazonPurchaseRate grossImpressions
      grossClickThroughs invalidImpressions invalidClickThroughs invalidImpressionRate
    `,
    unconfirmed: "",
    groups: {
      order: {
        columns: `
          orderName orderId orderCurrency omsProposalId orderStartDate orderEndDate advertiserId
        `,
        filters: {},
      },
      lineItem: {
        columns: `
          lineItemName lineItemId lineItemComments lineItemType omsLineItemId lineItemStartDate
          lineItemEndDate advertiserId
        `,
        filters: {},
      },
    },
  },
  spAudiences: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      campaignId segmentName segmentClassCode impressions clicks cost spend purchases1d purchases7d
      purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d purchasesSameSku14d
      purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d sales1d
      sales7d sales14d sales30d attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d
      attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d date startDate endDate campaignBiddingStrategy costPerClick clickThroughRate
      campaignName campaignStatus campaignBudgetAmount campaignBudgetType marketplaceId
    `,
    unconfirmed: "marketplace",
    groups: {
      campaign_bid_boost_segment: {
        columns: "",
        filters: {},
      },
    },
  },
  sbAudiences: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      campaignId segmentName impressions clicks cost spend purchases sales salesClicks unitsSold
      unitsSoldClicks date startDate endDate costPerClick clickThroughRate campaignName campaignStatus
      campaignBudgetAmount campaignBudgetType marketplaceId segmentClassCode
    `,
    unconfirmed: "marketplace",
    groups: {
      campaign_bid_boost_segment: {
        columns: "",
        filters: {},
      },
    },
  },
  dspAudioAndVideo: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY",
    daysPerReport: 395,
    daysKept: 395,
    columns: `
      intervalStart intervalEnd advertiserName advertiserId impressions grossImpressions invalidImpressions
      costPerThousandImpressions
    `,
    unconfirmed: "",
    groups: {
      campaign: {
        columns: "orderName orderId advertiserId",
        filters: {},
      },
      ad: {
        columns: "lineItemName lineItemId advertiserId",
        filters: {},
      },
      creative: {
        columns: "creativeName creativeId advertiserId",
        filters: {},
      },
      supplySource: {
        columns: "supplySource supplySourceId advertiserId",
        filters: {},
      },
      content: {
        columns: "contentGenre contentRating contentTitle contentType advertiserId",
        filters: {},
      },
    },
  },
  dspBidAdjustment: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 395,
    columns: `
      date advertiserName advertiserId orderName orderId lineItemName lineItemId bidAdjustmentRule
      bidAdjustmentRuleId bids winRate
    `,
    unconfirmed: "bidAdjustmentRuleVersionId bidOptimization endDate startDate",
    groups: {
      bidAdjustmentRule: {
        columns: "advertiserId",
        filters: {},
      },
      bidAdjustmentMatchedTerms: {
        columns: `
          bidAdjustmentMatchedTerms bidAdjustmentMatchedTermIds bidAdjustment matchRate advertiserId
        `,
        filters: {},
      },
    },
  },
  spCampaigns: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks cost purchases1d purchases7d
      purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d purchasesSameSku14d
      purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d sales1d
      sales7d sales14d sales30d attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d
      attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d date
      startDate endDate campaignBiddingStrategy costPerClick clickThroughRate spend
    `,
    unconfirmed: "",
    groups: {
      campaign: {
        columns: `
          campaignName campaignId campaignStatus campaignBudgetAmount campaignBudgetType
          campaignRuleBasedBudgetAmount campaignApplicableBudgetRuleId campaignApplicableBudgetRuleName
          campaignBudgetCurrencyCode topOfSearchImpressionShare
        `,
        filters: {
          campaignStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
      adGroup: {
        columns: "adGroupName adGroupId adStatus",
        filters: {
          adStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
      campaignPlacement: {
        columns: `
          placementClassification campaignName campaignId campaignStatus campaignBudgetAmount
          campaignBudgetType campaignRuleBasedBudgetAmount campaignApplicableBudgetRuleId
          campaignApplicableBudgetRuleName campaignBudgetCurrencyCode topOfSearchImpressionShare
        `,
        filters: {
          campaignSite: "AmazonBusiness",
        },
      },
    },
  },
  sbCampaigns: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 60,
    columns: `
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
      videoThirdQuartileViews videoUnmutes viewabilityRate viewableImpressions viewClickThroughRate
      brandStorePageView
    `,
    unconfirmed: "linkOuts",
    groups: {
      campaign: {
        columns: `
          campaignBudgetAmount campaignBudgetCurrencyCode campaignBudgetType longTermSales longTermROAS
          topOfSearchImpressionShare
        `,
        filters: {
          campaignStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  sdCampaigns: {
    adProduct: "SPONSORED_DISPLAY",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 65,
    columns: `
      addToCart addToCartClicks addToCartRate addToCartViews addToList addToListFromClicks
      addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks qualifiedBorrowsFromViews
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks royaltyQualifiedBorrowsFromViews
      brandedSearches brandedSearchesClicks brandedSearchesViews brandedSearchRate
      campaignBudgetCurrencyCode campaignId campaignName clicks cost date detailPageViews
      detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate impressions impressionsViews
      newToBrandPurchases newToBrandPurchasesClicks newToBrandSalesClicks newToBrandUnitsSold
      newToBrandUnitsSoldClicks purchases purchasesClicks purchasesPromotedClicks sales salesClicks
      salesPromotedClicks startDate unitsSold unitsSoldClicks videoCompleteViews videoFirstQuartileViews
      videoMidpointViews videoThirdQuartileViews videoUnmutes viewabilityRate viewClickThroughRate
      kindleEditionNormalizedPagesRead kindleEditionNormalizedPagesReadFromClicks
      kindleEditionNormalizedPagesReadFromViews kindleEditionNormalizedPagesRoyalties
      kindleEditionNormalizedPagesRoyaltiesFromClicks kindleEditionNormalizedPagesRoyaltiesFromViews
    `,
    unconfirmed: "linkOuts",
    groups: {
      campaign: {
        columns: `
          campaignBudgetAmount campaignStatus costType cumulativeReach impressionsFrequencyAverage
          longTermSales longTermROAS newToBrandDetailPageViewClicks newToBrandDetailPageViewRate
          newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandECPDetailPageView
          newToBrandSales
        `,
        filters: {},
      },
      matchedTarget: {
        columns: "matchedTargetAsin",
        filters: {},
      },
    },
  },
  stCampaigns: {
    adProduct: "SPONSORED_TELEVISION",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      addToCart addToCartClicks addToCartViews brandedSearches brandedSearchesClicks brandedSearchesViews
      clicks clickThroughRate cost costPerThousandImpressions date detailPageViews detailPageViewsClicks
      detailPageViewsViews endDate frequencyAverage householdFrequencyAverage householdReach impressions
      newToBrandDetailPageViewClicks newToBrandDetailPageViews newToBrandDetailPageViewViews
      newToBrandPurchases newToBrandPurchasesClicks newToBrandPurchasesViews newToBrandSales
      newToBrandSalesClicks newToBrandSalesViews portfolioId purchases purchasesClicks purchasesViews reach
      roas sales salesClicks salesViews startDate unitsSold unitsSoldClicks unitsSoldViews
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews
    `,
    unconfirmed: "linkOuts",
    groups: {
      campaign: {
        columns: `
          campaignName campaignId campaignStatus campaignBudgetAmount campaignBudgetType
          campaignBudgetCurrencyCode longTermSales longTermROAS
        `,
        filters: {
          campaignStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
      adGroup: {
        columns: "adGroupName adGroupId adStatus",
        filters: {
          adStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  dspCampaign: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      date intervalStart intervalEnd totalCost supplyCost amazonDSPAudienceFee advertiserTimezone
      advertiserCountry impressions clicks clickThroughRate eCPM eCPC detailPageViews detailPageViewViews
      detailPageViewClicks detailPageViewRate eCPDetailPageView productReviewPageVisits
      productReviewPageVisitsViews productReviewPageVisitsClicks productReviewPageVisitRate
      eCPProductReviewPageVisit addToList addToListViews addToListClicks addToListRate eCPAddToList
      addToCart addToCartViews addToCartClicks addToCartRate eCPAddToCart purchases purchasesViews
      purchasesClicks purchaseRate eCPP newToBrandPurchases newToBrandPurchasesViews
      newToBrandPurchasesClicks newToBrandPurchaseRate NewToBrandECPP addToWatchlist addToWatchlistViews
      addToWatchlistClicks addToWatchlistRate eCPAddToWatchlist downloadedVideoPlays
      downloadedVideoPlaysViews downloadedVideoPlaysClicks downloadedVideoPlayRate eCPDownloadedVideoPlays
      videoStreams videoStreamsViews videoStreamsClicks videoStreamsRate eCPVideoStream playTrailers
      playTrailersViews playTrailersClicks playTrailerRate eCPPlayTrailer rentals rentalsViews rentalsClicks
      rentalRate eCPRental videoDownloads videoDownloadsViews videoDownloadsClicks videoDownloadRate
      eCPVideoDownload newSubscribeAndSave newSubscribeAndSaveViews newSubscribeAndSaveClicks
      newSubscribeAndSaveRate eCPnewSubscribeAndSave subscribe subscribeViews subscribeClicks subscribeCVR
      subscribeCPA application applicationViews applicationClicks applicationCVR applicationCPA
      mobileAppFirstStarts mobileAppFirstStartViews mobileAppFirstStartClicks mobileAppFirstStartCVR
      mobileAppFirstStartCPA addToShoppingCart addToShoppingCartViews addToShoppingCartClicks
      addToShoppingCartCVR addToShoppingCartCPA videoAdStart videoAdFirstQuartile videoAdMidpoint
      videoAdThirdQuartile videoAdComplete videoAdCompletionRate eCPVideoAdCompletion videoAdPause
      videoAdResume videoAdMute videoAdUnmute otherClicks other otherCPA otherCVR otherViews pageViewClicks
      pageViews pageViewCPA pageViewCVR pageViewViews searchClicks search searchCPA searchCVR searchViews
      contactClicks contact contactCPA contactCVR contactViews checkoutClicks checkout checkoutCPA
      checkoutCVR checkoutViews leadClicks lead leadCPA leadCVR leadViews advertiserId advertiserName
      entityId agencyFee totalFee 3pFeeAutomotive 3pFeeAutomotiveAbsorbed 3pFeeComScore
      3pFeeComScoreAbsorbed 3pFeeCPM1 3pFeeCPM1Absorbed 3pFeeCPM2 3pFeeCPM2Absorbed 3pFeeCPM3
      3pFeeCPM3Absorbed 3pFeeDoubleclickCampaignManager 3pFeeDoubleclickCampaignManagerAbsorbed
      3pFeeDoubleVerify 3pFeeIntegralAdScience 3pFeeIntegralAdScienceAbsorbed 3PFees unitsSold sales ROAS
      eRPM newToBrandUnitsSold newToBrandProductSales newToBrandROAS newToBrandERPM
      totalProductReviewPageVisits totalProductReviewPageVisitsViews totalProductReviewPageVisitsClicks
      totalProductReviewPageVisitRate totalECPProductReviewPageVisit totalPurchases totalPurchasesViews
      totalPurchasesClicks totalPurchaseRate totalECPP totalNewToBrandPurchases
      totalNewToBrandPurchasesViews totalNewToBrandPurchasesClicks totalNewToBrandPurchaseRate
      totalNewToBrandECPP totalROAS totalERPM totalNewToBrandUnitsSold totalNewToBrandSales
      totalNewToBrandROAS totalNewToBrandERPM viewableImpressions measurableImpressions measurableRate
      viewabilityRate totalDetailPageView totalDetailPageViewViews totalDetailPageViewClicks
      totalDetailPageViewRate totalECPDetailPageView totalAddToList totalAddToListViews totalAddToListClicks
      totalAddToListRate totalECPAddToList totalAddToCart totalAddToCartViews totalAddToCartClicks
      totalAddToCartRate totalECPAddToCart totalSubscribeAndSave totalSubscribeAndSaveViews
      totalSubscribeAndSaveClicks totalSubscribeAndSaveRate totalECPSubscribeAndSave offAmazonPurchases
      offAmazonPurchasesViews offAmazonPurchasesClicks offAmazonConversions offAmazonViews offAmazonClicks
      offAmazonPurchaseRate offAmazonECPP offAmazonCVR offAmazonCPA offAmazonProductSales offAmazonUnitsSold
      offAmazonROAS offAmazonERPM signUp signUpViews signUpClicks signUpCVR signUpCPA combinedPurchases
      combinedPurchasesViews combinedPurchasesClicks combinedPurchaseRate combinedECPP combinedProductSales
      combinedUnitsSold combinedERPM combinedROAS brandSearches brandSearchesViews brandSearchesClicks
      brandSearchRate eCPBrandSearch grossImpressions grossClickThroughs invalidImpressions
      invalidClickThroughs invalidImpressionRate invalidClickThroughRate 3pFeeDoubleVerifyAbsorbed
      impressionFrequencyAverage alexaSkillEnable eCPAlexaSkillEnable alexaSkillEnableClicks
      alexaSkillEnableRate alexaSkillEnableViews appStoreFirstOpens eCPAppStoreFirstOpens
      appStoreFirstOpensClicks appStoreFirstOpensRate appStoreFirstOpensViews appStoreFirstSessionHours
      appStoreFirstSessionHoursClicks appStoreFirstSessionHoursViews appStoreOpens eCPAppStoreOpens
      appStoreOpensClicks appStoreOpensRate appStoreOpensViews appStoreUsageHours appStoreUsageHoursClicks
      appStoreUsageHoursViews audioAdCompletions audioAdCompletionRate audioAdViews audioAdFirstQuartile
      audioAdMidpoint audioAdMute audioAdPause audioAdProgression audioAdResume audioAdRewind audioAdSkip
      audioAdStart audioAdThirdQuartile audioAdUnmute eCPFreeTrialSubscriptionSignup
      eCPPaidSubscriptionSignup eCPSubscriptionSignup eCPAudioAdCompletion freeTrialSubscriptionSignups
      freeTrialSubscriptionSignupClicks freeTrialSubscriptionSignupViews freeTrialSubscriptionSignupRate
      paidSubscriptionSignups paidSubscriptionSignupClicks paidSubscriptionSignupRate
      paidSubscriptionSignupViews proposalId subscriptionSignupClicks subscriptionSignupViews
      subscriptionSignups subscriptionSignupRate marketplace addToShoppingCartValueSum
      addToShoppingCartValueAverage applicationValueSum applicationValueAverage checkoutValueSum
      checkoutValueAverage contactValueSum contactValueAverage leadValueSum leadValueAverage otherValueSum
      otherValueAverage pageViewValueSum pageViewValueAverage searchValueSum searchValueAverage
      signUpValueSum signUpValueAverage subscribeValueSum subscribeValueAverage orderExternalId orderEndDate
      orderId orderStartDate orderCurrency orderBudget orderName amazonDSPConsoleFee omnichannelMetricsFee
      3PPreBidFee 3PPreBidFeeDoubleVerify 3PPreBidFeeIntegralAdScience 3PPreBidFeeOracleDataCloud
      3PPreBidFeePixalate newToBrandPurchasesPercentage videoAdImpressions videoAdClicks
      videoAdEndStateClicks videoAdCreativeViews videoAdSkipForwards videoAdSkipBacks videoAdReplays
      totalNewToBrandPurchasesPercentage totalUnitsSold totalSales newToBrandDetailPageViews
      newToBrandDetailPageViewViews newToBrandDetailPageViewClicks newToBrandDetailPageViewRate
      newToBrandECPDetailPageView totalNewToBrandDPVs totalNewToBrandDPVViews totalNewToBrandDPVClicks
      totalNewToBrandDPVRate totalNewToBrandECPDetailPageView audioAdCompanionBannerViews
      audioAdCompanionBannerClicks interactiveImpressions notificationOpens notificationClicks
      skillInvocation skillInvocationViews skillInvocationClicks skillInvocationRate eCPSkillInvocation
    `,
    unconfirmed: "creativeweight linkOuts onTargetCostPerImpression roas",
    groups: {
      campaign: {
        columns: `
          exclusiveReachRate incrementalReachRate reach householdReach frequencyAverage
          householdFrequencyAverage longTermSales longTermROAS advertiserId
        `,
        filters: {},
      },
      ad: {
        columns: `
          lineItemBudget lineItemId lineItemName lineItemExternalId lineItemStartDate lineItemEndDate
          onTargetCPM onTargetImpressionCost onTargetImpressions targetDemographic lineItemBudgetCap
          lineItemComment lineItemDeliveryRate lineItemStatus lineItemType lineItemLanguageTargeting reach
          householdReach frequencyAverage householdFrequencyAverage advertiserId
        `,
        filters: {},
      },
      creative: {
        columns: `
          creativeName creativeType creativeSize creativeId creativeAdId creativeLanguage creativeWeight
          lineItemApprovalStatus advertiserId
        `,
        filters: {},
      },
      flight: {
        columns: "flightBudget flightEndDate flightId flightName flightStartDate",
        filters: {},
      },
    },
  },
  conversionPath: {
    adProduct: "ALL",
    timeUnits: "SUMMARY",
    daysPerReport: 90,
    daysKept: 95,
    columns: "startDate endDate brandName",
    unconfirmed: "salesCurrencyCode",
    groups: {
      brandConversionPath: {
        columns: `
          simplifiedPath sales purchases newToBrandSales newToBrandPurchases sponsoredBrandsDisplayFrequency
          sponsoredDisplayDisplayFrequency amazonDspDisplayFrequency sponsoredBrandsVideoFrequency
          sponsoredDisplayOnlineVideoFrequency amazonDspOnlineVideoFrequency sponsoredTvStreamingTvFrequency
          amazonDspStreamingTvFrequency amazonDspAudioFrequency sponsoredProductsFrequency
          sponsoredDisplayFrequency brandName
        `,
        filters: {
          brandName: "",
        },
      },
    },
  },
  dspGeo: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      intervalStart intervalEnd advertiserName advertiserId agencyFee totalCost impressions eCPM
      viewableImpressions clicks clickThroughRate eCPC offAmazonViews offAmazonClicks subscribe
      subscribeViews subscribeClicks subscribeValueSum subscribeValueAverage application applicationViews
      applicationClicks applicationValueSum applicationValueAverage signUpViews signUpValueSum
      signUpValueAverage mobileAppFirstStarts mobileAppFirstStartViews mobileAppFirstStartClicks
      addToShoppingCart addToShoppingCartViews addToShoppingCartClicks addToShoppingCartValueSum
      addToShoppingCartValueAverage offAmazonPurchasesViews offAmazonPurchasesClicks other otherViews
      otherClicks otherValueSum otherValueAverage pageViews pageViewViews pageViewClicks pageViewValueSum
      pageViewValueAverage search searchViews searchClicks searchValueSum searchValueAverage contact
      contactViews contactClicks contactValueSum contactValueAverage checkout checkoutViews checkoutClicks
      checkoutValueSum checkoutValueAverage lead leadViews leadClicks leadValueSum leadValueAverage
      brandSearches brandSearchesViews brandSearchesClicks brandSearchRate detailPageViews
      detailPageViewViews detailPageViewClicks productReviewPageVisits productReviewPageVisitsViews
      productReviewPageVisitsClicks addToList addToListViews addToListClicks addToCart addToCartViews
      addToCartClicks purchases purchasesViews purchasesClicks newToBrandPurchases newToBrandPurchasesViews
      newToBrandPurchasesClicks subscriptionSignups subscriptionSignupViews subscriptionSignupClicks
      freeTrialSubscriptionSignups freeTrialSubscriptionSignupViews freeTrialSubscriptionSignupClicks
      paidSubscriptionSignups paidSubscriptionSignupViews paidSubscriptionSignupClicks newSubscribeAndSave
      newSubscribeAndSaveViews newSubscribeAndSaveClicks addToWatchlist addToWatchlistViews
      addToWatchlistClicks downloadedVideoPlays downloadedVideoPlaysViews downloadedVideoPlaysClicks
      videoStreams videoStreamsViews videoStreamsClicks playTrailers playTrailersViews playTrailersClicks
      rentals rentalsViews rentalsClicks videoDownloads videoDownloadsViews videoDownloadsClicks
      videoAdStart videoAdFirstQuartile videoAdMidpoint videoAdThirdQuartile videoAdComplete
      videoAdCompletionRate videoAdPause videoAdResume videoAdMute videoAdUnmute videoAdClicks
      videoAdCreativeViews videoAdEndStateClicks videoAdImpressions videoAdReplays videoAdSkipForwards
      videoAdSkipBacks audioAdViews audioAdStart audioAdFirstQuartile audioAdMidpoint audioAdThirdQuartile
      audioAdCompletions audioAdPause audioAdResume audioAdRewind audioAdSkip audioAdMute audioAdUnmute
      audioAdProgression audioAdCompletionRate audioAdCompanionBannerViews audioAdCompanionBannerClicks
      unitsSold newToBrandUnitsSold totalDetailPageView totalDetailPageViewViews totalDetailPageViewClicks
      totalProductReviewPageVisits totalProductReviewPageVisitsViews totalProductReviewPageVisitsClicks
      totalAddToList totalAddToListViews totalAddToListClicks totalAddToCart totalAddToCartViews
      totalAddToCartClicks totalPurchases totalPurchasesViews totalPurchasesClicks totalNewToBrandPurchases
      totalNewToBrandPurchasesViews totalNewToBrandPurchasesClicks totalSubscribeAndSave
      totalSubscribeAndSaveViews totalSubscribeAndSaveClicks totalUnitsSold totalNewToBrandUnitsSold
      grossClickThroughs grossImpressions invalidClickThroughs invalidImpressions invalidClickThroughRate
      invalidImpressionRate offAmazonUnitsSold combinedPurchases combinedPurchasesViews
      combinedPurchasesClicks combinedProductSales combinedUnitsSold newToBrandDetailPageViews
      newToBrandDetailPageViewViews newToBrandDetailPageViewClicks newToBrandDetailPageViewRate
      newToBrandECPDetailPageView totalNewToBrandDPVs totalNewToBrandDPVViews totalNewToBrandDPVClicks
      totalNewToBrandDPVRate totalNewToBrandECPDetailPageView eCPBrandSearch interactiveImpressions
      notificationOpens notificationClicks skillInvocation skillInvocationViews skillInvocationClicks
      skillInvocationRate eCPSkillInvocation mobileAppFirstStartSum mobileAppFirstStartAverage clickToApply
      clickToApplyViews clickToApplyClicks kindleDetailPageView kindleDetailPageViewViews
      kindleDetailPageViewClicks appSubscriptionSignUp appSubscriptionSignUpViews
      appSubscriptionSignUpClicks appSubscriptionSignUpRate appSubscriptionCost
      appSubscriptionSignUpFreeTrial appSubscriptionSignUpFreeTrialViews
      appSubscriptionSignUpFreeTrialClicks appSubscriptionSignUpFreeTrialRate appSubscriptionFreeTrialCost
      appSubscriptionSignUpPaid appSubscriptionSignUpPaidViews appSubscriptionSignUpPaidClicks
      appSubscriptionSignUpPaidRate appSubscriptionSignUpPaidCost salesPromotedClicks
      unitsSoldPromotedClicks salesClicks unitsSoldClicks eCPAudioAdCompletion date sales
      newToBrandProductSales totalSales totalNewToBrandSales offAmazonProductSales checkoutCPA checkoutCVR
      contactCPA contactCVR leadCPA leadCVR otherCPA otherCVR pageViewCPA pageViewCVR searchCPA searchCVR
      signUp signUpClicks entityId offAmazonConversions offAmazonPurchases
    `,
    unconfirmed: "detailPageViewsClicks",
    groups: {
      order: {
        columns: `
          orderName orderId orderStartDate orderEndDate orderCurrency orderBudget advertiserId
        `,
        filters: {},
      },
      lineItem: {
        columns: `
          lineItemName lineItemId lineItemStartDate lineItemEndDate lineItemBudget lineItemComments
          omsLineItemId advertiserId
        `,
        filters: {},
      },
      country: {
        columns: "country advertiserId",
        filters: {},
      },
      region: {
        columns: "region advertiserId",
        filters: {},
      },
      city: {
        columns: "city advertiserId",
        filters: {},
      },
      postalCode: {
        columns: "postalCode advertiserId",
        filters: {},
      },
      dma: {
        columns: "dmaCode dmaName advertiserId",
        filters: {},
      },
    },
  },
  spGrossAndInvalids: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 365,
    daysKept: 365,
    columns: `
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions impressions
      invalidClickThroughRate invalidClickThroughs invalidImpressionRate invalidImpressions startDate
    `,
    unconfirmed: "",
    groups: {
      campaign: {
        columns: "",
        filters: {
          campaignStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  sbGrossAndInvalids: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 365,
    daysKept: 365,
    columns: `
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions impressions
      invalidClickThroughRate invalidClickThroughs invalidImpressionRate invalidImpressions startDate
    `,
    unconfirmed: "",
    groups: {
      campaign: {
        columns: "",
        filters: {
          campaignStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  sdGrossAndInvalids: {
    adProduct: "SPONSORED_DISPLAY",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 365,
    daysKept: 365,
    columns: `
      campaignName campaignStatus clicks date endDate grossClickThroughs grossImpressions impressions
      invalidClickThroughRate invalidClickThroughs invalidImpressionRate invalidImpressions startDate
    `,
    unconfirmed: "",
    groups: {
      campaign: {
        columns: "",
        filters: {
          campaignStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  dspInventory: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      totalCost supplyCost amazonDSPAudienceFee advertiserTimezone advertiserCountry amazonDSPConsoleFee
      impressions clicks clickThroughRate eCPM eCPC detailPageViews detailPageViewViews detailPageViewClicks
      detailPageViewRate eCPDetailPageView productReviewPageVisits productReviewPageVisitsViews
      productReviewPageVisitsClicks productReviewPageVisitRate eCPProductReviewPageVisit addToList
      addToListViews addToListClicks addToListRate eCPAddToList addToCart addToCartViews addToCartClicks
      addToCartRate eCPAddToCart purchases purchasesViews purchasesClicks purchaseRate eCPP
      newToBrandPurchases newToBrandPurchasesViews newToBrandPurchasesClicks newToBrandPurchaseRate
      NewToBrandECPP addToWatchlist addToWatchlistViews addToWatchlistClicks addToWatchlistRate
      eCPAddToWatchlist downloadedVideoPlays downloadedVideoPlaysViews downloadedVideoPlaysClicks
      downloadedVideoPlayRate eCPDownloadedVideoPlays videoStreams videoStreamsViews videoStreamsClicks
      videoStreamsRate eCPVideoStream playTrailers playTrailersViews playTrailersClicks playTrailerRate
      eCPPlayTrailer rentals rentalsViews rentalsClicks rentalRate eCPRental videoDownloads
      videoDownloadsViews videoDownloadsClicks videoDownloadRate eCPVideoDownload newSubscribeAndSave
      newSubscribeAndSaveViews newSubscribeAndSaveClicks newSubscribeAndSaveRate eCPnewSubscribeAndSave
      subscribe subscribeViews subscribeCVR application applicationViews applicationClicks applicationCVR
      applicationCPA mobileAppFirstStarts mobileAppFirstStartViews mobileAppFirstStartClicks
      mobileAppFirstStartCVR mobileAppFirstStartCPA addToShoppingCart addToShoppingCartViews
      addToShoppingCartClicks addToShoppingCartCVR addToShoppingCartCPA videoAdStart videoAdFirstQuartile
      videoAdMidpoint videoAdThirdQuartile videoAdComplete videoAdCompletionRate eCPVideoAdCompletion
      videoAdPause videoAdResume videoAdMute videoAdUnmute otherClicks other otherCPA otherCVR otherViews
      pageViewClicks pageViews pageViewCPA pageViewCVR pageViewViews searchClicks search searchCPA searchCVR
      searchViews contactClicks contact contactCPA contactCVR contactViews checkoutClicks checkout
      checkoutCPA checkoutCVR checkoutViews leadClicks lead leadCPA leadCVR leadViews intervalStart
      intervalEnd entityId advertiserName advertiserId agencyFee totalFee 3pFeeAutomotive
      3pFeeAutomotiveAbsorbed 3pFeeComScore 3pFeeComScoreAbsorbed 3pFeeCPM1 3pFeeCPM1Absorbed 3pFeeCPM2
      3pFeeCPM2Absorbed 3pFeeCPM3 3pFeeCPM3Absorbed 3pFeeDoubleclickCampaignManager
      3pFeeDoubleclickCampaignManagerAbsorbed 3pFeeDoubleVerify 3pFeeDoubleVerifyAbsorbed
      3pFeeIntegralAdScience 3pFeeIntegralAdScienceAbsorbed 3PFees unitsSold sales ROAS eRPM
      newToBrandUnitsSold newToBrandProductSales newToBrandROAS newToBrandERPM totalProductReviewPageVisits
      totalProductReviewPageVisitsViews totalProductReviewPageVisitsClicks totalProductReviewPageVisitRate
      totalECPProductReviewPageVisit totalPurchases totalPurchasesViews totalPurchasesClicks
      totalPurchaseRate totalECPP totalNewToBrandPurchases totalNewToBrandPurchasesViews
      totalNewToBrandPurchasesClicks totalNewToBrandPurchaseRate totalNewToBrandECPP totalROAS totalERPM
      totalNewToBrandUnitsSold totalNewToBrandSales totalNewToBrandROAS totalNewToBrandERPM
      viewableImpressions measurableImpressions measurableRate viewabilityRate totalDetailPageView
      totalDetailPageViewViews totalDetailPageViewClicks totalDetailPageViewRate totalECPDetailPageView
      totalAddToList totalAddToListViews totalAddToListClicks totalAddToListRate totalECPAddToList
      totalAddToCart totalAddToCartViews totalAddToCartClicks totalAddToCartRate totalECPAddToCart
      totalSubscribeAndSave totalSubscribeAndSaveViews totalSubscribeAndSaveClicks totalSubscribeAndSaveRate
      totalECPSubscribeAndSave totalSales totalUnitsSold subscribeClicks signUpViews subscribeCPA signUpCVR
      signUpCPA offAmazonPurchases offAmazonPurchasesViews offAmazonPurchasesClicks offAmazonConversions
      offAmazonViews offAmazonClicks offAmazonPurchaseRate offAmazonECPP offAmazonCVR offAmazonCPA
      offAmazonProductSales offAmazonUnitsSold offAmazonROAS offAmazonERPM combinedPurchases
      combinedPurchasesViews combinedPurchasesClicks combinedPurchaseRate combinedECPP combinedProductSales
      combinedUnitsSold combinedERPM combinedROAS brandSearches brandSearchesViews brandSearchesClicks
      brandSearchRate eCPBrandSearch grossImpressions grossClickThroughs invalidImpressions
      invalidClickThroughs invalidImpressionRate invalidClickThroughRate addToShoppingCartValueAverage
      addToShoppingCartValueSum applicationValueAverage applicationValueSum audioAdCompanionBannerClicks
      audioAdCompanionBannerViews audioAdCompletions audioAdCompletionRate audioAdViews audioAdFirstQuartile
      audioAdMidpoint audioAdMute audioAdPause audioAdProgression audioAdResume audioAdRewind audioAdSkip
      audioAdStart audioAdThirdQuartile audioAdUnmute checkoutValueAverage checkoutValueSum
      contactValueAverage contactValueSum eCPFreeTrialSubscriptionSignup eCPPaidSubscriptionSignup
      eCPSubscriptionSignup eCPAudioAdCompletion freeTrialSubscriptionSignups
      freeTrialSubscriptionSignupClicks freeTrialSubscriptionSignupViews freeTrialSubscriptionSignupRate
      leadValueAverage leadValueSum otherValueAverage otherValueSum pageViewValueSum pageViewValueAverage
      paidSubscriptionSignups paidSubscriptionSignupClicks paidSubscriptionSignupRate
      paidSubscriptionSignupViews searchValueAverage searchValueSum signUpValueAverage signUpValueSum
      subscribeValueAverage subscribeValueSum subscriptionSignupClicks subscriptionSignupViews
      subscriptionSignups subscriptionSignupRate videoAdClicks videoAdCreativeViews videoAdEndStateClicks
      videoAdImpressions videoAdReplays videoAdSkipForwards videoAdSkipBacks marketplace
      newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandDetailPageViewClicks
      newToBrandDetailPageViewRate newToBrandECPDetailPageView totalNewToBrandDPVs totalNewToBrandDPVViews
      totalNewToBrandDPVClicks totalNewToBrandDPVRate totalNewToBrandECPDetailPageView
      interactiveImpressions notificationOpens notificationClicks skillInvocation skillInvocationViews
      skillInvocationClicks skillInvocationRate eCPSkillInvocation signUpClicks signUp date
    `,
    unconfirmed: "creativeweight roas",
    groups: {
      supplySource: {
        columns: "supplySource advertiserId",
        filters: {},
      },
      site: {
        columns: "site advertiserId",
        filters: {},
      },
      campaign: {
        columns: `
          orderExternalId orderEndDate orderCurrency orderId orderStartDate orderBudget orderName
          advertiserId
        `,
        filters: {},
      },
      creative: {
        columns: "creativeName creativeType creativeSize creativeId advertiserId",
        filters: {},
      },
      ad: {
        columns: `
          lineItemBudget lineItemComments lineItemId lineItemName lineItemExternalId lineItemStartDate
          lineItemEndDate advertiserId
        `,
        filters: {},
      },
      placementSize: {
        columns: "placementSize advertiserId",
        filters: {},
      },
      placement: {
        columns: "placement advertiserId",
        filters: {},
      },
      deal: {
        columns: "deal dealId dealType advertiserId",
        filters: {},
      },
    },
  },
  sbCampaignPlacement: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 60,
    columns: `
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
      viewabilityRate viewableImpressions viewClickThroughRate
    `,
    unconfirmed: "",
    groups: {
      campaignPlacement: {
        columns: "placementClassification",
        filters: {},
      },
      campaign: {
        columns: "",
        filters: {},
      },
    },
  },
  dspProduct: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      intervalStart intervalEnd advertiserName advertiserId detailPageViews detailPageViewViews
      detailPageViewClicks productReviewPageVisits productReviewPageVisitsViews
      productReviewPageVisitsClicks addToList addToListViews addToListClicks addToCart addToCartViews
      addToCartClicks purchases purchasesViews purchasesClicks newToBrandPurchases newToBrandPurchasesViews
      newToBrandPurchasesClicks subscriptionSignups subscriptionSignupViews subscriptionSignupClicks
      freeTrialSubscriptionSignups freeTrialSubscriptionSignupViews freeTrialSubscriptionSignupClicks
      paidSubscriptionSignups paidSubscriptionSignupViews paidSubscriptionSignupClicks
      newToBrandPurchasesPercentage totalDetailPageView totalDetailPageViewViews totalDetailPageViewClicks
      totalProductReviewPageVisits totalProductReviewPageVisitsViews totalProductReviewPageVisitsClicks
      totalAddToList totalAddToListViews totalAddToListClicks totalAddToCart totalAddToCartViews
      totalAddToCartClicks totalPurchases totalPurchasesViews totalPurchasesClicks totalNewToBrandPurchases
      totalNewToBrandPurchasesViews totalNewToBrandPurchasesClicks totalNewToBrandPurchasesPercentage
      newSubscribeAndSave newSubscribeAndSaveViews newSubscribeAndSaveClicks totalSubscribeAndSave
      totalSubscribeAndSaveViews totalSubscribeAndSaveClicks unitsSold totalUnitsSold newToBrandUnitsSold
      totalNewToBrandUnitsSold appStoreOpens appStoreOpensViews appStoreOpensClicks appStoreFirstOpens
      appStoreFirstOpensViews appStoreFirstOpensClicks appStoreFirstSessionHours
      appStoreFirstSessionHoursClicks appStoreFirstSessionHoursViews appStoreUsageHours
      appStoreUsageHoursClicks appStoreUsageHoursViews newToBrandDetailPageViews
      newToBrandDetailPageViewViews newToBrandDetailPageViewClicks newToBrandDetailPageViewRate
      newToBrandECPDetailPageView totalNewToBrandDPVs totalNewToBrandDPVViews totalNewToBrandDPVClicks
      totalNewToBrandDPVRate totalNewToBrandECPDetailPageView interactiveImpressions notificationOpens
      notificationClicks videoAdImpressions videoAdClicks videoAdCreativeViews videoAdEndStateClicks
      videoAdReplays videoAdSkipForwards videoAdSkipBacks audioAdViews audioAdStart audioAdFirstQuartile
      audioAdMidpoint audioAdThirdQuartile audioAdCompletions audioAdPause audioAdResume audioAdRewind
      audioAdSkip audioAdMute audioAdUnmute audioAdProgression audioAdCompanionBannerClicks
      audioAdCompanionBannerViews audioAdCompletionRate eCPAudioAdCompletion eCPSkillInvocation marketplace
      reportGranularity asin parentAsin brandName conversionType featuredAsin productName productGroup
      productCategory productSubCategory detailPageViewBrandHalo detailPageViewBrandHaloViews
      detailPageViewBrandHaloClicks productReviewPageViewBrandHalo productReviewPageViewBrandHaloViews
      productReviewPageViewBrandHaloClicks addToListBrandHalo addToListBrandHaloViews
      addToListBrandHaloClicks addToCartBrandHalo addToCartBrandHaloViews addToCartBrandHaloClicks
      purchasesBrandHalo purchasesBrandHaloViews purchasesBrandHaloClicks appSubscriptionSignUp
      appSubscriptionSignUpViews appSubscriptionSignUpClicks appSubscriptionSignUpFreeTrial
      appSubscriptionSignUpFreeTrialViews appSubscriptionSignUpFreeTrialClicks appSubscriptionSignUpPaid
      appSubscriptionSignUpPaidViews appSubscriptionSignUpPaidClicks newToBrandPurchasePercentageBrandHalo
      clickToApply clickToApplyViews clickToApplyClicks einkDetailPageView einkDetailPageViewViews
      einkDetailPageViewClicks clickToApplyBrandHalo clickToApplyBrandHaloViews clickToApplyBrandHaloClicks
      einkDetailPageViewBrandHalo einkDetailPageViewBrandHaloViews einkDetailPageViewBrandHaloClicks
      newSubscribeAndSaveBrandHalo newSubscribeAndSaveBrandHaloViews newSubscribeAndSaveBrandHaloClicks
      unitsSoldBrandHalo newToBrandUnitsSoldBrandHalo salesPromotedClicks unitsSoldPromotedClicks
      salesClicks unitsSoldClicks skillInvocation skillInvocationViews skillInvocationClicks
      skillInvocationRate effectiveCostPerSkillInvocation newToBrandPurchasesBrandHalo
      newToBrandPurchasesBrandHaloViews newToBrandPurchasesBrandHaloClicks date entityId sales
      newToBrandProductSales salesPromoted salesBrandHalo newToBrandSalesBrandHalo totalSales
      totalNewToBrandSales clicks impressions
    `,
    unconfirmed: "",
    groups: {
      order: {
        columns: `
          orderName orderId orderBudget orderStartDate orderEndDate orderCurrency omsProposalId
          orderExternalId advertiserId
        `,
        filters: {},
      },
      lineItem: {
        columns: `
          lineItemName lineItemId lineItemComments lineItemBudget lineItemStartDate lineItemEndDate
          omsLineItemId lineItemExternalId advertiserId
        `,
        filters: {},
      },
    },
  },
  spPurchasedProduct: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      date startDate endDate addToList addToListFromClicks qualifiedBorrows qualifiedBorrowsFromClicks
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks portfolioId campaignName campaignId
      adGroupName adGroupId keywordId keyword keywordType advertisedAsin purchasedAsin advertisedSku
      campaignBudgetCurrencyCode matchType unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d purchases1d purchases7d purchases14d purchases30d
      unitsSoldOtherSku1d unitsSoldOtherSku7d unitsSoldOtherSku14d unitsSoldOtherSku30d salesOtherSku1d
      salesOtherSku7d salesOtherSku14d salesOtherSku30d purchasesOtherSku1d purchasesOtherSku7d
      purchasesOtherSku14d purchasesOtherSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d
    `,
    unconfirmed: "marketplace",
    groups: {
      asin: {
        columns: "",
        filters: {},
      },
    },
  },
  sbPurchasedProduct: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 731,
    daysKept: 731,
    columns: `
      campaignId adGroupId date startDate endDate campaignBudgetCurrencyCode campaignName
      campaignPriceTypeCode adGroupName attributionType purchasedAsin ordersClicks14d productName
      productCategory sales14d salesClicks14d orders14d unitsSold14d newToBrandSales14d
      newToBrandPurchases14d newToBrandUnitsSold14d newToBrandSalesPercentage14d
      newToBrandPurchasesPercentage14d newToBrandUnitsSoldPercentage14d unitsSoldClicks14d
      kindleEditionNormalizedPagesRead14d kindleEditionNormalizedPagesRoyalties14d
    `,
    unconfirmed: "",
    groups: {
      purchasedAsin: {
        columns: "",
        filters: {},
      },
    },
  },
  sdPurchasedProduct: {
    adProduct: "SPONSORED_DISPLAY",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 65,
    columns: `
      adGroupId adGroupName asinBrandHalo addToList addToListFromClicks qualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromViews
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromViews campaignBudgetCurrencyCode campaignId
      campaignName conversionsBrandHalo conversionsBrandHaloClicks date endDate promotedAsin promotedSku
      salesBrandHalo salesBrandHaloClicks startDate unitsSoldBrandHalo unitsSoldBrandHaloClicks
      kindleEditionNormalizedPagesRead kindleEditionNormalizedPagesReadFromClicks
      kindleEditionNormalizedPagesReadFromViews kindleEditionNormalizedPagesRoyalties
      kindleEditionNormalizedPagesRoyaltiesFromClicks kindleEditionNormalizedPagesRoyaltiesFromViews
    `,
    unconfirmed: "",
    groups: {
      asin: {
        columns: "",
        filters: {},
      },
    },
  },
  dspReachFrequency: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      date intervalStart intervalEnd advertiserName advertiserId reach frequencyAverage
    `,
    unconfirmed: "",
    groups: {
      advertiser: {
        columns: "advertiserId",
        filters: {},
      },
      supplySource: {
        columns: "supplySource supplySourceId amazonExclusiveReachRate advertiserId",
        filters: {},
      },
      frequencyGroup: {
        columns: "frequencyGroupId frequencyGroupName advertiserId",
        filters: {},
      },
    },
  },
  spSearchTerm: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 65,
    columns: `
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks costPerClick clickThroughRate
      cost purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d attributedSalesSameSku1d attributedSalesSameSku7d
      attributedSalesSameSku14d attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d
      unitsSoldSameSku14d unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d salesOtherSku7d unitsSoldOtherSku7d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d keywordId keyword campaignBudgetCurrencyCode date startDate
      endDate portfolioId searchTerm campaignName campaignId campaignBudgetType campaignBudgetAmount
      campaignStatus keywordBid adGroupName adGroupId keywordType matchType targeting adKeywordStatus
    `,
    unconfirmed: "",
    groups: {
      searchTerm: {
        columns: "adKeywordStatus",
        filters: {
          keywordType: "BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED",
        },
      },
    },
  },
  sbSearchTerm: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 60,
    columns: `
      adGroupId adGroupName addToList addToListFromClicks qualifiedBorrows qualifiedBorrowsFromClicks
      royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks campaignBudgetAmount
      campaignBudgetCurrencyCode campaignBudgetType campaignId campaignName campaignStatus clicks cost
      costType date endDate impressions keywordBid keywordId keywordText kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d matchType purchases purchasesClicks sales salesClicks
      searchTerm startDate unitsSold video5SecondViewRate video5SecondViews videoCompleteViews
      videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews videoUnmutes viewabilityRate
      viewableImpressions viewClickThroughRate
    `,
    unconfirmed: "",
    groups: {
      searchTerm: {
        columns: "adKeywordStatus",
        filters: {
          keywordType: "BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED",
        },
      },
    },
  },
  spTargeting: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      impressions addToList qualifiedBorrows royaltyQualifiedBorrows clicks costPerClick clickThroughRate
      cost purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d
      unitsSoldClicks30d sales1d sales7d sales14d sales30d attributedSalesSameSku1d attributedSalesSameSku7d
      attributedSalesSameSku14d attributedSalesSameSku30d unitsSoldSameSku1d unitsSoldSameSku7d
      unitsSoldSameSku14d unitsSoldSameSku30d kindleEditionNormalizedPagesRead14d
      kindleEditionNormalizedPagesRoyalties14d salesOtherSku7d unitsSoldOtherSku7d acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d keywordId keyword campaignBudgetCurrencyCode date startDate
      endDate portfolioId campaignName campaignId campaignBudgetType campaignBudgetAmount campaignStatus
      keywordBid adGroupName adGroupId keywordType matchType targeting topOfSearchImpressionShare
    `,
    unconfirmed: "",
    groups: {
      targeting: {
        columns: "adKeywordStatus",
        filters: {
          adKeywordStatus: "ENABLED PAUSED ARCHIVED",
          keywordType: "BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED",
        },
      },
    },
  },
  sbTargeting: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 60,
    columns: `
      addToCart addToCartClicks addToCartRate adGroupId adGroupName addToList addToListFromClicks
      qualifiedBorrows qualifiedBorrowsFromClicks royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      brandedSearches brandedSearchesClicks campaignBudgetAmount campaignBudgetCurrencyCode
      campaignBudgetType campaignId campaignName campaignStatus clicks cost costType date detailPageViews
      detailPageViewsClicks eCPAddToCart endDate impressions keywordBid keywordId adKeywordStatus
      keywordText keywordType matchType newToBrandDetailPageViewRate newToBrandDetailPageViews
      newToBrandDetailPageViewsClicks newToBrandECPDetailPageView newToBrandPurchases
      newToBrandPurchasesClicks newToBrandPurchasesPercentage newToBrandPurchasesRate newToBrandSales
      newToBrandSalesClicks newToBrandSalesPercentage newToBrandUnitsSold newToBrandUnitsSoldClicks
      newToBrandUnitsSoldPercentage purchases purchasesClicks purchasesPromoted sales salesClicks
      salesPromoted startDate targetingExpression targetingId targetingText targetingType
      topOfSearchImpressionShare unitsSold
    `,
    unconfirmed: `
      unitsSoldClicks video5SecondViewRate video5SecondViews videoCompleteViews videoFirstQuartileViews
      videoMidpointViews videoThirdQuartileViews videoUnmutes viewClickThroughRate viewabilityRate
      viewableImpressions
    `,
    groups: {
      targeting: {
        columns: "",
        filters: {
          adKeywordStatus: "ENABLED PAUSED ARCHIVED",
          keywordType: "BROAD PHRASE EXACT TARGETING_EXPRESSION TARGETING_EXPRESSION_PREDEFINED THEME",
        },
      },
    },
  },
  sdTargeting: {
    adProduct: "SPONSORED_DISPLAY",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 65,
    columns: `
      addToCart addToCartClicks addToCartRate addToCartViews adGroupId adGroupName addToList
      addToListFromClicks addToListFromViews qualifiedBorrows qualifiedBorrowsFromClicks
      qualifiedBorrowsFromViews royaltyQualifiedBorrows royaltyQualifiedBorrowsFromClicks
      royaltyQualifiedBorrowsFromViews brandedSearches brandedSearchesClicks brandedSearchesViews
      brandedSearchRate campaignBudgetCurrencyCode campaignId campaignName clicks cost date detailPageViews
      detailPageViewsClicks eCPAddToCart eCPBrandSearch endDate impressions impressionsViews
      newToBrandPurchases newToBrandPurchasesClicks newToBrandSales newToBrandSalesClicks
      newToBrandUnitsSold newToBrandUnitsSoldClicks purchases purchasesClicks purchasesPromotedClicks sales
      salesClicks salesPromotedClicks startDate targetingExpression targetingId targetingText unitsSold
      unitsSoldClicks videoCompleteViews videoFirstQuartileViews videoMidpointViews videoUnmutes
      viewabilityRate kindleEditionNormalizedPagesRead kindleEditionNormalizedPagesReadFromClicks
      kindleEditionNormalizedPagesReadFromViews kindleEditionNormalizedPagesRoyalties
      kindleEditionNormalizedPagesRoyaltiesFromClicks kindleEditionNormalizedPagesRoyaltiesFromViews
      videoThirdQuartileViews viewClickThroughRate
    `,
    unconfirmed: "",
    groups: {
      targeting: {
        columns: `
          adKeywordStatus newToBrandDetailPageViewClicks newToBrandDetailPageViewRate
          newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandECPDetailPageView
        `,
        filters: {},
      },
      matchedTarget: {
        columns: "matchedTargetAsin",
        filters: {},
      },
    },
  },
  stTargeting: {
    adProduct: "SPONSORED_TELEVISION",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      addToCart addToCartClicks addToCartViews brandedSearches brandedSearchesClicks brandedSearchesViews
      clicks clickThroughRate cost costPerThousandImpressions date detailPageViews detailPageViewsClicks
      detailPageViewsViews endDate impressions keyword keywordBid keywordId keywordType matchType
      newToBrandDetailPageViewClicks newToBrandDetailPageViews newToBrandDetailPageViewViews
      newToBrandPurchases newToBrandPurchasesClicks newToBrandPurchasesViews newToBrandSales
      newToBrandSalesClicks newToBrandSalesViews portfolioId purchases purchasesClicks purchasesViews roas
      sales salesClicks salesViews startDate targetingText unitsSold unitsSoldClicks unitsSoldViews
      videoCompleteViews videoFirstQuartileViews videoMidpointViews videoThirdQuartileViews
    `,
    unconfirmed: "",
    groups: {
      campaign: {
        columns: `
          campaignName campaignId campaignStatus campaignBudgetAmount campaignBudgetType
          campaignBudgetCurrencyCode
        `,
        filters: {
          campaignStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
      adGroup: {
        columns: "adGroupName adGroupId adStatus",
        filters: {
          adStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
      targeting: {
        columns: "adKeywordStatus",
        filters: {
          adKeywordStatus: "ENABLED PAUSED ARCHIVED",
        },
      },
    },
  },
  dspTech: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 31,
    daysKept: 95,
    columns: `
      intervalStart intervalEnd advertiserName advertiserId totalCost impressions clicks clickThroughRate
      eCPC eCPM brandSearches brandSearchesViews brandSearchesClicks brandSearchRate detailPageViews
      detailPageViewViews detailPageViewClicks productReviewPageVisits productReviewPageVisitsViews
      productReviewPageVisitsClicks addToList addToListViews addToListClicks addToCart addToCartViews
      addToCartClicks purchases purchasesViews purchasesClicks newToBrandPurchases newToBrandPurchasesViews
      newToBrandPurchasesClicks subscriptionSignups subscriptionSignupViews subscriptionSignupClicks
      freeTrialSubscriptionSignups freeTrialSubscriptionSignupViews freeTrialSubscriptionSignupClicks
      paidSubscriptionSignups paidSubscriptionSignupViews paidSubscriptionSignupClicks addToWatchlist
      addToWatchlistViews addToWatchlistClicks downloadedVideoPlays downloadedVideoPlaysViews
      downloadedVideoPlaysClicks videoStreams videoStreamsViews videoStreamsClicks playTrailers
      playTrailersViews playTrailersClicks rentals rentalsViews rentalsClicks videoDownloads
      videoDownloadsViews videoDownloadsClicks newSubscribeAndSave newSubscribeAndSaveViews
      newSubscribeAndSaveClicks offAmazonViews offAmazonClicks subscribe subscribeViews subscribeClicks
      subscribeValueSum subscribeValueAverage application applicationViews applicationClicks
      applicationValueSum applicationValueAverage signUpViews signUpValueSum signUpValueAverage
      mobileAppFirstStarts mobileAppFirstStartViews mobileAppFirstStartClicks addToShoppingCart
      addToShoppingCartViews addToShoppingCartClicks addToShoppingCartValueSum addToShoppingCartValueAverage
      offAmazonPurchasesViews offAmazonPurchasesClicks other otherViews otherClicks otherValueSum
      otherValueAverage pageViews pageViewViews pageViewClicks pageViewValueSum pageViewValueAverage search
      searchViews searchClicks searchValueSum searchValueAverage contact contactViews contactClicks
      contactValueSum contactValueAverage checkout checkoutViews checkoutClicks checkoutValueSum
      checkoutValueAverage lead leadViews leadClicks leadValueSum leadValueAverage videoAdStart
      videoAdFirstQuartile videoAdMidpoint videoAdThirdQuartile videoAdComplete videoAdCompletionRate
      videoAdPause videoAdResume videoAdMute videoAdUnmute videoAdClicks videoAdCreativeViews
      videoAdEndStateClicks videoAdImpressions videoAdReplays videoAdSkipForwards videoAdSkipBacks
      audioAdCompletionRate audioAdViews audioAdStart audioAdFirstQuartile audioAdMidpoint
      audioAdThirdQuartile audioAdCompletions audioAdPause audioAdResume audioAdRewind audioAdSkip
      audioAdMute audioAdUnmute audioAdProgression audioAdCompanionBannerViews audioAdCompanionBannerClicks
      newToBrandDetailPageViews newToBrandDetailPageViewViews newToBrandDetailPageViewClicks
      newToBrandDetailPageViewRate newToBrandECPDetailPageView totalNewToBrandDPVs totalNewToBrandDPVViews
      totalNewToBrandDPVClicks totalNewToBrandDPVRate totalNewToBrandECPDetailPageView eCPBrandSearch
      interactiveImpressions notificationOpens notificationClicks skillInvocation skillInvocationViews
      skillInvocationClicks skillInvocationRate eCPSkillInvocation clickToApply clickToApplyViews
      clickToApplyClicks kindleDetailPageView kindleDetailPageViewViews kindleDetailPageViewClicks
      mobileAppFirstStartSum mobileAppFirstStartAverage eCPAudioAdCompletion entityId grossImpressions
      grossClickThroughs invalidImpressions invalidClickThroughs invalidImpressionRate combinedProductSales
      offAmazonProductSales totalSales offAmazonPurchases offAmazonConversions unitsSold sales
      newToBrandUnitsSold newToBrandProductSales viewableImpressions agencyFee signUpClicks signUp date
    `,
    unconfirmed: "",
    groups: {
      order: {
        columns: "orderName orderId orderCurrency advertiserId",
        filters: {},
      },
      lineItem: {
        columns: "lineItemName lineItemId lineItemComments omsLineItemId advertiserId",
        filters: {},
      },
      operatingSystem: {
        columns: "operatingSystemName advertiserId",
        filters: {},
      },
      browserType: {
        columns: "browserName advertiserId",
        filters: {},
      },
      browserVersion: {
        columns: "browserVersion advertiserId",
        filters: {},
      },
      deviceType: {
        columns: "deviceName advertiserId",
        filters: {},
      },
      environmentType: {
        columns: "environmentName advertiserId",
        filters: {},
      },
    },
  },
  spPromptAdExtension: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 90,
    daysKept: 95,
    columns: `
      date startDate endDate campaignId campaignName adGroupId adGroupName marketplaceId advertisedSku
      advertisedAsin adId creativeExtensionId creativeExtensionType promptText impressions clicks
      clickThroughRate costPerClick cost spend viewableImpressions acosClicks7d acosClicks14d roasClicks7d
      roasClicks14d purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d purchasesOtherSku1d purchasesOtherSku7d purchasesOtherSku14d
      purchasesOtherSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d
      unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d unitsSoldSameSku30d unitsSoldOtherSku1d
      unitsSoldOtherSku7d unitsSoldOtherSku14d unitsSoldOtherSku30d sales1d sales7d sales14d sales30d
      attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d attributedSalesSameSku30d
      salesOtherSku1d salesOtherSku7d salesOtherSku14d salesOtherSku30d
    `,
    unconfirmed: "",
    groups: {
      promptAdExtension: {
        columns: "",
        filters: {
          marketplaceId: "US",
        },
      },
    },
  },
  sbPromptAdExtension: {
    adProduct: "SPONSORED_BRANDS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 90,
    daysKept: 95,
    columns: `
      date startDate endDate campaignId campaignName adGroupId adGroupName marketplaceId adId adName
      creativeExtensionId creativeExtensionType portfolioName campaignBudgetCurrencyCode promptText
      impressions clicks clickThroughRate costPerClick cost spend viewableImpressions acosClicks7d
      acosClicks14d roasClicks7d roasClicks14d purchases1d purchases7d purchases14d purchases30d
      purchasesSameSku1d purchasesSameSku7d purchasesSameSku14d purchasesSameSku30d purchasesOtherSku1d
      purchasesOtherSku7d purchasesOtherSku14d purchasesOtherSku30d unitsSoldClicks1d unitsSoldClicks7d
      unitsSoldClicks14d unitsSoldClicks30d unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d
      unitsSoldSameSku30d unitsSoldOtherSku1d unitsSoldOtherSku7d unitsSoldOtherSku14d unitsSoldOtherSku30d
      sales1d sales7d sales14d sales30d attributedSalesSameSku1d attributedSalesSameSku7d
      attributedSalesSameSku14d attributedSalesSameSku30d salesOtherSku1d salesOtherSku7d salesOtherSku14d
      salesOtherSku30d purchaseClickRate7d purchaseClickRate14d newToBrandPurchases
      newToBrandPurchasesPercentage newToBrandUnitsSold newToBrandUnitsSoldPercentage newToBrandSales
      newToBrandSalesPercentage
    `,
    unconfirmed: "",
    groups: {
      promptAdExtension: {
        columns: "",
        filters: {
          marketplaceId: "US",
        },
      },
    },
  },
  spVideoAdExtension: {
    adProduct: "SPONSORED_PRODUCTS",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 90,
    daysKept: 95,
    columns: `
      date startDate endDate campaignId campaignName adGroupId adGroupName marketplaceId advertisedSku
      advertisedAsin adId creativeExtensionId creativeExtensionType impressions clicks clickThroughRate
      costPerClick cost spend viewableImpressions acosClicks7d acosClicks14d roasClicks7d roasClicks14d
      purchases1d purchases7d purchases14d purchases30d purchasesSameSku1d purchasesSameSku7d
      purchasesSameSku14d purchasesSameSku30d purchasesOtherSku1d purchasesOtherSku7d purchasesOtherSku14d
      purchasesOtherSku30d unitsSoldClicks1d unitsSoldClicks7d unitsSoldClicks14d unitsSoldClicks30d
      unitsSoldSameSku1d unitsSoldSameSku7d unitsSoldSameSku14d unitsSoldSameSku30d unitsSoldOtherSku1d
      unitsSoldOtherSku7d unitsSoldOtherSku14d unitsSoldOtherSku30d sales1d sales7d sales14d sales30d
      attributedSalesSameSku1d attributedSalesSameSku7d attributedSalesSameSku14d attributedSalesSameSku30d
      salesOtherSku1d salesOtherSku7d salesOtherSku14d salesOtherSku30d
    `,
    unconfirmed: `
      video5SecondViews video5SecondViewRate videoFirstQuartileViews videoMidpointViews
      videoThirdQuartileViews videoCompleteViews viewabilityRate
    `,
    groups: {
      videoAdExtension: {
        columns: "",
        filters: {
          marketplaceId: "US",
        },
      },
    },
  },
  crossProgramBenchmarks: {
    adProduct: "ALL",
    timeUnits: "DAILY WEEKLY MONTHLY",
    columns: `
      adFormat adProduct advertiserId advertiserName brand browseCategory campaignCountry campaignGoal
      completionRateVideoAd completionRateVideoAdP25 completionRateVideoAdP50 completionRateVideoAdP75
      costPerCompletedViewVideoAd costPerCompletedViewVideoAdP25 costPerCompletedViewVideoAdP50
      costPerCompletedViewVideoAdP75 costPerNewToBrandPurchase costPerNewToBrandPurchaseP25
      costPerNewToBrandPurchaseP50 costPerNewToBrandPurchaseP75 cpc cpcP25 cpcP50 cpcP75 cpm cpmP25 cpmP50
      cpmP75 ctr ctrP25 ctrP50 ctrP75 date endDate newToBrandPurchaseRate newToBrandPurchaseRateP25
      newToBrandPurchaseRateP50 newToBrandPurchaseRateP75 peerSetSize percentOfPurchasesNewToBrand
      percentOfPurchasesNewToBrandP25 percentOfPurchasesNewToBrandP50 percentOfPurchasesNewToBrandP75
      startDate campaignBudgetCurrencyCode
    `,
    unconfirmed: "",
    groups: {
      brandCategoryBenchmarks: {
        columns: "",
        filters: {
          brand: "",
        },
      },
    },
  },
  dspBenchmarks: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "DAILY WEEKLY MONTHLY",
    daysPerReport: 31,
    daysKept: 456,
    columns: `
      adFormat adProduct advertiserId advertiserName brand browseCategory campaignCountry campaignGoal
      completionRateVideoAd completionRateVideoAdP25 completionRateVideoAdP50 completionRateVideoAdP75
      costPerCompletedViewVideoAd costPerCompletedViewVideoAdP25 costPerCompletedViewVideoAdP50
      costPerCompletedViewVideoAdP75 costPerNewToBrandPurchase costPerNewToBrandPurchaseP25
      costPerNewToBrandPurchaseP50 costPerNewToBrandPurchaseP75 cpc cpcP25 cpcP50 cpcP75 cpm cpmP25 cpmP50
      cpmP75 ctr ctrP25 ctrP50 ctrP75 date endDate newToBrandPurchaseRate newToBrandPurchaseRateP25
      newToBrandPurchaseRateP50 newToBrandPurchaseRateP75 peerSetSize percentOfPurchasesNewToBrand
      percentOfPurchasesNewToBrandP25 percentOfPurchasesNewToBrandP50 percentOfPurchasesNewToBrandP75
      startDate orderCurrency
    `,
    unconfirmed: "",
    groups: {
      brandCategoryBenchmarks: {
        columns: "",
        filters: {
          brand: "",
        },
      },
    },
  },
  dspBrandSuitability: {
    adProduct: "DEMAND_SIDE_PLATFORM",
    timeUnits: "SUMMARY DAILY",
    daysPerReport: 395,
    daysKept: 395,
    columns: "contactViews inventoryTier",
    unconfirmed: "",
    groups: {
      campaign: {
        columns: "",
        filters: {},
      },
      ad: {
        columns: "",
        filters: {},
      },
      supplySource: {
        columns: "",
        filters: {},
      },
      inventoryTier: {
        columns: "",
        filters: {},
      },
      contentCategory: {
        columns: "",
        filters: {},
      },
    },
  },
};
