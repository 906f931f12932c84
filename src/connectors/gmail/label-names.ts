import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { NameResolver } from "../../core/contract/definition.ts";
import type { GuardRead } from "../../core/contract/judgement.ts";
import type { Clock } from "../../core/ground/clock.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, dicts } from "../../core/ground/json.ts";
import { quoteOthers } from "../../core/ground/quote-others.ts";
import { nearest } from "../../core/ground/similar-names.ts";

// Gmail wants the ids of labels. People and models write the names: https://developers.google.com/workspace/gmail/api/guides/labels

interface Label {
  id: string;
  name: string;
}

/** The params that contain labels. `id` is a label only in the actions of labels. */
const labelParams = ["labelIds", "addLabelIds", "removeLabelIds", "labelId"];
const isLabelAction = (operation: string) => /^labels\.(?:get|update|delete)$/.test(operation);

/** Ids of labels need no read. A label that has such an id as its name can be named only by its own id. */
const isId = (text: string) => /^Label_\S+$|^(?:INBOX|UNREAD|STARRED|IMPORTANT|SENT|DRAFT|SPAM|TRASH|CHAT|CATEGORY_[A-Z]+)$/.test(text); // prettier-ignore

/** No label has such a name, and no request with such an id is sent. */
const isPath = (text: string) => /(?:^|\/)(?:\.|%2e){0,2}(?:\/|$)|[\\\p{Cc}]|%2f/iu.test(text);

/** Labels that nobody but Gmail gives and takes. */
const automatic = new Set(["SENT", "DRAFT", "CHAT"]);

/** How long the list of labels is kept, in milliseconds. A name that it lacks is looked for again. */
const keep = 300_000;
const mostNear = 5;

/** Creates the function that replaces the names of labels with their ids. */
export function createResolver(clock: Clock): NameResolver {
  let known: { labels: readonly Label[]; until: number } | undefined;

  const resolve: NameResolver = async (params, { operation, read }) => {
    let fresh: Promise<readonly Label[]> | undefined;
    const readAll = () => (fresh ??= readLabels(read).then((labels) => (known = { labels, until: clock.now() + keep }).labels)); // prettier-ignore

    const idOf = async (value: unknown, path: string): Promise<unknown> => {
      if (typeof value !== "string") return value;
      if (isId(value)) return value;
      const kept = known !== undefined && known.until > clock.now() ? find(value, known.labels) : [];
      const found = kept.length === 1 ? kept : find(value, await readAll());
      if (found.length === 1) return found[0]!.id;
      throw nameError(value, path, found, await readAll());
    };

    const hasLabelId = isLabelAction(operation) && !isPath(String(params.id));
    const names = hasLabelId ? [...labelParams, "id"] : labelParams;
    const resolved = { ...params };
    for (const name of names) {
      const value = params[name];
      const path = `params.${name}`;
      if (Array.isArray(value))
        resolved[name] = await Promise.all(value.map((one, index) => idOf(one, `${path}[${index}]`))); // prettier-ignore
      else if (value !== undefined) resolved[name] = await idOf(value, path);
      if (name === "addLabelIds" || name === "removeLabelIds") refuseAutomatic(resolved[name], path);
    }
    return resolved;
  };
  const learn: NonNullable<NameResolver["learn"]> = ({ entity }) => {
    if (entity === "labels") known = undefined;
  };
  return Object.assign(resolve, { learn });
}

async function readLabels(read: GuardRead): Promise<readonly Label[]> {
  const { data } = await read("labels", "list", {});
  return dicts(data).map(({ id, name }) => ({ id: String(id), name: String(name) }));
}

/** Returns the label with an id or a name. If there is none, returns all whose name differs only in its case. */
function find(text: string, labels: readonly Label[]): readonly Label[] {
  const exact = labels.find(({ id }) => id === text) ?? labels.find(({ name }) => name === text);
  return exact ? [exact] : labels.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
}

function nameError(text: string, path: string, found: readonly Label[], labels: readonly Label[]): ConnectorError {
  if (found.length > 0)
    return new ConnectorError("invalid_params", `Gmail has more than one label with the name ${text}.`, {
      path,
      hint: `Pass one of the ids: ${quoteOthers(found.map(shown).join(", "), 500)}.`,
    });
  const names = nearNames(text, labels.map(({ name }) => name));
  return new ConnectorError("invalid_params", `Gmail has no label ${text}.`, {
    path,
    hint: `${names.length > 0 ? `Similar labels: ${quoteOthers(names.join(", "), 500)}. ` : ""}labels.list shows all, and labels.create makes a new one.`,
  });
} // prettier-ignore

/** Returns the names that are most similar, the nearest first. */
function nearNames(text: string, names: readonly string[]): readonly string[] {
  const near: string[] = [];
  for (let left = names; near.length < mostNear;) {
    const next = nearest(text, left);
    if (next === undefined) break;
    near.push(next);
    left = left.filter((name) => name !== next);
  }
  return near;
}

function refuseAutomatic(ids: unknown, path: string): void {
  const index = Array.isArray(ids) ? ids.findIndex((id) => automatic.has(String(id))) : -1;
  if (index >= 0)
    throw new ConnectorError("invalid_params", `Only Gmail gives and takes the label ${String((ids as unknown[])[index])}.`, {
      path: `${path}[${index}]`,
      hint: "Labels that you can add and remove: INBOX, UNREAD, STARRED, IMPORTANT, SPAM, TRASH, and those of labels.list with the type user.",
    });
} // prettier-ignore

const shown = ({ id, name }: Label) => (name === id ? id : `${name} (${id})`);

/** Returns the params of a dry run with the names of the labels, because a person reads them. */
export async function preview(params: Dict, read: GuardRead): Promise<Dict> {
  const given = [...labelParams, "id"].filter((name) => [params[name]].flat().some((one) => String(one).startsWith("Label_"))); // prettier-ignore
  if (given.length === 0) return {};
  const labels = dicts(await readIfAllowed(read, ["labels", "list", {}])) as unknown as readonly Label[];
  const withName = (id: unknown) => {
    const label = labels.find((one) => one.id === id);
    return label ? shown(label) : id;
  };
  const named = given.map((name) => {
    const value = params[name];
    return [name, Array.isArray(value) ? value.map(withName) : withName(value)] as const;
  });
  return { params: { ...params, ...Object.fromEntries(named) } };
}
