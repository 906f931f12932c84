import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { testService } from "../support/service.ts";
import { useEverything } from "../support/use-everything.ts";

/** Why a statement has no condition on the organization. Any other statement must have one, so that a database can be divided by organizations. */
const exceptions: Readonly<Record<string, readonly RegExp[]>> = {
  "A sweep concerns all organizations": [
    /^with recursive organizations/,
    /^delete from records where records.key like 'tokens\/%'/,
    /^delete from (records|audit) where rowid in \(select rowid from \1 where true and/,
    /^(update|delete from) connect_sessions .*where expires_at <=/,
    /^delete from (operator_sessions|long_lived_tokens) where expires_at <=/,
    /^select records.key, .* where records.key like 'open\/%'/,
  ],
  "The hash of a token, or the random id of a link, is all that the caller has": [
    /^select long_lived_tokens.*where long_lived_tokens.hash = \?$/,
    /^select connect_sessions.* and connect_sessions.id = \?$/,
  ],
  "A row that somebody has moved to another organization must be found, because it is refused": [
    /^select id, content from row_lists where id in/,
    /^delete from row_lists where id = \?$/,
    /^select \* from policies where type = \? and target in/,
    /^select \* from connectors where workspace_id = \? order by id$/,
    /^select \* from (connectors|workspaces|webhook_endpoints) where id = \?$/,
  ],
  "Rows are deleted with their user, connector or endpoint, also if somebody has moved them to another organization":
    [
      /^select id, organization_id, workspace_id from connectors where workspace_id = \?/,
      /^(update|delete from) connectors .*where id = \?/,
      /^update workspaces set epoch = \? where id = \?$/,
      /^(update|delete from) connect_sessions .*where workspace_id = \?$/,
      /^delete from (policies|long_lived_tokens) where (workspace_id|connector_id) = \?/,
      /^delete from workspaces where id = \?$/,
      /^(update|delete from) webhook_endpoints .*where id = \?$/,
    ],
  "The tokens of one user are counted when the user gets another one": [
    /^select id from long_lived_tokens where workspace_id = \?$/,
    /^select long_lived_tokens.*long_lived_tokens.workspace_id = \?$/,
  ],
};

const statements = new Set<string>();
let tables: string[];
beforeAll(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "acs-"));
  const { prepare } = DatabaseSync.prototype;
  try {
    const service = await testService({ dataDir, databaseUrl: undefined });
    const found = await service.store.db.introspection.getTables();
    tables = found
      .filter(({ columns }) => columns.some(({ name }) => name === "organization_id"))
      .map(({ name }) => name);
    DatabaseSync.prototype.prepare = function (sql) {
      statements.add(sql.replaceAll('"', "").replaceAll(/\s+/g, " ").trim());
      return prepare.call(this, sql);
    };
    await useEverything(service, "first");
    await service.close();
  } finally {
    DatabaseSync.prototype.prepare = prepare;
    rmSync(dataDir, { recursive: true });
  }
});

/** The id of an organization's list is the id of the organization. */
const hasOrganization = (statement: string) =>
  /(where|on|and) \(?(\w+\.)?organization_id (=|in) |where row_lists.id = \?/.test(statement);

test("every statement has a condition on the organization, or a reason to have none", () => {
  const concerned = [...statements].filter(
    (text) =>
      /^(select|update|delete|with)/.test(text) &&
      tables.some((table) => new RegExp(`(from|update|join) ${table}\\b`).test(text)),
  );
  const without = concerned.filter((text) => !hasOrganization(text));
  const reasons = Object.values(exceptions).flat();
  expect(without.filter((text) => !reasons.some((reason) => reason.test(text)))).toEqual([]);
  expect(reasons.filter((reason) => !without.some((text) => reason.test(text)))).toEqual([]);
  expect(concerned.length).toBeGreaterThan(40);
});
