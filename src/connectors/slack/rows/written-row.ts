import { type Dict, dicts, isDict, stringAt } from "../../../core/ground/json.ts";
import { decode } from "../text/markup-to-text.ts";

/** Creates the view of a write: only these fields of the record, because a model knows what it has written. */
export const shows =
  (...names: readonly string[]) =>
  (record: Dict): Dict =>
    Object.fromEntries(names.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]])));

/** Shows the channel, and its new topic or purpose as a plain text. */
export const showsNote =
  (note: "topic" | "purpose") =>
  (channel: Dict): Dict => {
    const text = stringAt(channel, `${note}.value`);
    return { id: channel.id, [note]: text === undefined ? undefined : decode(text) };
  };

/** Shows the posts of a call to several conversations. For a person, `channel` is the direct message. */
export const showsPosted = ({ succeeded, ...others }: Dict): Dict => ({
  succeeded: dicts(succeeded).map(({ to, channel, ts }) => ({
    to,
    ...(channel === to ? {} : { channel }),
    ts,
  })),
  ...others,
});

/** Shows the fields of a profile that have other values than the call has given. */
export function showsProfile(profile: Dict, _meta: unknown, _before: unknown, params: Dict = {}): Dict {
  const given = isDict(params.profile) ? params.profile : {};
  return Object.fromEntries(
    Object.entries(profile).filter(
      ([name, value]) => Object.hasOwn(given, name) && JSON.stringify(given[name]) !== JSON.stringify(value),
    ),
  );
}
