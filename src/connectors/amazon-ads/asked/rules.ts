import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask about rules and about target promotion groups. */
export const ruleJobs: readonly AskedJob[] = [
  {
    actions: ["budget_rules.create"],
    asked: [
      "more|higher|extra budget|money on|at|during weekends|holidays|prime_day|black_friday",
      "when roas|acos is above|below give|spend more|less",
      "create|add|make|set_up budget rule|rules",
      "raise|increase|more|extra budget|money|spend automatically|by_itself|when|while|if|under|below acos|roas|sales|percent|good|well",
      "raise|increase|more|extra|put budget|money|spend behind ads during|for|on|around prime_day|black_friday|christmas|event|holiday|weekend|season|cyber_monday",
      "more|extra budget|money|spend weekends|weekend|fridays|saturdays|sundays|holidays",
      "spend more during|on|at|for prime_day|black_friday|christmas|weekend|holidays|event",
      "double|bump budget for|on|during prime_day|black_friday|christmas|weekend",
      "automatic|automatically budget|change when acos|roas",
      "schedule budget raise|increase",
      "if campaign does|goes|sells well give|get more budget|money",
    ],
  },
  {
    actions: ["budget_rules.list"],
    asked: [
      "list|show|get budget rules|rule",
      "which|what budget rules|rules do_I_have|apply|are|run on|active campaign",
      "why is|was budget higher|raised today|on_weekend",
      "what raises|changes my budget automatically|by_itself",
    ],
  },
  { actions: ["budget_rules.get"], asked: ["get|show one|single budget rule by id"] },
  {
    actions: ["budget_rules.update"],
    asked: [
      "update|change|edit|pause|stop|turn_off|enable budget rule|rules",
      "rule should raise budget less|more|longer",
    ],
  },
  {
    actions: ["budget_rules.associate"],
    asked: ["associate|apply|attach|add|use|put budget rule to|on|for campaign"],
  },
  {
    actions: ["budget_rules.disassociate"],
    asked: [
      "no_more budget rule campaign",
      "campaign without budget rule",
      "disassociate|remove|detach|take_off|stop budget rule from|for campaign",
      "campaign should not use rule",
    ],
  },
  {
    actions: ["budget_rules.campaigns"],
    asked: ["list|which campaigns of|use|has|have budget rule", "where does budget rule apply"],
  },
  {
    actions: ["budget_rules.events"],
    asked: [
      "when is prime_day|black_friday|cyber_monday|christmas sale|event",
      "holidays|events|sales_events coming_up|come_up|upcoming|ahead|soon|next",
      "date|dates of prime_day|black_friday|event",
      "list|which|what|upcoming|coming|next events|shopping_events|holidays|sales_events budget",
      "when is prime_day|black_friday|next event|cyber_monday",
      "suggested|how_much budget increase|raise for|on event|prime_day|black_friday",
    ],
  },
  {
    actions: ["bid_rules.create", "bid_rules.update", "bid_rules.list"],
    asked: [
      "ads mostly|only|mainly in|at evening|night|morning|weekend",
      "raise bids in|at evening|night|weekend|hours",
      "create|add|make|set_up|schedule bid rule|rules",
      "dayparting",
      "raise|lower|change|bid|pay bids|bid|more|less at|in|during|on|only night|evening|morning|weekend|hours|day|noon|clocktime",
      "bid|pay|spend more|less at night|in_the_evening|at_weekends|during_the_day|at_lunch",
      "show|run ads only|more|less|mainly at|during|in|between certain|night|evening|day|hours|morning|weekend|clocktime",
      "ads should not run|run_less at night|weekend",
      "different bids by|at|for time_of_day|hour|weekday",
    ],
  },
  {
    actions: ["bid_rules.list"],
    asked: [
      "list|show|get bid rules|schedule",
      "which|what bid rules|schedules do_I_have|apply|are active|on campaign",
    ],
  },
  {
    actions: ["bid_rules.update"],
    asked: ["update|change|edit|pause|stop|turn_off|enable bid rule|rules|schedule|dayparting"],
  },
  {
    actions: ["bid_rules.associate"],
    asked: ["associate|apply|attach|add|use|put bid rule|schedule to|on|for campaign"],
  },
  {
    actions: ["target_promotion_groups.recommendations"],
    asked: [
      "turn good|winning searches|search_terms into keywords",
      "new keywords from auto|automatic campaign",
      "harvest|harvesting keywords|search_terms from auto|automatic campaign",
      "which|what good|best|winning search_terms|searches|words|keywords from|of auto|automatic should|could|can move|add|become manual|keywords",
      "turn|move|graduate|promote search_terms|searches into|to keywords|manual",
    ],
  },
  {
    actions: ["target_promotion_groups.create"],
    asked: [
      "create|make|new target_promotion_group|promotion_group",
      "connect|link|pair auto|automatic campaign|ad_group with|to manual",
    ],
  },
  {
    actions: ["target_promotion_groups.list"],
    asked: ["list|show target_promotion_groups|promotion_groups"],
  },
  {
    actions: ["target_promotion_groups.create_targets"],
    asked: [
      "create|add targets|keywords from|of|in target_promotion_group|promotion_group|harvest",
      "add harvested|winning search_terms|keywords to manual",
    ],
  },
  {
    actions: ["target_promotion_groups.targets"],
    asked: [
      "list|which targets|keywords were created|harvested|through|by promotion_group|target_promotion_group",
    ],
  },
];
