import type { GuardRead } from "../../../core/contract/judgement.ts";
import type { Clock } from "../../../core/ground/clock.ts";
import { ConnectorError } from "../../../core/ground/errors.ts";
import { type Dict, isDict, stringAt } from "../../../core/ground/json.ts";
import { nearest } from "../../../core/ground/similar-names.ts";
import { type Looked, type Page, createRoll } from "./cached-list.ts";

// The ids of what people call channels, each other and user groups. Whoever may be several is told with all of them.

export interface Lookup {
  read: GuardRead;
  /** The param that holds the name: `params.channel`. */
  path: string;
}

interface Named {
  id: string;
  /** Every name that it goes by, in lower case, the one that nobody else can have first. */
  names: string[];
  label: string;
}

export function createLookups(clock: Clock) {
  const channels = createRoll<Named>(clock);
  const people = createRoll<Named>(clock);
  const groups = createRoll<Named>(clock);
  const dms = createRoll<{ id: string; user: string }>(clock);

  async function channelId(name: string, { path, read }: Lookup): Promise<string> {
    const wanted = name.slice(1).toLowerCase();
    const isWanted = ({ names }: Named) => names.includes(wanted);
    const { items, whole } = await channels(
      ({ items: some }) => some.some(isWanted),
      ofKinds((types) => pageOf(read, "channels", { types }, ["id", "name"], namedOf)),
    );
    const found = items.find(isWanted);
    if (found) return found.id;
    throw unknown(
      `there is no channel ${name} ${whole ? "within the token's reach" : `among the first ${items.length}`}${meantBy(wanted, items)}`,
      path,
      "Channels that are private are seen only by their members. channels.list shows what there is.",
    );
  }

  async function userId(name: string, context: Lookup): Promise<string> {
    if (!name.startsWith("@")) return idByEmail(name, context);
    const fields = ["id", "name", "real_name", "profile", "deleted"];
    const page = pageOf(context.read, "users", {}, fields, personOf);
    return idOf(name, context.path, (found) => people(found, page), {
      nobody: "nobody called",
      list: "users.list",
    });
  }

  async function idByEmail(email: string, { path, read }: Lookup): Promise<string> {
    try {
      const id = stringAt((await read("users", "lookup_by_email", { email })).data, "id");
      if (id !== undefined) return id;
    } catch (error) {
      if (!ConnectorError.is(error) || error.platform?.code !== "users_not_found") throw error;
    }
    throw unknown(`nobody has the e-mail address ${email}`, path, "users.list shows who there is.");
  }

  /** By handle or by name; disabled ones too, which can be enabled. */
  const usergroupId = (name: string, { path, read }: Lookup): Promise<string> =>
    idOf(
      name,
      path,
      (found) => groups(found, async () => ({ items: await groupsOf(read), next: undefined })),
      { nobody: "no user group called", list: "usergroups.list" },
    );

  /** The direct message with somebody, where it was opened already: reading it needs its own id. */
  async function dmId(user: string, name: string, { path, read }: Lookup): Promise<string> {
    const isWanted = (one: { user: string }) => one.user === user;
    const { items } = await dms(
      ({ items: some }) => some.some(isWanted),
      pageOf(read, "dms", { types: ["im"] }, ["id", "user"], ({ id, user: other }) =>
        typeof id === "string" && typeof other === "string" ? [{ id, user: other }] : [],
      ),
    );
    const found = items.find(isWanted);
    if (found) return found.id;
    throw unknown(
      `the token has no direct message with ${name}${name === user ? "" : ` (${user})`} yet`,
      path,
      "dms.open opens it and answers its id; messages.create writes to a user without.",
    );
  }

  return { channelId, userId, usergroupId, dmId };
}

type Search = (found: (looked: Looked<Named>) => boolean) => Promise<Looked<Named>>;

/** One has the handle, but several may have the name: only who has seen all of them knows. */
async function idOf(
  name: string,
  path: string,
  search: Search,
  words: { nobody: string; list: string },
): Promise<string> {
  const wanted = name.slice(1).trim().toLowerCase();
  const handled = ({ names }: Named) => names[0] === wanted;
  const called = ({ names }: Named) => names.includes(wanted);
  const { items, whole } = await search(
    (looked) => looked.items.some(handled) || (looked.whole && looked.items.some(called)),
  );
  const handle = items.filter(handled);
  const found = handle.length > 0 ? handle : items.filter(called);
  if (found.length === 1 && (whole || handle.length > 0)) return found[0]!.id;
  if (found.length === 0)
    throw unknown(
      `there is ${words.nobody} ${name}${whole ? "" : ` among the first ${items.length}`}${meantBy(wanted, items)}`,
      path,
      `${words.list} shows who there is.`,
    );
  const labels = found.slice(0, 10).map(({ label }) => label);
  const others = whole ? "" : `, or somebody else: there are more people than the first ${items.length}`;
  throw unknown(
    `${name} may be ${labels.join(" or ")}${others}`,
    path,
    "Pass the id of the one who is meant.",
  );
}

/** `; did you mean #general (C1)?`, where a name is near. */
function meantBy(wanted: string, items: readonly Named[]): string {
  const near = nearest(wanted, [...new Set(items.flatMap(({ names }) => names))]);
  const meant = items.find(({ names }) => near !== undefined && names.includes(near));
  return meant ? `; did you mean ${meant.label}?` : "";
}

/** Reads a page of a list, with no more of each item than is needed. */
const pageOf =
  <T>(read: GuardRead, entity: string, params: Dict, fields: string[], make: (item: Dict) => T[]) =>
  async (cursor: string | undefined): Promise<Page<T>> => {
    const { data, meta } = await read(entity, "list", {
      ...params,
      fields,
      limit: 999,
      ...(cursor === undefined ? {} : { cursor }),
    });
    const items = Array.isArray(data) ? data.filter(isDict) : [];
    return { items: items.flatMap(make), next: meta.next_cursor };
  };

async function groupsOf(read: GuardRead): Promise<Named[]> {
  const { data } = await read("usergroups", "list", { include_disabled: true, include_count: false });
  return (Array.isArray(data) ? data.filter(isDict) : []).map(({ id, handle, name }) => ({
    id: String(id),
    names: [handle, name].map((one) => String(one ?? "").toLowerCase()),
    label: `@${String(handle)} (${String(name)}, ${String(id)})`,
  }));
}

const namedOf = ({ id, name }: Dict): Named[] =>
  typeof id === "string" && typeof name === "string"
    ? [{ id, names: [name.toLowerCase()], label: `#${name} (${id})` }]
    : [];

function personOf(user: Dict): Named[] {
  const id = String(user.id);
  const names = ["name", "profile.display_name", "real_name", "profile.real_name"].map((path) =>
    (stringAt(user, path) ?? "").toLowerCase(),
  );
  const name = stringAt(user, "real_name") ?? stringAt(user, "profile.real_name") ?? "";
  const gone = user.deleted === true ? ", deactivated" : "";
  return [{ id, names, label: `@${String(user.name)} (${name === "" ? "" : `${name}, `}${id}${gone})` }];
}

/** Refuses what names nothing, or several. */
export const unknown = (what: string, path: string, hint: string) =>
  new ConnectorError(
    "invalid_params",
    `${path.replace(/^params\./, "")}: ${what}${what.endsWith("?") ? "" : "."}`,
    { path, hint },
  );

/** The channels of both kinds, or the public ones alone where the token may not list private ones. */
function ofKinds<T>(pageOfTypes: (types: string[]) => (cursor: string | undefined) => Promise<Page<T>>) {
  let open = pageOfTypes(["public_channel", "private_channel"]);
  return async (cursor: string | undefined): Promise<Page<T>> => {
    try {
      return await open(cursor);
    } catch (error) {
      if (cursor !== undefined || !ConnectorError.is(error) || error.platform?.code !== "missing_scope")
        throw error;
      open = pageOfTypes(["public_channel"]);
      return open(cursor);
    }
  };
}
