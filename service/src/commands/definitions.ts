import { systemClock } from "agent-connectors/toolkit";
import { confirmHosts, hostsOf, readDefinitions } from "../definitions/change-definition.ts";
import { createAudit } from "../operations/audit.ts";
import { definitionViewsOf } from "../routes/definitions/definition-view.ts";
import type { Settings } from "../startup/settings.ts";
import { existingApplication } from "./application.ts";
import { noMoreWords, print, readAction, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";
import { personName } from "./shared/person-name.ts";

/** Lists the definitions of an organization, or confirms their hosts, also while the service is running. */
export async function definitions(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "definitions", action)(rest, settings);
}

const actions = {
  async list(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    noMoreWords(words, 1, "definitions list");
    await withStore(settings, async ({ db }) => {
      const { organization_id } = await existingApplication(db, clientId);
      for (const one of definitionViewsOf(await readDefinitions(db, organization_id)))
        print(JSON.stringify(one));
    });
  },
  async confirm(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    const name = requiredWord(words, 1, "The name of the definition").replace(/^custom\//, "");
    requiredWord(words, 2, "The host");
    const by = personName(settings);
    await withStore(settings, async (store) => {
      const { organization_id: organization } = await existingApplication(store.db, clientId);
      const services = { store, audit: createAudit(store, systemClock, () => {}), clock: systemClock };
      const actor = { organization, operator: by, request: "command" };
      const row = await confirmHosts(services, actor, { name, hosts: words.slice(2), by });
      print(`Confirmed: connectors of custom/${name} can send credentials to ${hostsOf(row).join(", ")}.`);
    });
  },
};
