import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask about the workspace, the token and the surfaces of an app. */
export const workspace: readonly AskedJob[] = [
  {
    actions: ["team.get"],
    asked: [
      "get workspace|team info|details|name",
      "which|what workspace|team|company|slack am I in|connected|is_this|logged",
      "name|address|url|domain of workspace|slack",
      "workspace icon|domain|url",
    ],
  },
  {
    actions: ["bots.get"],
    asked: [
      "get bot info|details",
      "who|which|what bot|app wrote|posted|sent message|this",
      "bot by id",
      "what app is behind bot|message",
    ],
  },
  {
    actions: ["auth.test"],
    asked: [
      "is connection|token|access still ok|working",
      "which account|bot|user are you|using",
      "is slack connected|connection",
      "check|test|verify token|auth|authentication|connection|credentials|login",
      "who am I",
      "who am I logged_in|signed_in|connected as",
      "whose|which account|name is this|used",
      "whoami|token identity|identity",
      "which|what user|account|bot am I|are_you|is_this|logged|signed|connected|acting|using in|as",
      "is token|connection|login|slack working|valid|ok|alive|still",
      "what is my user id|bot_id|own_id",
    ],
  },
  {
    actions: ["auth.teams_list"],
    asked: [
      "list workspaces of organization|org|enterprise|app",
      "which|what workspaces can app use|access|has",
    ],
  },
  {
    actions: ["api.test"],
    asked: ["test|check|ping slack api|server|availability", "is slack up|down|reachable|working|responding"],
  },
  {
    actions: ["blocks.validate"],
    asked: ["validate|check block_kit|blocks|layout", "are blocks valid|correct"],
  },
  {
    actions: ["views.open"],
    asked: ["open|show modal|dialog|form|popup|view", "ask user to fill form|modal"],
  },
  {
    actions: ["views.publish"],
    asked: ["publish|update|set home|app_home tab|view", "app home tab for user"],
  },
  { actions: ["views.push"], asked: ["push|stack view|modal on|onto modal", "next page|step of modal|form"] },
  { actions: ["views.update"], asked: ["update|replace|change open modal|view|dialog|form"] },
  {
    actions: ["functions.complete_success"],
    asked: [
      "complete|finish workflow|function step success|successfully|outputs",
      "tell workflow step is done",
    ],
  },
  {
    actions: ["functions.complete_error"],
    asked: ["fail|complete workflow|function step error", "tell workflow step failed"],
  },
  {
    actions: ["threads.set_status"],
    asked: ["set assistant|app|bot thread status|thinking|typing", "show bot|app is thinking|typing|working"],
  },
  {
    actions: ["threads.set_suggested_prompts"],
    asked: [
      "set|offer|show suggested prompts|questions assistant",
      "suggest questions|prompts to user of assistant",
    ],
  },
  { actions: ["threads.set_title"], asked: ["set|change|name title of assistant|app|bot thread|chat"] },
];
