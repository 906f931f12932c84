import type { Dict } from "../../../../src/core/ground/json.ts";

interface Corrected {
  /** What the reader once did wrong. */
  fault: string;
  message: Dict;
}

const actions = (...elements: Dict[]): Dict => ({ blocks: [{ type: "actions", elements }] });
const inline = (...elements: Dict[]): Dict => ({
  blocks: [{ type: "rich_text", elements: [{ type: "rich_text_section", elements }] }],
});
const plain = (text: string) => ({ type: "plain_text", text });
const options = ["one", "two"].map((name) => ({
  text: plain(name),
  description: plain(`about ${name}`),
  value: name,
}));

/** Messages that the reader once read wrongly. */
export const corrected: readonly Corrected[] = [
  {
    fault: "a chosen option is told as an option and again as the choice",
    message: actions(
      { type: "static_select", placeholder: plain("choose"), initial_option: options[0], options },
      { type: "checkboxes", initial_options: [options[1]], options },
    ),
  },
  {
    fault: "the time that a datetimepicker starts with is lost",
    message: actions({ type: "datetimepicker", action_id: "a", initial_date_time: 1628633820 }),
  },
  {
    fault: "the name of a workspace is lost, and its id is told instead",
    message: inline({ type: "team", team_id: "T0123ABCD" }),
  },
  {
    fault: "the number of a citation is lost",
    message: inline({ type: "citation", url: "https://c.example/", text: "A source", index: 3, details: {} }),
  },
  {
    fault: "the time of an attachment is lost",
    message: { attachments: [{ text: "text", footer: "footer", ts: 1628633820 }] },
  },
  {
    fault: "the workspace id of a shared message is told",
    message: {
      attachments: [{ text: "text", channel_name: "random", channel_team: "T0123ABCD", is_msg_unfurl: true }],
    },
  },
  {
    fault: "all keys of a list and its rows are told",
    message: {
      attachments: [
        {
          title: "Row one",
          list: { id: "F1", title: "Tasks", username: "ann", url_private: "https://files.example/1", list_metadata: { icon: "boat" } }, // prettier-ignore
          list_view: { id: "V1", default_view_key: "all", created_by: "U0123ABCD" },
          list_record: { record: { fields: [{ key: "Col0123", text: "Write docs" }] } },
        },
      ],
    },
  },
  {
    fault: "ids and types of a workflow are told",
    message: { blocks: [{ type: "share_shortcut", title: "Ask", app_collaborators: ["U0123ABCD"], trigger_type: "shortcut", trigger_subtype: "link" }] }, // prettier-ignore
  },
  {
    fault: "the name of a file in an attachment is told beside its title",
    message: { attachments: [{ text: "see", files: [{ id: "F0123ABCD", name: "plan.pdf", title: "The plan", mode: "hosted" }] }] }, // prettier-ignore
  },
];
