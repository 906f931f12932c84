import type { ActionEntry } from "../../contract/compiled-action.ts";
import { ConnectorError } from "../../ground/errors.ts";
import { show } from "../../ground/json.ts";

/** The length of the longest name that every provider accepts. */
const longestName = 64;

const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/** @throws ConnectorError `config_error` */
export function toolName(name: string): string {
  if (!namePattern.test(name))
    throw new ConnectorError("config_error", `A tool cannot be named ${show(name, 80)}.`, {
      path: "name",
      hint: "A name is a letter, and then at most 63 letters, digits, _ or -. Give another name in the tool's options.",
    });
  return name;
}

/**
 * Returns the names of the tools for single actions, such as `<prefix>_<entity>_<action>`. The keys are
 * `entity.action`. A name that is too long, or that two actions would have, ends with a hash instead. `all`: all
 * actions of the connector, offered or not, so that an action's name does not depend on which actions are offered.
 * @throws ConnectorError `config_error` if the prefix is too long or contains characters that are not allowed
 */
export function actionToolNames(prefix: string, all: readonly ActionEntry[]): ReadonlyMap<string, string> {
  const wanted = all.map(([entity, action]) => `${prefix}_${entity}_${action}`);
  const counts = new Map<string, number>();
  for (const name of wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isGood = (name: string) => name.length <= longestName && counts.get(name) === 1;
  const taken = new Set(wanted.filter(isGood));
  const names = new Map<string, string>();
  for (const [index, [entity, action]] of all.entries()) {
    const full = `${entity}.${action}`;
    let name = wanted[index]!;
    if (!isGood(name)) {
      name = shorten(prefix, name, full);
      for (let salt = 2; taken.has(name); salt++) name = shorten(prefix, wanted[index]!, `${full} ${salt}`);
      taken.add(name);
    }
    names.set(full, toolName(name));
  }
  return names;
}

/** The minimum number of characters of the entity and the action in a shortened name. */
const leastKept = 16;

/** Shortens a name, after a whole word if possible, and adds a hash of `full`. */
function shorten(prefix: string, name: string, full: string): string {
  const end = `_${fnv1a(full)}`;
  const most = longestName - end.length;
  if (prefix.length + 1 + leastKept > most)
    throw new ConnectorError(
      "config_error",
      `The name ${show(prefix, 80)} is too long for one tool per action.`,
      {
        path: "name",
        hint: `Give a name of at most ${most - leastKept - 1} characters in the tools' options.`,
      },
    );
  if (name.length <= most) return name + end;
  const word = name.lastIndexOf("_", most);
  return name.slice(0, word < prefix.length + 1 + leastKept ? most : word) + end;
}

function fnv1a(text: string): string {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value.toString(36).padStart(7, "0");
}
