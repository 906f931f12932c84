import type { AskedJob } from "../../../core/contract/search.ts";
import { actionsOf, adGroups, ads, bidGroups, productAds } from "./ad-entities.ts";

/** What people ask about ad groups and product ads. */
export const adJobs: readonly AskedJob[] = [
  {
    actions: actionsOf(adGroups, "list"),
    asked: [
      "what is default_bid of|in ad_group|group",
      "groups|ad_groups of campaign",
      "list|show|get ad_groups|adgroups",
      "which|what|how_many ad_groups|adgroups are in campaign|do_I_have",
      "what is default_bid of ad_group",
      "how is campaign split|organized|divided",
    ],
  },
  {
    actions: actionsOf(bidGroups, "get"),
    asked: ["get|show one|single|this ad_group by id", "ad_group details|by id"],
  },
  {
    actions: actionsOf(adGroups, "create"),
    asked: [
      "create|add|make|new ad_group|adgroup",
      "split campaign into|another new ad_group|group",
      "add group to campaign",
    ],
  },
  {
    actions: actionsOf(adGroups, "update"),
    asked: [
      "pause|stop|turn_off|switch_off ad_group",
      "start|enable|resume|turn_on ad_group",
      "rename|update|change|edit ad_group name|state",
      "call ad_group something_else",
    ],
  },
  {
    actions: actionsOf(bidGroups, "update"),
    asked: [
      "update|change|set|raise|lower ad_group default_bid|bid",
      "default_bid of|for ad_group",
      "bid|pay more|less|higher|lower for|in|whole ad_group",
      "what ad_group pays|bids per click|by_default",
    ],
  },
  {
    actions: actionsOf(adGroups, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of|kill|close ad_group|adgroup",
      "remove ad_group for_good|permanently|forever",
    ],
  },
  {
    actions: actionsOf(bidGroups, "change_by_percent"),
    asked: [
      "raise|lower|change default_bids|bids|bid of ad_group by percent",
      "raise|lower|cut default_bids percent",
    ],
  },
  {
    actions: actionsOf(ads, "list"),
    asked: [
      "which|what items|products do I promote|push",
      "promoted|advertised items|products",
      "list|show|get product_ads|ads",
      "which|what products|items|asins are|do_I advertised|advertise|advertising|in ad_group|campaign",
      "which|what products|items|asins are in|have ad_group|campaign|ads",
      "what do I advertise|promote",
      "ads in ad_group|campaign",
      "is product|asin|mug advertised|in campaign",
      "which|what ads do_I_have|are running|live for product",
      "show ads for product|asin",
    ],
  },
  {
    actions: actionsOf(productAds, "get"),
    asked: ["get|show one|single|this product_ad|ad by id", "ad details|by id"],
  },
  {
    actions: actionsOf(productAds, "create"),
    asked: [
      "advertise|promote|push|add product|item|asin with|in display ad|ads|campaign",
      "create|add|make new product_ad|ad",
      "create product_ad by asin|sku",
      "add|put another|more|new product|item|asin|sku to|into|in ads|campaign|ad_group",
      "advertise another|more|second|also product|item|asin|sku",
      "include product|item|asin in campaign|ad_group|ads",
      "product|item|asin should be in campaign|advertised too",
    ],
  },
  {
    actions: actionsOf(ads, "update"),
    asked: [
      "stop|dont showing|advertising|promoting product|shirt|shoes",
      "no_more ads for product|item",
      "pause|stop|turn_off|switch_off|disable product_ad|ad",
      "stop|pause advertising|promoting product|item|asin|mug",
      "stop|pause|kill|turn_off ad|ads for product|item|asin|mug|one",
      "start|enable|resume|turn_on|restart product_ad|ad for product",
      "dont_show|hide ad|product any_more",
      "take product|item|asin out_of|off campaign|ads|advertising",
      "product is out_of_stock|sold_out stop ad|advertising",
    ],
  },
  {
    actions: actionsOf(ads, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of product_ad|ad",
      "delete|remove|kill ad for product|item|asin|mug permanently|for_good",
      "remove product|item|asin from campaign|ad_group|ads",
    ],
  },
];
