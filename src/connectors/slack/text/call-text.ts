import { isDict, type Dict, stringAt } from "../../../core/ground/json.ts";
import { isoTime, type Renderer } from "./markup-to-text.ts";

/** Returns the name, the address, the times and the people of a call. */
export function callLines(call: unknown, renderer: Renderer): string[] {
  if (!isDict(call)) return [];
  const v1 = isDict(call.v1) ? call.v1 : call;
  const name = renderer.literal(stringAt(v1, "name") ?? stringAt(v1, "title") ?? "Call");
  const url = stringAt(v1, "join_url") ?? stringAt(v1, "desktop_app_join_url");
  return withPeopleAndTimes(url === undefined ? name : renderer.link(url, name), v1, renderer);
}

/** Returns the times and the people of a huddle. */
export const huddleLines = (room: unknown, renderer: Renderer): string[] =>
  isDict(room) ? withPeopleAndTimes(stringAt(room, "name") ?? "", room, renderer) : [];

function withPeopleAndTimes(head: string, call: Dict, renderer: Renderer): string[] {
  const start = timeIn(call.date_start);
  const end = timeIn(call.date_end);
  const times = start === undefined ? "" : end === undefined ? `since ${start}` : `${start} to ${end}`;
  const state =
    call.was_missed === true ? "missed" : call.has_ended === true && end === undefined ? "ended" : "";
  const people = ["participants", "active_participants", "all_participants", "participant_history"].flatMap(
    (field) => (Array.isArray(call[field]) ? (call[field] as unknown[]) : []),
  );
  const names = people.map((one) => personName(one, renderer)).filter((one) => one !== "");
  const by = stringAt(call, "created_by");
  return [
    [head, times, state].filter((one) => one !== "").join(", "),
    by === undefined ? "" : `Started by ${renderer.user(by)}`,
    names.length === 0 ? "" : `With ${[...new Set(names)].join(", ")}`,
  ].filter((line) => line !== "");
}

function personName(person: unknown, renderer: Renderer): string {
  if (typeof person === "string") return renderer.user(person);
  if (!isDict(person)) return "";
  const id = stringAt(person, "slack_id") ?? stringAt(person, "user_id");
  return id === undefined ? renderer.literal(stringAt(person, "display_name") ?? "") : renderer.user(id);
}

/** Returns undefined for 0, which is the end time of a running call. */
const timeIn = (seconds: unknown): string | undefined =>
  seconds === 0 || seconds === "0" ? undefined : isoTime(seconds);
