import { createHash } from "node:crypto";
import { hashOf } from "../../../service/src/credentials/secret-text.ts";
import { placeOf } from "../../../service/src/store/protected-rows/list-path.ts";
import { entryOf, idOf, nameOf } from "../../../service/src/store/protected-rows/protected-tables.ts";
import type { Random } from "../random.ts";
import { known, tables, type Row, type SealedWorld, type Table } from "./sealed-rows-world.ts";

// Ways in which somebody changes rows without the master key.

interface Attack {
  world: SealedWorld;
  random: Random;
}

/** Changes rows, and returns a description. Throws if the database refuses the change. */
type Run = (attack: Attack) => Promise<string>;

const rowsOf = async ({ store }: SealedWorld, table: Table): Promise<Row[]> =>
  (await store.db
    .selectFrom(table as "applications")
    .selectAll()
    .execute()) as never;

/** The columns that identify a row. */
const idsOf = (table: Table): readonly string[] =>
  table === "records" ? ["organization_id", "connector_id", "key"] : ["id"];

const remove = ({ store }: SealedWorld, table: Table, row: Row) =>
  store.db
    .deleteFrom(table as "applications")
    .where((eb) => eb.and(Object.fromEntries(idsOf(table).map((name) => [name, row[name] as string]))))
    .execute();

const insert = ({ store }: SealedWorld, table: Table, row: Row) =>
  store.db
    .insertInto(table as "applications")
    .values(row as never)
    .execute();

const put = async (world: SealedWorld, table: Table, row: Row) => {
  await remove(world, table, row);
  await insert(world, table, row);
};

/** Picks a table that has at least this number of rows. */
async function pickTable({ world, random }: Attack, least: number): Promise<[Table, Row[]]> {
  for (;;) {
    const table = random.pick(tables);
    const rows = await rowsOf(world, table);
    if (rows.length >= least) return [table, rows];
  }
}

/** Adds a row to the lists that could contain it, without a valid signature. */
async function forge(world: SealedWorld, table: Table, row: Row): Promise<void> {
  if (table === "row_lists" || table === "records") return;
  for (const list of await rowsOf(world, "row_lists")) {
    const [keyId, signature, ...json] = String(list["content"]).split(".");
    const content = JSON.parse(json.join(".")) as { entries: Record<string, unknown> };
    if (String(list["id"]).includes("/")) continue;
    content.entries[nameOf(table, idOf(table, row))] = entryOf(table, row as never);
    const changed = `${keyId}.${signature}.${JSON.stringify(content)}`;
    await put(world, "row_lists", { ...list, content: changed });
  }
}

/** Half of the changes are also written to the lists. */
async function finish(attack: Attack, table: Table, rows: readonly Row[], words: string): Promise<string> {
  if (!attack.random.chance(0.5)) return words;
  for (const row of rows) await forge(attack.world, table, row);
  return `${words}, with forged lists`;
}

const swap: Run = async (attack) => {
  const { world, random } = attack;
  const [table, rows] = await pickTable(attack, 2);
  const one = random.pick(rows);
  const other = random.pick(rows.filter((row) => row !== one));
  const names = Object.keys(one).filter((name) => !idsOf(table).includes(name) && one[name] !== other[name]);
  const chosen = random.chance(0.4) || names.length === 0 ? names : [random.pick(names)];
  const take = (to: Row, from: Row): Row => ({
    ...to,
    ...Object.fromEntries(chosen.map((name) => [name, from[name]!])),
  });
  const swapped = [take(one, other), take(other, one)];
  for (const row of swapped) await remove(world, table, row);
  for (const row of swapped) await insert(world, table, row);
  return finish(attack, table, swapped, `swap ${table}: ${chosen.join()}`);
};

const owners = [
  "organization_id",
  "workspace_id",
  "application_id",
  "connector_id",
  "credential_id",
  "target",
];

const move: Run = async (attack) => {
  const { world, random } = attack;
  for (;;) {
    const [table, rows] = await pickTable(attack, 1);
    const row = random.pick(rows);
    const names = owners.filter((name) => Object.hasOwn(row, name));
    if (names.length === 0) continue;
    const moved = { ...row };
    for (const name of random.chance(0.5) ? names : [random.pick(names)]) {
      const values = rows.map((other) => other[name] ?? null).filter((value) => value !== row[name]);
      if (name === "organization_id") values.push(row[name] === "mine" ? "theirs" : "mine");
      if (values.length > 0) moved[name] = random.pick(values);
    }
    await remove(world, table, row);
    await put(world, table, moved);
    return finish(attack, table, [moved], `move ${table} ${String(row["id"])}`);
  }
};

const isList = (table: Table) => table === "row_lists";

const replay: Run = async (attack) => {
  const { world, random } = attack;
  for (;;) {
    const table = random.pick(tables);
    const now = await rowsOf(world, table);
    const changed = world.before[table].filter(
      (row) => !now.some((other) => JSON.stringify(other) === JSON.stringify(row)),
    );
    if (changed.length === 0) continue;
    const row = random.pick(changed);
    await put(world, table, row);
    if (isList(table)) return `replay ${table} ${String(row["id"])}`;
    const how = random.below(4);
    if (how === 0) return `replay ${table}`;
    if (how === 1) return finish(attack, table, [row], `replay ${table}`);
    // The list of the user, or all lists, are put back too.
    for (const list of world.before.row_lists)
      if (how === 3 || list["id"] === row["workspace_id"] || list["id"] === row["id"])
        await put(world, "row_lists", list);
    return `replay ${table} with ${how === 3 ? "all lists" : "the list of its user"}`;
  }
};

const plants: readonly Run[] = [
  async (attack) => {
    const hash = createHash("sha256").update(known.secret).digest("hex");
    const row = { id: "planted", application_id: "victim", hash, created_at: 1 };
    await insert(attack.world, "application_secrets", row);
    return finish(attack, "application_secrets", [row], "plant a secret");
  },
  async (attack) => {
    const [session] = await rowsOf(attack.world, "operator_sessions");
    const cookie_hash = hashOf(known.cookie);
    const row = { ...session!, id: "planted", organization_id: "mine", application_id: "victim", roles: "admin", cookie_hash }; // prettier-ignore
    await insert(attack.world, "operator_sessions", row);
    return finish(attack, "operator_sessions", [row], "plant a session of an operator");
  },
  async (attack) => {
    const connectors = await rowsOf(attack.world, "connectors");
    const own = connectors.find((row) => row["organization_id"] === "theirs")!;
    const victim = attack.random.pick(connectors.filter((row) => row !== own));
    const { credentials, credential_id } = victim;
    const row = { ...own, credentials: credentials!, credential_id: credential_id!, credentials_version: 9 };
    await put(attack.world, "connectors", row);
    return finish(attack, "connectors", [row], "plant the credentials of another connector");
  },
  async (attack) => {
    const policies = await rowsOf(attack.world, "policies");
    const row = { ...attack.random.pick(policies), policy: "{}" };
    await put(attack.world, "policies", row);
    return finish(attack, "policies", [row], "plant a policy");
  },
  async (attack) => {
    const applications = await rowsOf(attack.world, "applications");
    const found = applications.find((row) => row["id"] === "old")!;
    const row = { ...found, disabled_at: null, epoch: 0 };
    await put(attack.world, "applications", row);
    return finish(attack, "applications", [row], "enable an application");
  },
  async (attack) => {
    const { world } = attack;
    const tokens = await rowsOf(world, "records");
    const own = (await rowsOf(world, "connectors")).find((row) => row["organization_id"] === "theirs")!;
    const place = { organization_id: "theirs", connector_id: "", key: `tokens/${own["credential_id"]}` };
    const victim = attack.random.pick(tokens.filter(({ key }) => key !== place.key));
    await put(world, "records", { ...victim, ...place });
    return "plant the platform tokens of another connector";
  },
];

const plant: Run = (attack) => attack.random.pick(plants)(attack);

const deletion: Run = async (attack) => {
  const [table, rows] = await pickTable(attack, 1);
  const row = attack.random.pick(rows);
  await remove(attack.world, table, row);
  if (isList(table) || !attack.random.chance(0.3)) return `delete ${table} ${String(row["id"])}`;
  // The list of the user is deleted too.
  await remove(attack.world, "row_lists", { id: row["workspace_id"] ?? placeOf("") });
  return `delete ${table} with the list of its user`;
};

export const attacks: Readonly<Record<string, Run>> = { swap, move, replay, plant, delete: deletion };
