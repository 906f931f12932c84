import type { UsableConnector } from "../../store/queries/connectors.ts";

type Named = Pick<UsableConnector, "id" | "type" | "name">;

const maxLength = 20;

/**
 * Returns the start of the names of each connector's tools, by the id of the connector: the type and, if the user has
 * several connectors of this type, the connector's own name. A name never moves from one of several connectors to another
 * one, because a client can keep a list of tools, and would then write to the wrong account.
 */
export function toolNames(connectors: readonly Named[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [type, ofType] of Map.groupBy(connectors, ({ type }) => type)) {
    const base = type.replaceAll("-", "_");
    if (ofType.length === 1) {
      names.set(ofType[0]!.id, base);
      continue;
    }
    const own = ofType.map((one) => ({ id: one.id, word: wordOf(one.name, base) }));
    for (const { id, word } of own) {
      const isOnly = word !== "" && own.filter((one) => one.word === word).length === 1;
      const last = isOnly ? [] : [id.slice(-6)];
      names.set(id, [base, ...(word === "" ? [] : [word]), ...last].join("_"));
    }
  }
  return names;
}

/** Returns the letters and digits of a connector's name, without the name of its type. */
function wordOf(name: string, base: string): string {
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const word = plain.replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "");
  const rest = word === base ? "" : word.startsWith(`${base}_`) ? word.slice(base.length + 1) : word;
  return rest.slice(0, maxLength).replace(/_$/, "");
}
