import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask about accounts and portfolios. */
export const accountJobs: readonly AskedJob[] = [
  {
    actions: ["profiles.list", "profiles.get"],
    asked: [
      "which|what accounts I see|have|manage",
      "list of my|clients|accounts",
      "where|which countries advertise|sell|active",
      "which|what countries|country|markets|marketplaces run ads|campaigns",
      "which|what currency|timezone",
      "list|show|get profiles|accounts",
      "which|what accounts|profiles|advertisers|clients|brands|marketplaces do I have|manage|have_access|can_I use|see|are_there",
      "which|what countries|country|markets|marketplaces do|am|can|are I|we advertise|advertising|sell|active|run in",
      "what|which is|name|currency|timezone my|ad account|called|in|use",
      "currency|time_zone|timezone|country|name of my|account|profile",
      "profile id for|of country|account",
      "accounts my login|I has_access|can_see|reach|use",
      "am I seller or vendor",
      "is my account|connection|login|working|valid",
      "who am I|logged_in as",
    ],
  },
  {
    actions: ["profiles.get"],
    asked: ["get|show one|single|this profile|account by id", "profile details|by id"],
  },
  {
    actions: ["profiles.budget_settings"],
    asked: [
      "profile|account budget settings",
      "can|may|why campaign spend|spent|go more_than|over daily_budget|budget on one day",
      "overspend|exceed|over_delivery daily_budget|budget|percent",
    ],
  },
  {
    actions: ["manager_accounts.list"],
    asked: [
      "list|show|get manager_accounts|manager_account|managers",
      "which|what accounts|clients belong_to|are_in manager|agency account",
      "manager|agency accounts linked|connected",
    ],
  },
  {
    actions: ["portfolios.list"],
    asked: [
      "list|show|get portfolios",
      "which|what portfolios do_I_have|are_there|exist",
      "how are campaigns grouped",
      "what is cap|budget|limit of portfolio",
      "portfolio id for name",
      "folders|groups of campaigns",
    ],
  },
  { actions: ["portfolios.get"], asked: ["get|show one|single|this portfolio by id", "portfolio details"] },
  {
    actions: ["portfolios.create"],
    asked: [
      "move campaigns|these into new|one group|portfolio|folder called",
      "new group|folder called|named",
      "put campaigns together|in one folder|group|portfolio",
      "create|make|add|new|set_up portfolio",
      "group|bundle|organize|sort campaigns together|by brand|into|new portfolio|folder",
      "folder|group for campaigns",
      "one|shared|common|joint|single budget|cap|limit|spending_limit for several|these|multiple|all campaigns",
    ],
  },
  {
    actions: ["portfolios.update"],
    asked: [
      "update|change|set|edit portfolio",
      "update|set|raise|lower|remove portfolio budget|cap|limit|budget_cap",
      "cap|limit|restrict what portfolio|group_of_campaigns spends|may_spend|can_spend|costs month|this_month",
      "portfolio may|should spend at_most|only|more|less",
      "rename portfolio",
      "call portfolio something_else",
    ],
  },
  {
    actions: ["portfolios.budget_usage"],
    asked: [
      "portfolio budget usage|used|left|spent",
      "how_much of portfolio budget|cap is used|left|spent|gone",
      "is portfolio out_of budget|money",
    ],
  },
];
