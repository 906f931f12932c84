import type { AskedJob } from "../../../core/contract/search.ts";
import { actionsOf, targets } from "./ad-entities.ts";

/** What people ask about targets. */
export const targetJobs: readonly AskedJob[] = [
  {
    actions: actionsOf(targets, "list"),
    asked: [
      "list|show|get targets|targeting",
      "which|what products|categories|competitors|pages|targets do I target|am targeting",
      "product|category targets of campaign|ad_group",
      "where|on_which_pages do my ads target",
    ],
  },
  {
    actions: actionsOf(targets, "get"),
    asked: ["get|show one|single|this target by id", "target details|by id"],
  },
  {
    actions: actionsOf(targets, "create"),
    asked: [
      "go_after|fight|beat other|competitor brand|products|customers|rival",
      "customers|shoppers of competitor|other brand",
      "show|appear|be|come next_to|beside|on competitor|rival products|items|page",
      "ads next_to|beside|on competitor|rival|similar products",
      "create|add|new product|category|asin target|targeting",
      "create asin|product target",
      "target product|asin|category|competitor|brand|listing|page",
      "put|show|place|run my ad|ads|product|advert on|at|next_to|beside|under competitor|rival|their listing|page|product",
      "advertise|appear|be on|next_to|beside competitor|rival|other|their|similar|another product|listing|page|brand",
      "steal|take|win|poach customers|shoppers|sales from competitor|rival",
      "attack competitor|rival|their product",
      "ads on pages of category|similar products",
    ],
  },
  {
    actions: ["sd_targets.create", "sd_campaigns.create"],
    asked: [
      "retarget|remarket|remarketing|retargeting|win_back shoppers|people|visitors|customers",
      "reach|advertise|show_ads|follow|chase|to people|shoppers|visitors who viewed|looked|saw|visited|already product|page|didnt_buy",
      "people who looked|viewed|visited my product|page but did_not buy",
      "reach|advertise to people|shoppers|customers who bought|purchased before|already",
      "target audience|views|interests",
      "show ads outside|off|other amazon|websites|sites|apps",
      "bring_back|remind shoppers|visitors|people who left|looked|saw",
    ],
  },
  {
    actions: actionsOf(targets, "update"),
    asked: [
      "stop targeting category|brand|competitor|product|asin",
      "no_more ads on category|competitor page",
      "update|change|set target bid",
      "raise|lower|increase|cut bid|pay more|less on|for target|product|category|competitor",
      "pause|stop|turn_off target|targeting",
      "start|enable|resume|turn_on target|targeting",
      "stop targeting|advertising product|category|competitor|on page",
      "pause|turn_off|change auto|automatic targeting|close_match|loose_match|substitutes|complements",
    ],
  },
  {
    actions: ["sd_targets.update", "sd_targets.change_by_percent"],
    asked: [
      "raise|lower|change|pay|bid more|less on|for remarketing|retargeting|display audience|target|targets",
      "lower|raise bid on audience|people who viewed",
      "pause|stop remarketing|retargeting|audience",
    ],
  },
  {
    actions: actionsOf(targets, "archive"),
    asked: [
      "archive|delete|remove|get_rid_of|drop target|targets|targeting",
      "remove product|category|competitor target",
    ],
  },
  {
    actions: actionsOf(targets, "change_by_percent"),
    asked: [
      "raise|lower|change|cut target bids by percent",
      "bids of targets percent up|down",
      "cut|halve|double|raise|lower all|every target bid|bids half|third|quarter",
    ],
  },
];
