import { sql } from "kysely";
import type { Store } from "../../src/store/store.ts";

interface Schema {
  /** By `<table>.<column>`. */
  columns: Map<string, { type: string; isNullable: boolean; hasDefault: boolean }>;
  tables: Set<string>;
  /** The columns of each unique index, by `<table>(<columns>)`. */
  unique: Set<string>;
}

export async function schemaOf({ db, kind }: Store): Promise<Schema> {
  const tables = await db.introspection.getTables();
  const columns = tables.flatMap((table) =>
    table.columns.map(
      ({ name, dataType, isNullable, hasDefaultValue }) =>
        [`${table.name}.${name}`, { type: dataType, isNullable, hasDefault: hasDefaultValue }] as const,
    ),
  );
  const list =
    kind === "sqlite"
      ? sql<{ table: string; columns: string }>`
          select m.name as "table", (select group_concat(name) from pragma_index_info(i.name)) as columns
          from sqlite_master m, pragma_index_list(m.name) i where m.type = 'table' and i."unique" = 1`
      : sql<{ table: string; columns: string }>`
          select c.relname as "table", (select string_agg(a.attname, ',' order by k.place)
            from unnest(i.indkey) with ordinality as k(column_number, place)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.column_number) as columns
          from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_namespace n on n.oid = c.relnamespace where i.indisunique and n.nspname = 'public'`;
  const { rows } = await list.execute(db);
  return {
    columns: new Map(columns),
    tables: new Set(tables.map(({ name }) => name)),
    unique: new Set(rows.map((row) => `${row.table}(${row.columns})`)),
  };
}

/** What disturbs a service that knows only the schema `before`. */
export function takenAway(before: Schema, after: Schema): string[] {
  const found: string[] = [];
  for (const [name, old] of before.columns) {
    const now = after.columns.get(name);
    if (!now) found.push(`${name} is gone`);
    else if (now.type !== old.type) found.push(`${name} is now ${now.type}`);
    else if (old.isNullable && !now.isNullable) found.push(`${name} cannot be null anymore`);
    else if (old.hasDefault && !now.hasDefault) found.push(`${name} has no default anymore`);
  }
  for (const [name, { isNullable, hasDefault }] of after.columns) {
    const isNew = !before.columns.has(name) && before.tables.has(name.split(".")[0]!);
    if (isNew && !isNullable && !hasDefault) found.push(`${name} needs a value`);
  }
  for (const index of after.unique)
    if (!before.unique.has(index) && before.tables.has(index.split("(")[0]!))
      found.push(`${index} is unique`);
  return found;
}
