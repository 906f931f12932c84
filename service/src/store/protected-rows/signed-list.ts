import { timingSafeEqual } from "node:crypto";
import type { Tables } from "../tables.ts";
import { keysOf, type Protection } from "./protection.ts";
import type { RowList } from "./row-list.ts";

/** The maximum number of lists that a process keeps in memory. */
const maxRead = 2000;

const signedText = (keyId: string, id: string, organization: string, json: string) =>
  JSON.stringify(["row-list/v1", keyId, id, organization, json]);

/** Returns the list with this id. Returns undefined if its signature is wrong. */
export function readList(
  protection: Protection,
  { id, organization }: { id: string; organization: string },
  content: string,
): RowList | undefined {
  const known = protection.read.get(id);
  protection.read.delete(id);
  const list = known?.content === content ? known.list : verified(protection, id, organization, content);
  if (!list) return undefined;
  protection.read.set(id, { content, list });
  if (protection.read.size > maxRead) protection.read.delete(protection.read.keys().next().value!);
  return list;
}

function verified(
  protection: Protection,
  id: string,
  organization: string,
  content: string,
): RowList | undefined {
  const [keyId, signature, json] = splitContent(content);
  const expected = keysOf(protection).sign(keyId, signedText(keyId, id, organization, json));
  if (expected === undefined || !isEqual(expected, signature)) return undefined;
  const { version, entries } = JSON.parse(json) as {
    version: number;
    entries: Record<string, string | number>;
  };
  return { version, entries: new Map(Object.entries(entries)) };
}

function splitContent(content: string): [keyId: string, signature: string, json: string] {
  const [keyId = "", signature = ""] = content.split(".", 2);
  return [keyId, signature, content.slice(keyId.length + signature.length + 2)];
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Returns the row of a list, signed with the active master key. */
export function signedRow(
  protection: Protection,
  { id, organization }: { id: string; organization: string },
  { version, entries }: RowList,
): Tables["row_lists"] {
  const keys = keysOf(protection);
  const json = JSON.stringify({ version, entries: Object.fromEntries(entries) });
  const signature = keys.sign(keys.active, signedText(keys.active, id, organization, json))!;
  return {
    id,
    organization_id: organization,
    key_id: keys.active,
    content: `${keys.active}.${signature}.${json}`,
  };
}
