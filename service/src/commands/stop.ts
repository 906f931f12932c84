import { systemClock } from "agent-connectors/toolkit";
import { createSealer } from "../credentials/sealing.ts";
import { listStops, resumeWrites, stopWrites } from "../journal/stops.ts";
import { createAudit } from "../operations/audit.ts";
import { targetOf } from "../routes/journal/stops.ts";
import type { Settings } from "../startup/settings.ts";
import { existingApplication } from "./application.ts";
import { noMoreWords, print, readAction, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";
import { personName } from "./shared/person-name.ts";

/** The time for which the command waits until the writes that are under way have ended. */
const waitMs = 5000;

/** Stops the writes of an application's organization, of --user or of --connector, also while the service is running. */
export async function stop(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "stop", action)(rest, settings);
}

const actions = {
  writes: (words: readonly string[], settings: Settings) =>
    withTarget(words, settings, "stop writes", async ({ services, target, actor }) => {
      const by = personName(settings);
      const { under_way, ...stopped } = await stopWrites(
        services,
        target,
        { by, reason: undefined, waitMs },
        actor,
      );
      print(JSON.stringify(stopped));
      for (const entry of under_way) print(JSON.stringify(entry));
    }),
  end: (words: readonly string[], settings: Settings) =>
    withTarget(words, settings, "stop end", async ({ services, target, actor }) => {
      const ended = await resumeWrites(services, target, { by: personName(settings), actor });
      print(ended ? "Connectors can write again." : "Writes were not stopped.");
    }),
  list: (words: readonly string[], settings: Settings) =>
    withTarget(words, settings, "stop list", async ({ services, target }) => {
      for (const one of await listStops(services, target.organization)) print(JSON.stringify(one));
    }),
};

type Services = Parameters<typeof stopWrites>[0];

interface Found {
  services: Services;
  target: Awaited<ReturnType<typeof targetOf>>;
  actor: Parameters<typeof stopWrites>[3];
}

async function withTarget(
  words: readonly string[],
  settings: Settings,
  name: string,
  run: (found: Found) => Promise<void>,
): Promise<void> {
  const clientId = requiredWord(words, 0, "The client id");
  noMoreWords(words, 1, name);
  const { user, audit: chosen } = settings;
  const { connector } = chosen;
  await withStore(settings, async (store, keys) => {
    const { organization_id: organization } = await existingApplication(store.db, clientId);
    const target = await targetOf({ store }, organization, {
      external_user_id: connector === undefined ? user : undefined,
      connector_id: connector,
    });
    const audit = createAudit(store, systemClock, () => {});
    await run({
      services: { store, sealer: createSealer(keys), audit, clock: systemClock },
      target,
      actor: { organization, workspace: target.user?.id, application: clientId, request: "command" },
    });
  });
}
