import type { NameResolver } from "../../core/contract/definition.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { GuardRead } from "../../core/contract/judgement.ts";
import type { Clock } from "../../core/ground/clock.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { at, type Dict, dicts, isDict, stringAt } from "../../core/ground/json.ts";
import { quoteOthers } from "../../core/ground/quote-others.ts";

// Linear wants ids. People and models write names: the key of a team, a person's email, a state.

/** A kind of record that params name. */
interface Kind {
  /** The entity whose action `list` returns the records. */
  entity: string;
  word: string;
  /** The fields that contain a record's names. */
  fields: readonly string[];
  /** Whether records of several teams can have the same name. */
  perTeam?: true;
}

type KindName = "team" | "user" | "state" | "label" | "cycle" | "project" | "status";
const kinds: Readonly<Record<KindName, Kind>> = {
  team: { entity: "teams", word: "team", fields: ["key", "name"] },
  user: { entity: "users", word: "person", fields: ["email", "name", "displayName"] },
  state: { entity: "workflow_states", word: "state", fields: ["name"], perTeam: true },
  label: { entity: "labels", word: "label", fields: ["name"], perTeam: true },
  cycle: { entity: "cycles", word: "cycle", fields: ["name", "number"], perTeam: true },
  project: { entity: "projects", word: "project", fields: ["name"] },
  status: { entity: "project_statuses", word: "project status", fields: ["name"] },
};

const kindOf: Readonly<Record<string, KindName>> = {
  team: "team",
  teams: "team",
  assignee: "user",
  creator: "user",
  delegate: "user",
  lead: "user",
  member: "user",
  members: "user",
  state: "state",
  label: "label",
  labels: "label",
  cycle: "cycle",
  project: "project",
  status: "status",
};

const openTypes = ["triage", "backlog", "unstarted", "started"];
const closedTypes = ["completed", "canceled", "duplicate"];
/** Words for a cycle, and the field of a cycle that says whether the word is right. */
const cycleWords: Readonly<Record<string, string>> = {
  current: "isActive",
  next: "isNext",
  previous: "isPrevious",
};

const isId = (value: unknown): boolean => typeof value === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value); // prettier-ignore
const same = (one: unknown, name: string) => String(one).toLowerCase() === name.toLowerCase();

/** How long the id of a name is kept, in milliseconds. */
const keep = 300_000;

/** Creates the function that replaces names in params with Linear's ids. */
export function createResolver(clock: Clock): NameResolver {
  const known = new Map<string, { ids: readonly string[]; until: number }>();

  const resolve: NameResolver = async (given, { operation, read }) => {
    const isList = /\.(list|search)$/.test(operation);
    const params = withoutLinks(given);
    let where: Promise<string | undefined> | undefined;

    /** Returns the ids of the records with a name: of a list all ids, otherwise the only one. */
    const idsOf = async (kind: Kind, value: unknown, path: string): Promise<unknown> => {
      if (typeof value !== "string" || isId(value)) return value;
      const team = kind.perTeam ? await (where ??= teamOfCall(params, operation, read)) : undefined;
      const key = JSON.stringify([kind.entity, team, value.toLowerCase()]);
      const cached = known.get(key);
      const isFresh = cached !== undefined && cached.until > clock.now();
      const ids = isFresh ? cached.ids : await find(kind, value, { team, path, read });
      if (known.size > 1000) known.clear();
      if (!isFresh) known.set(key, { ids, until: clock.now() + keep });
      if (isList && kind.perTeam) return ids;
      if (ids.length === 1) return ids[0];
      throw new ConnectorError(
        "invalid_params",
        `Linear has more than one ${kind.word} with the name ${value}.`,
        {
          path,
          hint: `Pass the id${kind.perTeam && team === undefined ? ", or the team" : ""}. ${kind.entity}.list shows the ids.`,
        },
      );
    };

    const idOf = async (name: string, value: unknown): Promise<unknown> => {
      const path = `params.${name}`;
      if (name === "open") return value === false ? closedTypes : openTypes;
      // Filters take no identifiers such as ENG-123.
      if (operation.endsWith(".list") && (name === "issue" || name === "parent"))
        return isId(value) ? value : at(await read("issues", "get", { id: value }), "data.id");
      const kind = kindFor(name, value, operation);
      if (!kind) return value;
      if (!Array.isArray(value)) return idsOf(kind, value, path);
      return (await Promise.all(value.map((one, index) => idsOf(kind, one, `${path}[${index}]`)))).flat();
    };

    if (params.team !== undefined) params.team = await idOf("team", params.team);
    const others = Object.keys(params).filter((name) => name !== "team");
    for (const [name, value] of await Promise.all(
      others.map(async (one) => [one, await idOf(one, params[one])] as const),
    ))
      // prettier-ignore
      params[name] = isList && kindFor(name, value, operation)?.perTeam ? [value].flat() : value;
    return params;
  };
  return Object.assign(resolve, { learn: () => known.clear() });
}

/** People paste the address of an issue instead of its identifier. */
const withoutLinks = (params: Dict): Dict =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const isIssue = ["id", "issue", "parent", "relatedIssue"].includes(name) && typeof value === "string";
      return [name, (isIssue && /^https:\/\/linear\.app\/[^/]+\/issue\/(\w+-\d+)/.exec(value)?.[1]) || value]; // prettier-ignore
    }),
  );

/** Projects have names too. The id of a project can also be the end of its address. */
function kindFor(name: string, value: unknown, operation: string): Kind | undefined {
  if (name === "id" && /^projects\.(get|update|delete)$/.test(operation))
    return /(^|-)[\da-f]{12}$/.test(String(value)) ? undefined : kinds.project;
  return Object.hasOwn(kindOf, name) ? kinds[kindOf[name]!] : undefined;
}

/** Returns the id or the key of the team that a call is about. */
async function teamOfCall(
  { team, id }: Dict,
  operation: string,
  read: GuardRead,
): Promise<string | undefined> {
  if (typeof team === "string") return team;
  if (!operation.startsWith("issues.") || typeof id !== "string") return undefined;
  const [, key] = /^([a-z]\w*)-\d+$/i.exec(id) ?? [];
  return key ?? stringAt(await read("issues", "get", { id }), "data.team.key");
}

interface Search {
  /** The id or the key of the team, for records of teams. */
  team: string | undefined;
  path: string;
  read: GuardRead;
}

/** @throws ConnectorError `invalid_params` if no record has the name */
async function find(kind: Kind, name: string, { team, path, read }: Search): Promise<readonly string[]> {
  const list = async (filter: Dict | undefined) => {
    const { data } = await read(kind.entity, "list", { ...(filter ? { filter } : {}), limit: 100 });
    const records = (data as unknown[]).filter(isDict);
    return team === undefined ? records : records.filter((one) => isOfTeam(one, team));
  };
  if (kind.entity === "users" && name === "me") return [String(at(await read("users", "me", {}), "data.id"))];
  const word = kind.entity === "cycles" ? cycleWords[name.toLowerCase()] : undefined;
  const found = await list(filterFor(kind, name, word, team));
  const exact = found.filter((one) => (word === undefined ? kind.fields.some((field) => same(one[field], name)) : one[word] === true)); // prettier-ignore
  // A first name is enough if nobody else has it.
  const started = kind.entity === "users" ? found.filter((one) => String(one.name).toLowerCase().startsWith(`${name.toLowerCase()} `)) : []; // prettier-ignore
  const ids = (exact.length > 0 ? exact : started).map(({ id }) => String(id));
  if (ids.length > 0) return ids;
  const others = await list(team === undefined ? undefined : { team: byTeam(team) });
  const names = [...new Set(others.map((one) => String(one[kind.fields[0]!])))].slice(0, 20);
  throw new ConnectorError("invalid_params", `Linear has no ${kind.word} ${name}.`, {
    path,
    hint:
      names.length > 0 ? `It has: ${quoteOthers(names.join(", "), 500)}.` : `${kind.entity}.list shows all.`,
  });
}

const byTeam = (team: string): Dict => (isId(team) ? { id: { eq: team } } : { key: { eqIgnoreCase: team } });

/** A label without a team is a label of all teams. */
const isOfTeam = ({ team }: Dict, wanted: string) =>
  !isDict(team) || same(team.id, wanted) || same(team.key, wanted);

function filterFor(kind: Kind, name: string, word: string | undefined, team: string | undefined): Dict | undefined {
  // Linear cannot filter the statuses of projects, which are few.
  if (kind.entity === "project_statuses") return undefined;
  const fields: Dict[] = kind.fields.flatMap((field): Dict[] => {
    if (field !== "number") return [{ [field]: { eqIgnoreCase: name } }];
    return /^\d+$/.test(name) ? [{ number: { eq: Number(name) } }] : [];
  });
  if (kind.entity === "users") fields.push({ name: { startsWithIgnoreCase: `${name} ` } });
  const named = word === undefined ? { or: fields } : { [word]: { eq: true } };
  if (team === undefined) return named;
  const ofTeam = { team: byTeam(team) };
  return { and: [named, kind.entity === "labels" ? { or: [{ team: { null: true } }, ofTeam] } : ofTeam] };
} // prettier-ignore

/** The names that a dry run has read, by id. A dry run passes the same `read` to all its functions. */
export const namesRead = new WeakMap<GuardRead, Readonly<Record<string, string>>>();

/** Returns the params of a dry run with the names of the ids, because a person reads them. */
export async function preview(params: Dict, read: GuardRead): Promise<Dict> {
  const names: Record<string, string> = {};
  const shown = await Promise.all(
    Object.entries(params).map(async ([param, value]) => {
      const kind = Object.hasOwn(kindOf, param) ? kinds[kindOf[param]!] : undefined;
      const ids = [value].flat().filter(isId);
      if (!kind || ids.length === 0) return [param, value];
      const filter = kind === kinds.status ? {} : { filter: { id: { in: ids } } };
      const records = dicts(await readIfAllowed(read, [kind.entity, "list", { ...filter, limit: 100 }]));
      for (const { id, name } of records) names[String(id)] = String(name);
      const nameOf = (id: unknown) => (Object.hasOwn(names, String(id)) ? `${names[String(id)]} (${String(id)})` : id); // prettier-ignore
      return [param, Array.isArray(value) ? value.map(nameOf) : nameOf(value)];
    }),
  );
  namesRead.set(read, names);
  return { params: Object.fromEntries(shown) as Dict };
}
