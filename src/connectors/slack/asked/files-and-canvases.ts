import type { Job } from "../../../core/contract/job.ts";

/** What people ask about files and canvases. */
export const content: readonly Job[] = [
  {
    actions: ["files.list"],
    asked: [
      "pictures|files|documents in channel|room|conversation",
      "everything uploaded|shared",
      "list files|documents|pictures",
      "list files shared|uploaded in channel|by user",
      "which|what files|documents|pictures|pdfs|attachments did people|person|we share|upload|post|send in|this_week",
      "recent|newest|latest|last files|documents|uploads|pictures|images",
      "all pdfs|images|files|pictures|spreadsheets|screenshots in channel|from person",
      "what has person|been uploaded|shared",
      "files of channel|user",
      "my files|uploads",
    ],
  },
  {
    actions: ["files.get"],
    asked: [
      "get file info|details|metadata",
      "who uploaded|shared|sent file|document|picture",
      "how_big|large|old is file|document",
      "when was file|document uploaded|shared",
      "what type|size of file|document",
      "in which channels was file|document shared|posted",
      "read snippet text",
    ],
  },
  {
    actions: ["files.download"],
    asked: [
      "what does pdf|file|document|attachment say",
      "pdf|attachment|document says",
      "contents|inside of file|pdf|document",
      "open|read attachment|it person sent",
      "download|save|fetch|read|open file|document|attachment|pdf|picture|spreadsheet",
      "get|read|see file|document content|contents|text",
      "what is|does|written in|says|inside file|document|attachment|pdf|spreadsheet|contract",
      "read|open|look_at|look_into|summarize attachment|pdf|document|file|spreadsheet person sent|attached|posted",
      "get file|attachment|picture onto|to my computer|disk",
      "grab|pull copy of document|attachment|file",
    ],
  },
  {
    actions: ["files.upload"],
    asked: [
      "upload file|document|picture",
      "upload|share|send|post|attach|put file|document|picture|report|csv|pdf|spreadsheet|slides|log|screenshot|image|chart|photo to|in|with channel|team|person|thread",
      "attach file|document|csv to message",
      "share text|code snippet",
      "post chart|screenshot|picture|log|snippet|code in channel",
      "put report|document|spreadsheet where team can see",
      "send person the pdf|file|document|picture|slides|report",
    ],
  },
  {
    actions: ["files.delete"],
    asked: [
      "delete|remove|erase|get_rid_of file|document|picture|screenshot|attachment|upload|pdf",
      "take_down|pull file|picture|screenshot|document I uploaded|shared|posted|sent",
      "I uploaded|shared wrong file|document|picture|version",
      "file should not be there|online|visible any_more",
    ],
  },
  {
    actions: ["files.share_public"],
    asked: [
      "client|customer|outsider|partner should see|open|read file|proposal|document",
      "let client open proposal|file|document",
      "make|share file|document public|publicly",
      "create|get public|external link|url to|for file|document|picture",
      "let|show someone|people|client outside|without_account|external|not_on_slack see|open|download file|document|picture",
      "link anyone|everybody|people can open|use to file|document",
      "share document|file with client|customer|outsider|external|people outside",
      "file link for people outside|without slack",
    ],
  },
  {
    actions: ["files.revoke_public"],
    asked: [
      "outsiders|people outside|client must|should not see|open file|document any_more",
      "file|document should be internal|private again",
      "revoke|remove|disable|stop|turn_off public|external link|sharing file|document",
      "make file|document|picture private again",
      "stop sharing file|document outside|publicly|with the_world",
      "people outside|outsiders should not|no_longer see|open file|document|link",
      "kill|break public link",
      "close public access to file",
    ],
  },
  {
    actions: ["canvases.list"],
    asked: [
      "list canvases|canvas",
      "which|what canvases|canvas exist|do_we_have|are_there|has channel",
      "find canvas",
      "canvases in|of channel",
      "where is canvas",
    ],
  },
  {
    actions: ["canvases.read"],
    asked: [
      "open|read|show meeting|our notes",
      "notes|minutes|agenda of|from meeting read|open|show",
      "what is written|noted canvas",
      "written|stands in canvas",
      "show|open me notes|page canvas",
      "read|open|show|get canvas|canvas_content",
      "what is|does|stands|written in|on|says canvas",
      "read|open notes|page|document canvas of channel",
      "summarize canvas",
      "canvas as markdown|text",
      "contents of channel canvas|tab",
    ],
  },
  {
    actions: ["canvases.sections"],
    asked: [
      "find|look_up|get canvas sections|headings|headers",
      "which section|heading|part of canvas contains|about",
      "headings|sections|table_of_contents of canvas",
    ],
  },
  {
    actions: ["canvases.create", "canvases.update"],
    asked: [
      "create|make|start|write new canvas|canvas_document",
      "create canvas document|page",
      "put|write notes|minutes|text|plan|agenda in|into|on canvas",
      "new|start page|document|wiki|doc for notes|channel|team",
      "turn thread|this|notes into canvas|document",
    ],
  },
  {
    actions: ["canvases.update"],
    asked: [
      "add paragraph|section|line|text to notes|page|canvas",
      "write into|in notes|page|canvas",
      "notes|canvas are outdated|wrong fix|change",
      "update|edit|change|rename canvas",
      "add|append|insert|write section|text|line|paragraph|item to|in canvas",
      "add to|change notes|page canvas",
      "replace|rewrite|fix section|part|paragraph of canvas",
      "remove|delete section|part|paragraph|line from canvas",
    ],
  },
  {
    actions: ["canvases.delete"],
    asked: ["delete|remove|get_rid_of|trash canvas", "throw_away|throw_out canvas"],
  },
  {
    actions: ["canvas_access.set"],
    asked: [
      "share canvas with user|person|channel",
      "give|grant|let person|channel access|edit|write|read|see canvas",
      "set canvas access|permissions",
      "transfer canvas owner|ownership",
    ],
  },
  {
    actions: ["canvas_access.delete"],
    asked: [
      "remove|revoke|take_away canvas access|permission|rights",
      "person should no_longer|not see|edit|read canvas",
      "unshare|stop sharing canvas",
    ],
  },
];
