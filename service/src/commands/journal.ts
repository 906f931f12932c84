import type { EntryView } from "../routes/journal/journal-view.ts";
import type { Settings } from "../startup/settings.ts";
import { wholeNumber } from "../startup/whole-number.ts";
import { noMoreWords, printAs, readAction, requiredWord } from "./shared/command-line.ts";
import { personName } from "./shared/person-name.ts";
import { applicationTokenOf, askService } from "./shared/running-service.ts";

const path = "/v1/journal";
const pageSize = 100;

/** Shows what agents have written, and undoes it. The running service undoes writes, so the command asks it. */
export async function journal(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "journal", action)(rest, settings);
}

interface Undone {
  connector: string;
  entity: string;
  action: string;
  outcome: string;
  reason: string;
}

const actions = {
  async list(words: readonly string[], settings: Settings) {
    noMoreWords(words, 0, "journal list");
    const most = wholeNumber("--limit", settings.audit.limit ?? "500", 100_000, 1);
    for (const [run, entries] of Map.groupBy(await writesOf(settings, {}, most), (entry) => entry.run)) {
      const found = runOf(run, entries);
      printAs(settings, found, () => runLine(found));
    }
  },
  async show(words: readonly string[], settings: Settings) {
    const run = requiredWord(words, 0, "The run");
    noMoreWords(words, 1, "journal show");
    for (const entry of await writesOf(settings, { run }, Infinity))
      printAs(settings, entry, () => entryLine(entry));
  },
  /** The process fails if a write was not undone. */
  async undo(words: readonly string[], settings: Settings) {
    const run = requiredWord(words, 0, "The run");
    noMoreWords(words, 1, "journal undo");
    const bearer = await applicationTokenOf(settings);
    const body = { by: personName(settings), force: settings.undo.force, ...filterOf(settings) };
    const { data } = await askService<{ data: Undone[] }>(
      settings,
      `${path}/runs/${encodeURIComponent(run)}/undo`,
      { bearer, body },
    );
    for (const one of data) printAs(settings, one, () => undoneLine(one));
    if (data.some(({ outcome }) => outcome !== "undone" && outcome !== "already")) process.exitCode = 1;
  },
};

const filterOf = ({ user, audit: { connector } }: Settings): Record<string, string> => ({
  ...(user === undefined ? {} : { external_user_id: user }),
  ...(connector === undefined ? {} : { connector_id: connector }),
});

async function writesOf(
  settings: Settings,
  filter: Record<string, string>,
  most: number,
): Promise<EntryView[]> {
  const bearer = await applicationTokenOf(settings);
  const entries: EntryView[] = [];
  for (let cursor: string | null = ""; cursor !== null && entries.length < most;) {
    const limit = String(Math.min(pageSize, most - entries.length));
    const asked: Record<string, string> = { ...filter, ...filterOf(settings), limit };
    const query = new URLSearchParams(cursor === "" ? asked : { ...asked, cursor });
    const page: { data: EntryView[]; next_cursor: string | null } = await askService(
      settings,
      `${path}?${query}`,
      { bearer },
    );
    entries.push(...page.data);
    cursor = page.next_cursor;
  }
  return entries;
}

/** `entries`: the writes of a run, the newest first. */
function runOf(run: string, entries: readonly EntryView[]) {
  const count = (status: EntryView["status"]) => entries.filter((entry) => entry.status === status).length;
  return {
    run,
    writes: entries.length,
    ok: count("ok"),
    failed: count("failed"),
    running: count("running"),
    unknown: count("unknown"),
    undone: entries.filter(({ undone }) => undone !== undefined).length,
    users: [...new Set(entries.map(({ external_user_id }) => external_user_id))],
    connectors: [...new Set(entries.map(({ connector }) => connector))],
    first_at: entries.at(-1)!.started_at,
    last_at: entries[0]!.started_at,
  };
}

function runLine({ run, last_at, users, connectors, writes, ...counts }: ReturnType<typeof runOf>): string {
  const said = (["ok", "failed", "running", "unknown", "undone"] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${name}`);
  return [
    last_at,
    `run ${run}`,
    `${writes} ${writes === 1 ? "write" : "writes"} (${said.join(", ")})`,
    `${users.join(", ")}: ${connectors.join(", ")}`,
  ].join("  ");
}

const entryLine = (entry: EntryView): string =>
  [
    entry.started_at,
    entry.status.padEnd(7),
    `${entry.external_user_id}: ${entry.connector} ${entry.entity}.${entry.action}`,
    JSON.stringify(entry.params),
    ...(entry.decision ? [`agreed: ${entry.decision.by.join(", ")}`] : []),
    ...(entry.error ? [`${entry.error.code}: ${entry.error.message}`] : []),
    ...(entry.undone ? [`undone by ${entry.undone.by}`] : []),
  ].join("  ");

const undoneLine = ({ outcome, connector, entity, action, reason }: Undone): string =>
  `${outcome.padEnd(10)} ${connector} ${entity}.${action}: ${reason}`;
