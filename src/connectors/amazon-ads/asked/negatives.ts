import type { AskedJob } from "../../../core/contract/search.ts";
import { actionsOf, negativeKeywords, negativeTargets } from "./ad-entities.ts";

/** What people ask about negative keywords and targets. */
export const negativeJobs: readonly AskedJob[] = [
  {
    actions: actionsOf(negativeKeywords, "list"),
    asked: [
      "which|what searches|words are we|I excluded|blocked from",
      "exclusions|exclusion list",
      "list|show|get negative keywords|negatives",
      "which|what words|keywords|terms|searches have|are|did|do I blocked|excluded|negative|negated|block|exclude already|now",
      "blocked|excluded|negative words|terms|keywords list",
      "is word|term|keyword blocked|excluded|negative already",
    ],
  },
  {
    actions: actionsOf(negativeKeywords, "create"),
    asked: [
      "nobody|people who types|searches should not see us|ad|ads",
      "not for people who search|type|want",
      "irrelevant|wrong searches|words|traffic stop|exclude|block",
      "exclude searches|words|people",
      "add|create|new negative keyword|keywords",
      "block|exclude|negate|ban word|term|keyword|search|searches|phrase",
      "dont_show|not_show|stop_showing|never_show my ad|ads|product for|when|if search|searches|word|term|someone|people|searching",
      "stop ads|ad|me|us showing|appearing|coming_up|paying for|when search|searches|word|people|term|irrelevant",
      "stop wasting|spending money|budget on word|term|search|irrelevant|useless",
      "people|shoppers searching|looking for|who cheap|free|used|word should_not see ad",
      "not appear|show|come_up for word|search|term",
      "make word|keyword|term negative",
    ],
  },
  {
    actions: [
      "sponsored_product_campaign_negative_keywords.create",
      "sponsored_product_campaign_negative_keywords.list",
    ],
    asked: [
      "negative keywords for|on whole|entire|all campaign|level",
      "add|create campaign negative keyword|keywords",
      "block|exclude|ban word|term|keyword for|in|across whole|entire campaign",
    ],
  },
  {
    actions: ["sb_negative_keywords.create"],
    asked: ["add|create|new negative keyword|keywords sponsored_brands|brand|brands"],
  },
  { actions: actionsOf(negativeKeywords, "get"), asked: ["get|show one|single|this negative keyword by id"] },
  { actions: actionsOf(negativeTargets, "get"), asked: ["get|show one|single|this negative target by id"] },
  {
    actions: actionsOf(negativeKeywords, "archive"),
    asked: [
      "archive|remove|delete|get_rid_of negative keyword|keywords",
      "unblock|allow|unban word|term|keyword|search again",
      "stop blocking|excluding word|term|keyword",
      "show ads|appear again for blocked|excluded word|search|term",
      "lift|undo|remove block|exclusion of word|term",
    ],
  },
  {
    actions: actionsOf(negativeKeywords.slice(0, 2), "update"),
    asked: ["pause|enable|update|change negative keyword|keywords state"],
  },
  {
    actions: actionsOf(negativeTargets, "list"),
    asked: [
      "list|show negative targets|targeting",
      "which|what products|brands|asins have|are|did I blocked|excluded|negative|block|exclude",
      "sponsored_display negative targets",
    ],
  },
  {
    actions: actionsOf(negativeTargets, "create"),
    asked: [
      "dont|not advertise|show on|beside my own product|products pages|page",
      "dont advertise beside|next_to|on brand|competitor|product page|pages",
      "dont|never|not advertise|appear|show beside|next_to|near|alongside brand|competitor|someone",
      "add|create negative target|targets|targeting|asin",
      "block|exclude|ban|avoid product|asin|brand|competitor|page|listing",
      "dont_show|not_show|stop_showing|keep_off|never_show my ad|ads on|beside|next_to|from product|page|brand|competitor|listing|own",
      "keep my ad|ads off|away from product|page|brand|competitor|listing",
    ],
  },
  {
    actions: actionsOf(negativeTargets, "archive"),
    asked: [
      "archive|remove|delete|get_rid_of negative target|targets",
      "unblock|allow product|asin|brand|competitor again",
    ],
  },
  {
    actions: actionsOf(negativeTargets, "update"),
    asked: ["pause|enable|update negative target|targets state"],
  },
  {
    actions: ["product_targeting.brand_recommendations", "sb_product_targeting.negative_brands"],
    asked: [
      "which|what|recommended|suggested brands should I exclude|block|negative",
      "brands to exclude|block",
    ],
  },
];
