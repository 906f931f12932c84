import type { Db } from "../store.ts";
import { transactionsOf } from "../transactions.ts";
import { lockOrganization, writeLists } from "./change-rows.ts";
import { keysOf } from "./protection.ts";
import { readList, signedRow } from "./signed-list.ts";

const batch = 200;

/**
 * Signs the lists of protected rows with the active master key. Leaves out lists that somebody has changed outside the
 * service. Returns the number of changed lists.
 */
export async function resignLists(db: Db): Promise<number> {
  const { active } = keysOf(db.protection);
  const organizations = await db
    .selectFrom("row_lists")
    .select("organization_id")
    .distinct()
    .where("key_id", "!=", active)
    .execute();
  let changed = 0;
  for (const { organization_id } of organizations)
    for (let after = ""; ;) {
      const page = await resignPage(db, organization_id, active, after);
      changed += page.changed;
      if (page.last === undefined) break;
      after = page.last;
    }
  return changed;
}

const resignPage = (db: Db, organization: string, active: string, after: string) =>
  transactionsOf(db)(async (db) => {
    // While the list of the organization is locked, no other transaction changes a list of the organization.
    await lockOrganization(db, organization);
    const rows = await db
      .selectFrom("row_lists")
      .selectAll()
      .where("organization_id", "=", organization)
      .where("key_id", "!=", active)
      .where("id", ">", after)
      .orderBy("id")
      .limit(batch)
      .execute();
    const signed = rows.flatMap(({ id, content }) => {
      const list = readList(db.protection, { id, organization }, content);
      return list ? [signedRow(db.protection, { id, organization }, list)] : [];
    });
    if (signed.length > 0) await writeLists(db, signed);
    return { changed: signed.length, last: rows.at(-1)?.id };
  });

export async function countListsOfKey(db: Db, keyId: string): Promise<number> {
  const { count } = await db
    .selectFrom("row_lists")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("key_id", "=", keyId)
    .executeTakeFirstOrThrow();
  return count;
}
