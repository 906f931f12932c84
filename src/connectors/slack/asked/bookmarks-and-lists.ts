import type { AskedJob } from "../../../core/contract/search.ts";

/** What people ask about bookmarks, emoji, stars and lists. */
export const lists: readonly AskedJob[] = [
  {
    actions: ["bookmarks.list"],
    asked: [
      "which|what dashboards|pages|sites|links are saved|kept in channel",
      "list channel bookmarks",
      "which|what links|bookmarks are saved|along|at|in top|channel|bar",
      "show bookmarks|saved_links|links|tabs of channel",
      "where is link|wiki to handbook at_the_top of channel",
    ],
  },
  {
    actions: ["bookmarks.create"],
    asked: [
      "add|create|save bookmark",
      "add bookmark|link to channel",
      "keep|put|save|add|stick link|url|page|wiki|website|dashboard at|to|in|along top|bar|header of channel",
      "bookmark page|wiki|link|dashboard|site in|for channel",
      "make link|dashboard|wiki easy|handy to find|reach for everyone in channel",
    ],
  },
  {
    actions: ["bookmarks.update"],
    asked: [
      "link in header|top is wrong|outdated|broken change|fix it",
      "handbook|wiki|dashboard link is wrong|outdated|moved change",
      "update|edit|change|rename|fix|replace bookmark",
      "change|fix|replace|rename link|url|wiki_link at_the_top|in_the_bar|in_header of channel",
      "bookmark points to wrong|old page|link|url",
    ],
  },
  {
    actions: ["bookmarks.delete"],
    asked: [
      "take old|wiki|dead link off|from channel",
      "delete|remove|get_rid_of|take_down bookmark",
      "remove|delete|take_away|take_down old|dead link|url|wiki from|at top|bar|header of channel",
    ],
  },
  {
    actions: ["emoji.list"],
    asked: [
      "do we have emoji|parrot|smiley",
      "our emoji|smileys",
      "list emoji|custom_emoji",
      "which|what custom|own emoji do_we_have|exist|are_there",
      "is there emoji|smiley for|called",
      "our own|special emojis|smileys",
    ],
  },
  {
    actions: ["stars.list"],
    asked: [
      "list stars|starred|favorites items|messages",
      "what|which did|have I star|starred|favorited",
      "my starred messages|files",
    ],
  },
  {
    actions: ["lists.create"],
    asked: [
      "create|make|start new list|tracker|table|checklist",
      "start|set_up todo|task|to_do list",
      "new tracker|table|board for tasks|bugs",
    ],
  },
  {
    actions: ["lists.update"],
    asked: ["rename|update|change list name|description", "turn_into|make list todo|task list|mode"],
  },
  {
    actions: ["list_items.list"],
    asked: [
      "which tasks|todos|items are open|left|mine",
      "list|show|read items|rows|tasks of|in|on list",
      "what is on|in list|tracker|todo_list|to_do_list",
      "open|all tasks|todos on|in list|tracker",
    ],
  },
  {
    actions: ["list_items.get"],
    asked: ["get|show|read one|single item|row|task|record of list", "subtasks|details of item|task in list"],
  },
  {
    actions: ["list_items.create"],
    asked: [
      "add|create|put item|row|task|entry|todo|record to|on|in list",
      "new task|item|row in list|tracker",
      "put this|it on|in the list|todo_list|to_do_list|tracker",
    ],
  },
  {
    actions: ["list_items.update"],
    asked: [
      "update|change|edit cell|item|row|task|field of|in list",
      "mark|tick_off|check_off task|item done|complete in|on list",
      "assign|give task|item in list to person",
      "change due_date|assignee|status of task|item",
    ],
  },
  { actions: ["list_items.delete"], asked: ["delete|remove|take_off item|row|task|entry from|off|of list"] },
  {
    actions: ["list_access.set"],
    asked: [
      "share list with user|person|channel",
      "give|grant|let person|channel access|edit|write|read|see list",
      "set list access|permissions",
      "transfer list owner|ownership",
    ],
  },
  {
    actions: ["list_access.delete"],
    asked: [
      "remove|revoke|take_away list access|permission|rights",
      "person should no_longer|not see|edit|read list",
      "unshare|stop sharing list",
    ],
  },
  {
    actions: ["list_exports.start"],
    asked: [
      "list as spreadsheet|csv|excel",
      "export|download list csv|excel|spreadsheet|table",
      "start list export",
      "get list as csv|excel|spreadsheet|file",
    ],
  },
  {
    actions: ["list_exports.get"],
    asked: ["get list export status|download|link|file", "is list export ready|done|finished"],
  },
];
