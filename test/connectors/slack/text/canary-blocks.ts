import { type Dict, isDict } from "../../../../src/core/ground/json.ts";
import { type Planter, plantDate } from "./canary-planter.ts";
import { innerFile } from "./canary-files.ts";
import { type Rules, always, beside, each, id, isThere, link, linkUnless, literal, number, object, plantAny, plantObject, rule, shown, time } from "./canary-rules.ts"; // prettier-ignore

// This file says which strings of blocks, elements and rich text nobody sees. All others are seen, also those of types
// and keys that this file does not know. https://docs.slack.dev/reference/block-kit

const general: Rules = {
  // Names of shapes and colors, and switches. The reader may show them in its own way.
  ...rule(
    "keep",
    "type style mode status level border indent offset align width language skin_tone icon citation_type",
  ),
  ...rule("keep", "icon_name reference_object_type file_id record_id view_id section_id task_id unicode"),
  // Ids that an app chooses.
  ...rule("never", "block_id action_id call_id private_metadata"),
  // What an app gets if somebody clicks. The dialog and the options after a click are seen.
  ...rule("never", "value workflow filter dispatch_action_config"),
  ...rule("never", "response_action visible_to_user_ids"),
  // Slack does not say whether an input shows its limits.
  ...rule("maybe", "min_value max_value filetypes"),
  // Only screen readers and notifications use these. A picture itself has `alt_text`.
  ...rule("never", "accessibility_label fallback"),
  ...rule("never", "image_url thumbnail_url provider_icon_url icon_url slack_file column_settings color"),
  // Ids of apps, workflows and records.
  ...rule("never", "app_id entity_id bot_user_id function_trigger_id app_collaborators owning_team_id"),
  ...rule("never", "developer_trace_id trigger_type trigger_subtype workflow_id source ts thread_ts"),
  ...rule("never", "message_id thread_id salesforce_record_id salesforce_field_api_name"),
  ...rule("maybe", "external_id channel_id message_ts author_id channel"),
  ...rule(link, "url title_url video_url share_url"),
};

/** Plants words in blocks, or in a part of a block. */
export const blocks = (value: unknown, _owner: Dict, planter: Planter): unknown =>
  plantAny(value, (item) => plantBlock(item, planter), planter);

/** An input shows what is chosen instead of its placeholder. */
const ids =
  "initial_user initial_users initial_channel initial_channels initial_conversation initial_conversations";
const texts = "initial_option initial_options initial_value initial_date initial_time initial_date_time";
const input: Rules = {
  placeholder: beside(`${texts} ${ids}`, "never", blocks),
  ...rule(shown, "initial_date initial_time"),
  initial_date_time: time,
  ...rule(id, ids),
};
/** A chosen option is also one of the options, and has the same words there. */
export function options(owner: Dict, planter: Planter): Rules {
  const planted = new Map<unknown, Dict>();
  const groups = Array.isArray(owner.option_groups) ? owner.option_groups.filter(isDict) : [];
  const offered = [owner, ...groups].flatMap((group) => (Array.isArray(group.options) ? group.options : []));
  const one = (given: Dict) => {
    // Several options can have the same value.
    const known = offered.includes(given)
      ? given
      : (offered.find((option) => isDict(option) && option.value === given.value) ?? given);
    if (!planted.has(known)) planted.set(known, plantObject(given, { ...general, url: "never" }, planter));
    return planted.get(known);
  };
  const group = (given: Dict) => ({ ...given, label: blocks(given.label, given, planter), options: each(one)(given.options, given, planter) }); // prettier-ignore
  return { ...rule(each(one), "options initial_option initial_options"), option_groups: each(group) };
}

/** People of a call. Those in `active_participants` are also among `all_participants`. */
function plantCall(call: Dict, planter: Planter): Dict {
  const planted = new Map<string, Dict>();
  const person = (given: Dict) => {
    const { slack_id, display_name } = given;
    const key = `${String(slack_id)} ${String(display_name)}`;
    const [known = {}, named = {}]: Dict[] = planted.has(key)
      ? [planted.get(key)!]
      : planter.oneOf<Dict>([
          () => (isThere(slack_id) ? { slack_id: id(slack_id, given, planter) } : {}),
          () => (isThere(display_name) ? { display_name: literal(display_name, given, planter) } : {}),
        ]);
    planted.set(key, { ...known, ...named });
    return planted.get(key);
  };
  const rules: Rules = {
    name: "seen",
    ...rule(each(person), "all_participants active_participants"),
    ...rule(time, "date_start date_end"),
    join_url: link,
    created_by: always("maybe", id),
    "*": "never",
  };
  return plantObject(call, rules, planter);
}

const linked: Rules = { text: literal, url: linkUnless("text") };
const mention = (key: string): Rules => ({ [key]: id });
/** What is different in a type of block, element or rich text. */
const byType: Readonly<Record<string, Rules>> = {
  text: { text: literal },
  link: linked,
  emoji: { name: literal },
  user: mention("user_id"),
  canvas_user_mention: mention("user_id"),
  channel: mention("channel_id"),
  usergroup: mention("usergroup_id"),
  team: mention("team_id"),
  color: rule(shown, "value"),
  broadcast: rule(shown, "range"),
  citation: { ...linked, index: number },
  attachment_mention: linked,
  work_object_mention: linked,
  workflow_mention: linked,
  message_mention: linked,
  canvas_message_unfurl: linked,
  canvas: { ...linked, label: beside("text", "never", literal) },
  list_record: linked,
  raw_text: { text: literal },
  raw_number: { text: literal, value: beside("text", "never", number) },
  data_visualization: { chart: each(plantChart) },
  card: rule("keep", "slack_icon"),
  container: { title: beside("rich_text_title", "never", blocks) },
  task_card: { status: shown, sources: object({ ...general, ...linked }) },
  call: { call: object({ v1: each(plantCall), "*": "never" }) },
  file: { ...linked, file: innerFile },
};

/** The labels of points are the categories of the axis. A reader may repeat them for each series. */
function plantChart(chart: Dict, planter: Planter): Dict {
  const words = new Map<unknown, unknown>();
  const category = (value: unknown) => {
    if (!words.has(value) && typeof value === "string")
      words.set(
        value,
        planter.as("often", () => planter.literal(value)),
      );
    return words.get(value);
  };
  const point = object({ label: category, value: number });
  return plantObject(
    chart,
    {
      type: "keep",
      segments: object({ label: literal, value: number }),
      series: object({ name: literal, data: point }),
      axis_config: object({
        categories: (value) => (Array.isArray(value) ? value.map(category) : value),
      }),
    },
    planter,
  );
}

/** `fallback` is seen if Slack cannot show the date. */
function plantDateElement({ timestamp, format, fallback, ...rest }: Dict, planter: Planter): Dict {
  const works = Number(timestamp) > 0 && typeof format === "string" && format !== "";
  const [seconds, words] = works ? plantDate(timestamp, format, planter) : [timestamp, format];
  return {
    ...plantObject(rest, general, planter),
    timestamp: seconds,
    format: words,
    fallback: planter.as(works ? "never" : "seen", () => literal(fallback, {}, planter)),
  };
}

export function plantBlock(block: Dict, planter: Planter): Dict {
  const type = String(block.type);
  if (type === "date") return plantDateElement(block, planter);
  const special = Object.hasOwn(byType, type) ? byType[type] : {};
  const rules = { ...general, ...input, ...options(block, planter), ...special };
  return plantObject(block, rules, planter, (item) => plantBlock(item, planter));
}
