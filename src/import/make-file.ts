import { fileFormat } from "../core/contract/compiled-connector.ts";
import type { ConnectorFile, FileAction } from "../core/contract/connector-file.ts";
import { type Effect, effects, needsName } from "../core/contract/effect.ts";
import type { Operation } from "../core/contract/wire/operation.ts";
import { ConnectorError } from "../core/ground/errors.ts";
import { originsOf } from "../core/open/declared-origins.ts";
import { reserved } from "../core/schema/check-definition.ts";
import { addressesOf, addressFault } from "./allowed-address.ts";
import { cleanText } from "./clean-text.ts";
import type { Draft, DraftAction, Guess, Imported, Skipped } from "./draft.ts";
import { actionOf } from "./make-action.ts";
import { nameOf, singular } from "./names.ts";
import { checkKeys } from "./overlay-keys.ts";
import { type ActionOverlay, matcher, type Overlay, passedFields } from "./overlay.ts";
import { pick } from "./pick.ts";

const maxActions = 5000;

export interface MakeOptions {
  /** The connector's name. The overlay's name replaces it. */
  name: string;
  overlay?: Overlay | undefined;
  /** The SHA-256 of the source. */
  sha256: string;
  /** Whether the connector can send requests to this computer over http. Default: false. */
  allowLoopback?: boolean | undefined;
}

/**
 * Makes a connector file from what a compiler has read. Gives every action a name of its own, cleans the texts, and
 * applies the overlay.
 * @throws ConnectorError `config_error` if an address is not allowed, or if no action is left
 */
export function makeFile(draft: Draft, options: MakeOptions): Imported {
  const { overlay = {}, allowLoopback = false, sha256 } = options;
  const skipped: Skipped[] = [...draft.skipped];
  checkKeys(draft, overlay);
  const chosen = choose(draft.actions, overlay, skipped);
  const named = chosen.flatMap((one) =>
    changesOf(one, overlay).map((changes) => ({ one, changes, full: "" })),
  );
  assignNames(named);
  const actions: Record<string, Record<string, FileAction>> = {};
  const operations: Record<string, Operation> = {};
  const guesses: { action?: string; says: string }[] = draft.guesses
    .filter(({ about }) => !(about === "credentials" && overlay.auth))
    .map(({ says }) => ({ says }));
  for (const { one, changes, full } of named) {
    const [entity, action] = full.split(".") as [string, string];
    const { data, operation } = actionOf(one, changes, full, { overlay, isSelected: draft.isSelected });
    if ([data.calls].flat().includes(full)) operations[full] = operation;
    (actions[entity] ??= {})[action] = data;
    for (const guess of one.guesses ?? [])
      if (!isSettled(guess, changes)) guesses.push({ action: full, says: guess.says });
  }
  if (chosen.length === 0)
    throw new ConnectorError("config_error", "The source has no operation that can become an action.", {
      path: "source",
      hint: skipped[0] ? `${skipped[0].source}: ${skipped[0].reason}` : "Check that this is the right file.",
    });
  const title = cleanText(overlay.title ?? draft.title, 60) || options.name;
  const names = new Map(named.toReversed().map(({ one, full }) => [one.source, full]));
  const isUsed = (origin: string) => chosen.some(({ operation }) => operation.origin === origin);
  const origins = (draft.origins ?? []).filter(isUsed);
  const file: ConnectorFile = {
    format: fileFormat,
    name: overlay.name ?? options.name,
    title,
    endpoint: overlay.server ?? draft.endpoint,
    ...(origins.length > 0 ? { origins } : {}),
    ...(draft.config && Object.keys(draft.config).length > 0 && overlay.server === undefined ? { config: draft.config } : {}), // prettier-ignore
    ...credentialsOf(draft, overlay),
    ...wireOf(draft, overlay),
    ...(draft.requestIdHeader ? { requestIdHeader: draft.requestIdHeader } : {}),
    operations,
    ...identifyOf(draft, names),
    actions,
    ...(overlay.ownTexts ? {} : { toolNotes: `The texts above come from the API description of ${title}.` }),
    evidence: "imported",
    ...pick(overlay, passedFields),
    source: { kind: draft.kind, sha256 },
  };
  checkAddresses(file, allowLoopback);
  return { file, report: reportOf(file, skipped, guesses) };
}

function choose(actions: readonly DraftAction[], overlay: Overlay, skipped: Skipped[]) {
  const { ownTexts, actions: named = {}, only = ownTexts ? Object.keys(named) : ["*"], hide = [] } = overlay;
  const isWanted = matcher(only);
  const isHidden = matcher(hide);
  const names = ({ source, entity, action }: DraftAction) => [source, `${entity}.${action}`];
  const left = actions.filter((one) => names(one).some(isWanted) && !names(one).some(isHidden));
  for (const { source } of left.slice(maxActions))
    skipped.push({ source, reason: `A connector has at most ${maxActions} actions.` });
  return left.slice(0, maxActions);
}

function changesOf({ source, entity, action }: DraftAction, { actions = {} }: Overlay): ActionOverlay[] {
  const name = [source, `${entity}.${action}`].find((one) => Object.hasOwn(actions, one));
  return name === undefined ? [{}] : [actions[name]!].flat();
}

/** Gives each action a free name. Names of the overlay come first, and then names in the order of the source. */
function assignNames(named: { one: DraftAction; changes: ActionOverlay; full: string }[]): void {
  const taken = new Set<string>();
  for (const each of named) {
    const { name } = each.changes;
    if (name === undefined) continue;
    if (taken.has(name))
      throw new ConnectorError("config_error", `The overlay gives the name ${name} to two actions.`, {
        path: `overlay.actions.${each.one.source}.name`,
      });
    taken.add(name);
    each.full = name;
  }
  for (const each of named) {
    if (each.full !== "") continue;
    const entity = usable(nameOf(each.one.entity, "root"), "items");
    const names = [each.one.action, ...(each.one.otherNames ?? [])].map((name) =>
      usable(nameOf(name, "call"), singular(entity)),
    );
    let full = names.map((name) => `${entity}.${name}`).find((name) => !taken.has(name));
    for (let number = 2; full === undefined; number++) {
      const numbered = `${entity}.${names[0]}_${number}`;
      if (!taken.has(numbered)) full = numbered;
    }
    taken.add(full);
    each.full = full;
  }
}

const usable = (name: string, addition: string) => (reserved.has(name) ? `${name}_${addition}` : name);

/** A guess is settled if the overlay says the thing itself. */
const isSettled = ({ about }: Guess, { effect, paging }: ActionOverlay) =>
  (about === "effect" && effect !== undefined) || (about === "pages" && paging !== undefined);

const credentialsOf = (draft: Draft, { auth, schemes }: Overlay) =>
  auth === undefined
    ? {
        auth: draft.auth,
        ...(draft.schemes ? { schemes: draft.schemes } : {}),
        ...(draft.connectFlow ? { connectFlow: draft.connectFlow } : {}),
      }
    : ({ auth, ...(schemes ? { schemes } : {}) } as Pick<ConnectorFile, "auth" | "schemes">);

function wireOf({ wire }: Draft, { wire: own }: Overlay): Pick<ConnectorFile, "wire"> {
  const headers = { ...wire?.headers, ...(own?.headers as typeof wire & object)?.headers };
  return wire || own
    ? { wire: { ...wire, ...own, ...(Object.keys(headers).length > 0 ? { headers } : {}) } }
    : {};
}

function identifyOf({ identify }: Draft, names: ReadonlyMap<string, string>) {
  const calls = identify && names.get(identify.calls);
  return calls === undefined ? {} : { identify: { ...identify, calls } };
}

function checkAddresses(file: ConnectorFile, allowLoopback: boolean): void {
  for (const address of addressesOf(file)) {
    const fault = addressFault(address, allowLoopback);
    if (fault === undefined) continue;
    throw new ConnectorError(
      "config_error",
      `The source names the address ${cleanText(address, 100)}, which ${fault}.`,
      {
        path: "source",
        hint: "Give the right address: the field server of the overlay, or the option --server. For a server on this computer, also pass --allow-loopback.",
      },
    );
  }
}

function reportOf(
  file: ConnectorFile,
  skipped: readonly Skipped[],
  guesses: readonly { action?: string; says: string }[],
): Imported["report"] {
  const all = Object.values(file.actions).flatMap((entity) => Object.entries(entity));
  const count = (effect: Effect) => all.filter(([, one]) => one.effect === effect).length;
  const lists = all.filter(([name, { effect }]) => effect === "read" && /^(list|search)(_|$)/.test(name));
  const paged = all.filter(([, { paginated }]) => paginated).length;
  return {
    actions: all.length,
    entities: Object.keys(file.actions).length,
    skipped,
    guesses,
    effects: Object.fromEntries(effects.map((effect) => [effect, count(effect)])),
    byName: all.filter(([, one]) => needsName(one)).length,
    lists: { paged, unpaged: lists.filter(([, { paginated }]) => !paginated).length },
    origins: originsOf(file as Parameters<typeof originsOf>[0]),
  };
}
