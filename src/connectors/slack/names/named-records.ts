import { quoteOthers } from "../../../core/ground/quote-others.ts";
import { type Dict, stringAt } from "../../../core/ground/json.ts";
import { oneLine } from "../text/one-line.ts";

/** A channel, person or user group that can be found by name. */
export interface Named {
  id: string;
  /** All names in lower case. The first name is unique in the workspace. */
  names: string[];
  /** The name and the id, for an error message. */
  label: string;
}

/** Shortens a name and hides ids in it, because a name in an error message must not look like a sentence or an id. */
const shown = (name: string) =>
  oneLine(name)
    .slice(0, 40)
    .toWellFormed()
    .replace(/\b[A-Z](?=[A-Z]*\d)[A-Z0-9]{8,}\b/g, "…");

/** Returns an empty list for a record without a name, such as a direct message. */
export const channelEntry = ({ id, name }: Dict): Named[] =>
  typeof id === "string" && typeof name === "string"
    ? [{ id, names: [name.toLowerCase()], label: `${quoteOthers(`#${name}`)} (${id})` }]
    : [];

/** Returns an empty list for a record without a handle. */
export const groupEntry = ({ id, handle, name }: Dict): Named[] =>
  typeof id === "string" && typeof handle === "string"
    ? [
        {
          id,
          names: [handle, name].map((one) => String(one ?? "").toLowerCase()),
          label: `${quoteOthers(`@${handle}, ${shown(String(name))}`)} (${id})`,
        },
      ]
    : [];

export function personEntry(user: Dict): Named[] {
  const id = String(user.id);
  const names = ["name", "profile.display_name", "real_name", "profile.real_name"].map((path) =>
    (stringAt(user, path) ?? "").toLowerCase(),
  );
  const name = stringAt(user, "real_name") ?? stringAt(user, "profile.real_name") ?? "";
  const deactivated = user.deleted === true ? ", deactivated" : "";
  return [
    {
      id,
      names,
      label: `${quoteOthers(`@${String(user.name)}${name === "" ? "" : `, ${shown(name)}`}`)} (${id}${deactivated})`,
    },
  ];
}
