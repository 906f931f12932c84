import type { GuardRead } from "../../../core/contract/judgement.ts";
import type { NameResolver } from "../../../core/contract/definition.ts";
import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, dicts, isDict, stringAt } from "../../../core/ground/json.ts";
import { nearest } from "../../../core/ground/similar-names.ts";
import { type KnownPart, type Page, createCachedList } from "./cached-list.ts";
import { type Named, channelEntry, groupEntry, personEntry } from "./named-records.ts";

// Finds the id of a channel, person or user group by name. If several people or groups have the same name, the error
// lists up to ten of them.

export interface NameParam {
  read: GuardRead;
  /** The path of the param with the name, such as `params.channel`. */
  path: string;
}

export function createNameFinder(clock: Clock) {
  const idOf = ({ id }: { id: string }) => id;
  const channels = createCachedList<Named>(clock, idOf);
  const people = createCachedList<Named>(clock, idOf);
  const groups = createCachedList<Named>(clock, idOf);
  const dms = createCachedList<{ id: string; user: string }>(clock, idOf);

  async function channelId(name: string, { path, read }: NameParam): Promise<string> {
    const wanted = name.slice(1).toLowerCase();
    const isWanted = ({ names }: Named) => names.includes(wanted);
    const { items, complete } = await channels.search(
      (part) => part.items.some(isWanted),
      withoutPrivateIfRefused((types) =>
        pageReader(read, "channels", { types }, ["id", "name"], channelEntry),
      ),
    );
    const found = items.find(isWanted);
    if (found) return found.id;
    const among = complete ? "that the token can see" : `among the first ${items.length}`;
    throw nameError(
      `there is no channel ${name} ${among}${suggestion(wanted, items)}`,
      path,
      "Only the members of a private channel can see it. channels.list shows the channels that the token can see.",
    );
  }

  async function userId(name: string, param: NameParam): Promise<string> {
    if (!name.startsWith("@")) return userIdByEmail(name, param);
    const fields = ["id", "name", "real_name", "profile", "deleted"];
    const page = pageReader(param.read, "users", {}, fields, personEntry);
    return uniqueId(name, param.path, (isFound) => people.search(isFound, page), {
      nobody: "nobody called",
      list: "users.list",
    });
  }

  async function userIdByEmail(email: string, { path, read }: NameParam): Promise<string> {
    try {
      const id = stringAt((await read("users", "lookup_by_email", { email })).data, "id");
      if (id !== undefined) return id;
    } catch (error) {
      if (!ConnectorError.is(error) || error.platform?.code !== "users_not_found") throw error;
    }
    throw nameError(`nobody has the e-mail address ${email}`, path, "users.list shows all people.");
  }

  /** Finds disabled groups too, because a caller may want to enable a group. */
  const usergroupId = (name: string, { path, read }: NameParam): Promise<string> =>
    uniqueId(
      name,
      path,
      (isFound) => groups.search(isFound, async () => ({ items: await allGroups(read), next: undefined })),
      { nobody: "no user group called", list: "usergroups.list" },
    );

  /** Finds an existing direct message with a user. */
  async function dmId(user: string, name: string, { path, read }: NameParam): Promise<string> {
    const isWanted = (one: { user: string }) => one.user === user;
    const { items } = await dms.search(
      (part) => part.items.some(isWanted),
      pageReader(read, "dms", { types: ["im"] }, ["id", "user"], ({ id, user: other }) =>
        typeof id === "string" && typeof other === "string" ? [{ id, user: other }] : [],
      ),
    );
    const found = items.find(isWanted);
    if (found) return found.id;
    throw nameError(
      `the token has no direct message with ${name}${name === user ? "" : ` (${user})`} yet`,
      path,
      "dms.open opens it and returns its id. To write to a user, messages.create is enough.",
    );
  }

  /** Updates the caches after a write. If the outcome of the write is unknown, the next search reads the list again. */
  const learn: NonNullable<NameResolver["learn"]> = ({ entity, params, data }) => {
    if (data === undefined) ({ channels, usergroups: groups, dms })[entity]?.forget();
    if (!isDict(data)) return;
    const id = String(data.id);
    if (/^[CG]/.test(id)) channelEntry(data).forEach(channels.put);
    else if (id.startsWith("S")) groupEntry(data).forEach(groups.put);
    const dm = [data.id, data.channel].find((one) => typeof one === "string" && one.startsWith("D"));
    const [user, ...others] = [params.users ?? params.channel].flat();
    if (typeof dm === "string" && typeof user === "string" && /^[UW]/.test(user) && others.length === 0)
      dms.put({ id: dm, user });
  };

  return { channelId, userId, usergroupId, dmId, learn };
}

type Search = (isFound: (part: KnownPart<Named>) => boolean) => Promise<KnownPart<Named>>;

/**
 * Finds the only item with a name. A handle is unique, so the search ends at the first item with this handle. A real
 * name or a display name can belong to several items, so the search reads the complete list.
 * @throws ConnectorError if no item or several items have the name
 */
async function uniqueId(
  name: string,
  path: string,
  search: Search,
  words: { nobody: string; list: string },
): Promise<string> {
  const wanted = name.slice(1).trim().toLowerCase();
  const hasHandle = ({ names }: Named) => names[0] === wanted;
  const hasName = ({ names }: Named) => names.includes(wanted);
  const { items, complete } = await search(
    (part) => part.items.some(hasHandle) || (part.complete && part.items.some(hasName)),
  );
  const byHandle = items.filter(hasHandle);
  const found = byHandle.length > 0 ? byHandle : items.filter(hasName);
  if (found.length === 1 && (complete || byHandle.length > 0)) return found[0]!.id;
  if (found.length === 0)
    throw nameError(
      `there is ${words.nobody} ${name}${complete ? "" : ` among the first ${items.length}`}${suggestion(wanted, items)}`,
      path,
      `${words.list} shows all.`,
    );
  const labels = found.slice(0, 10).map(({ label }) => label);
  const others = complete ? "" : `, or somebody after the first ${items.length}`;
  throw nameError(`${name} may be ${labels.join(" or ")}${others}`, path, "Pass the id instead of the name.");
}

/** Returns a text such as `; did you mean #general (C1)?`, or an empty text if no name is similar. */
function suggestion(wanted: string, items: readonly Named[]): string {
  const near = nearest(
    wanted,
    items.flatMap(({ names }) => names),
  );
  const meant = items.find(({ names }) => near !== undefined && names.includes(near));
  return meant ? `; did you mean ${meant.label}?` : "";
}

/** Returns a function that reads one page of items with only the given fields. */
const pageReader =
  <T>(read: GuardRead, entity: string, params: Dict, fields: string[], entriesOf: (item: Dict) => T[]) =>
  async (cursor: string | undefined): Promise<Page<T>> => {
    const { data, meta } = await read(entity, "list", {
      ...params,
      fields,
      limit: 999,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const items = dicts(data);
    return { items: items.flatMap(entriesOf), next: meta.next_cursor };
  };

async function allGroups(read: GuardRead): Promise<Named[]> {
  const { data } = await read("usergroups", "list", { include_disabled: true, include_count: false });
  return dicts(data).flatMap(groupEntry);
}

/** Creates the error for a value that cannot be converted to an id or a time. */
export const nameError = (what: string, path: string, hint: string) =>
  new ConnectorError(
    "invalid_params",
    `${path.replace(/^params\./, "")}: ${what}${what.endsWith("?") ? "" : "."}`,
    { path, hint },
  );

/** Reads only public channels if the token lacks the scope to list private channels. */
function withoutPrivateIfRefused<T>(
  readerOf: (types: string[]) => (cursor: string | undefined) => Promise<Page<T>>,
) {
  let readPage = readerOf(["public_channel", "private_channel"]);
  return async (cursor: string | undefined): Promise<Page<T>> => {
    try {
      return await readPage(cursor);
    } catch (error) {
      if (cursor !== undefined || !ConnectorError.is(error) || error.platform?.code !== "missing_scope")
        throw error;
      readPage = readerOf(["public_channel"]);
      return readPage(cursor);
    }
  };
}
