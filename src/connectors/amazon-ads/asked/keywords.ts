import type { AskedJob } from "../../../core/contract/search.ts";
import { actionsOf, keywords } from "./ad-entities.ts";

/** What people ask about keywords and bids. */
export const keywordJobs: readonly AskedJob[] = [
  {
    actions: actionsOf(keywords, "list"),
    asked: [
      "words|keywords|terms I bid|bidding",
      "current keywords|words",
      "list|show|get keywords",
      "which|what keywords|words|search_terms do I bid|bidding|use|target|have on|in campaign|ad_group",
      "what words|terms am I bidding|advertising on|for",
      "what do I|we bid|pay on|for keyword|word",
      "current bid of|on keyword|word",
      "how_many keywords in campaign|ad_group",
      "keywords in|of campaign|ad_group",
      "which|what keywords|words|terms ads|campaigns|campaign use|run_on|contain|bid_on",
    ],
  },
  {
    actions: actionsOf(keywords, "get"),
    asked: ["get|show one|single|this keyword by id", "keyword details|by id"],
  },
  {
    actions: actionsOf(keywords, "create"),
    asked: [
      "create|add|new keywords",
      "add|create keyword exact|broad|phrase match",
      "add|put word|words|term|phrase|search_term to campaign|ad_group|as keyword",
      "bid|advertise on|for new|another|more keyword|word|term|words",
      "show|appear|be_found|come_up my ad|ads|product when|if someone|people|shoppers search|searches|type|look for",
      "target|win search|searches|search_term|word for",
      "I want to be found|appear for word|term|search",
    ],
  },
  {
    actions: actionsOf(keywords, "update"),
    asked: [
      "pay less|more per click for",
      "cheaper|higher clicks for word|keyword",
      "pay|bid|offer amount for|on word|keyword|term",
      "pay more|less for word|keyword|term|phrase",
      "offer more|less for|on",
      "update|change|set keyword bid",
      "raise|lower|increase|cut bid on|of|for keyword|word|term",
      "pay|bid|spend|offer more|less for|on keyword|word|term|click",
      "pause|stop|turn_off|disable keyword|word|keywords",
      "start|enable|resume|turn_on keyword|word|keywords",
      "stop bidding|spending|advertising on word|keyword|term",
      "outbid|beat others|competitor on|for keyword|word",
      "bid of|for keyword to amount",
      "raise|lower|set|change|put bid on|for|to amount",
    ],
  },
  {
    actions: actionsOf(keywords, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of|drop|throw_out keyword|keywords|word",
      "remove word|keyword from campaign|ad_group for_good|permanently",
    ],
  },
  {
    actions: actionsOf(keywords, "change_by_percent"),
    asked: [
      "raise|lower|change|cut|increase keyword bids|bid by percent",
      "all keyword|my bids up|down|higher|lower by percent",
      "percent more|less|higher|lower on keywords|bids",
      "cut|halve|double|triple|raise|lower all|every|each bid|bids half|third|quarter|fifth|tenth",
      "all|every bids|bid higher|lower|cheaper|half",
    ],
  },
  {
    actions: actionsOf(keywords, "keyword_recommendations"),
    asked: [
      "keyword recommendations|suggestions|ideas|research",
      "suggest|find|give new|more|good|better|other keywords|words|terms to|for bid|product|campaign",
      "which|what keywords|words|terms should|could I add|use|bid|target on|for",
      "what do|might people|shoppers search|type|look for|to find product|items|like mine",
      "what other|else words|terms|could I bid|try on",
      "words|terms people use when looking for my product",
      "ideas for words|keywords",
    ],
  },
  {
    actions: ["sponsored_product_keywords.keyword_groups"],
    asked: [
      "keyword_groups|keyword_group",
      "list|find keyword groups for product",
      "groups|bundles of keywords|words amazon offers|chooses",
    ],
  },
  {
    actions: [
      "sponsored_product_targets.bid_recommendations",
      "sb_keywords.bid_recommendations",
      "sd_targets.bid_recommendations",
    ],
    asked: [
      "bid recommendations|suggestions",
      "suggested|recommended|right|good|ideal bid for keyword|target",
      "how_much|what should|do|would|must I bid|pay|offer for|on|per click|keyword|word",
      "is|are my bid|bids too low|high|enough|competitive|right|ok",
      "what do others|competitors bid|pay for keyword|click",
      "what does|would a click cost|keyword",
      "what does|would keyword|word|term cost per click|click",
      "how_much is keyword|word|click worth",
      "what bid|price wins|needed|do_I_need to win|show|appear",
    ],
  },
  { actions: ["sb_themes.list"], asked: ["list|show themes|theme|theme_targeting"] },
  {
    actions: ["sb_themes.create"],
    asked: [
      "create|add|target theme|themes",
      "let amazon choose|pick keywords|words for brand|sponsored_brands",
      "keywords|words|searches related|that_relate to brand|landing_page",
    ],
  },
  { actions: ["sb_themes.update"], asked: ["update|change|pause|enable theme|themes bid|state"] },
];
