import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask about reactions and pins. */
export const reactions: readonly AskedJob[] = [
  {
    actions: ["reactions.create"],
    asked: [
      "cheer|applause|bravo for post|message|person",
      "mark message|post with check|tick|emoji",
      "clap|applaud|smile at message|post",
      "put|add|leave|give heart|thumb|emoji|smiley|tick on|message|post|it",
      "mark message with emoji|checkmark|tick",
      "respond with emoji",
      "add reaction|emoji to message",
      "react to message with emoji|thumbs_up",
      "give|put|leave|send thumbs_up|thumb|heart|like|checkmark|tick|smiley|eyes|emoji message|post|that|on",
      "like|upvote|heart|plus_one|cheer|applaud message|post|comment|that",
      "thumbs_up that|message|post|idea",
      "show with emoji that I saw|agree|done|like it",
      "tick|checkmark on message",
      "acknowledge message with emoji",
      "vote for|with emoji",
    ],
  },
  {
    actions: ["reactions.delete"],
    asked: [
      "remove|delete reaction|emoji",
      "take_back|take_off|undo|withdraw|remove my reaction|thumbs_up|like|heart|emoji|smiley|vote",
      "get_rid_of smiley|emoji|heart|reaction I put|gave|left",
      "unlike|unreact message|post",
      "I did not mean to react|like",
    ],
  },
  {
    actions: ["reactions.get"],
    asked: [
      "which|what emoji|reactions did people leave|give|use|put",
      "responses|reactions so_far to post|message|announcement",
      "who liked|loved|thumbed my|message|post",
      "who reacted|responded with emoji|heart|thumb",
      "likes of my|post|message",
      "how popular is post|message|announcement",
      "get reactions on|of message",
      "who reacted|liked|voted|thumbed to|on message|post|that|my",
      "which|what|how_many reactions|emoji|likes|thumbs_up|hearts|votes did|on|has message|post|get",
      "did people|anyone like|react message|post|announcement",
      "count votes|reactions|thumbs of poll|message",
      "who gave thumbs_up|heart|tick",
    ],
  },
  {
    actions: ["reactions.list"],
    asked: [
      "list my|user reactions",
      "what|which messages|posts have I|person reacted|liked",
      "messages|things I|user liked|reacted to",
      "everything I put emoji|thumbs_up|heart on",
    ],
  },
  {
    actions: ["pins.create"],
    asked: [
      "everybody|everyone sees|finds post|message at_the_top",
      "nail|glue post|message to top",
      "important message|post should stay at_the_top",
      "pin message",
      "pin|stick|fasten|fix this|message|post|note to top|channel",
      "keep message|post|this at|on|easy_to_find top of channel",
      "make message stay|stand at_the_top",
      "highlight message|post for everyone in channel",
      "make|so everyone can find message|post again",
    ],
  },
  {
    actions: ["pins.list"],
    asked: [
      "list pins|pinned messages|items",
      "what is pinned in channel|here",
      "show|which messages|posts are pinned|stuck|highlighted|at_the_top in channel",
      "important|pinned posts|things of channel",
    ],
  },
  {
    actions: ["pins.delete"],
    asked: [
      "unstick message",
      "remove|take message|note from pins|pinned",
      "unpin message",
      "remove|delete|take_down|take_off pin|pinned message|note|post",
      "pinned message|note|post is outdated|old|not_needed",
      "message should not be pinned|at_the_top any_more",
    ],
  },
];
