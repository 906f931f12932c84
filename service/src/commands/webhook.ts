import { ConnectorError } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import { createSealer } from "../credentials/sealing.ts";
import type { AuditEvent } from "../operations/audit.ts";
import { deliveryViewOf, webhookViewOf } from "../routes/webhooks/webhook-view.ts";
import type { Settings } from "../startup/settings.ts";
import type { Application } from "../store/queries/applications.ts";
import { findDelivery } from "../store/queries/webhook-deliveries.ts";
import { deleteEndpoint, findEndpoint, listEndpoints } from "../store/queries/webhook-endpoints.ts";
import type { Db, Store } from "../store/store.ts";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "../store/tables.ts";
import { checkEnabled, checkEndpointUrl, createEndpoint } from "../webhooks/change-endpoint.ts";
import { addTestEvent, eventTypes, type EventType } from "../webhooks/events.ts";
import { existingApplication } from "./application.ts";
import { auditCommand } from "./shared/command-audit.ts";
import { noMoreWords, print, readAction, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";

/** Lists, changes or tests an organization's webhook endpoints, also while the service is running. */
export async function webhook(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "webhook", action)(rest, settings);
}

const pollIntervalMs = 200;
const pollTimeoutMs = 20_000;

const actions = {
  async list(words: readonly string[], settings: Settings) {
    const clientId = requiredWord(words, 0, "The client id");
    noMoreWords(words, 1, "webhook list");
    await withStore(settings, async ({ db }) => {
      const { organization_id } = await existingApplication(db, clientId);
      for (const row of await listEndpoints(db, organization_id)) print(JSON.stringify(webhookViewOf(row)));
    });
  },
  async add([clientId = "", url, ...types]: readonly string[], settings: Settings) {
    const address = requiredWord([url ?? ""], 0, "The address");
    checkEndpointUrl(address, settings.webhookOrigins);
    const event_types = types.length === 0 ? null : [...new Set(types)].map(eventType);
    await withStore(settings, (store, keys) =>
      store.transaction(async (db) => {
        const application = await existingApplication(db, clientId);
        const { row, secret } = await createEndpoint(
          db,
          createSealer(keys),
          application.organization_id,
          { url: address, description: "", event_types },
          systemClock.now(),
        );
        await audit(store, db, "webhook.create", application, row.id);
        print(JSON.stringify({ ...webhookViewOf(row), secret }, null, 2));
      }),
    );
  },
  async remove(words: readonly string[], settings: Settings) {
    noMoreWords(words, 2, "webhook remove");
    await withStore(settings, (store) =>
      store.transaction(async (db) => {
        const { application, row } = await named(db, words);
        await deleteEndpoint(db, row);
        await audit(store, db, "webhook.delete", application, row.id);
      }),
    );
    print("The webhook endpoint is deleted.");
  },
  async test(words: readonly string[], settings: Settings) {
    noMoreWords(words, 2, "webhook test");
    await withStore(settings, async (store) => {
      const added = await store.transaction(async (db) => {
        const { application, row } = await named(db, words);
        checkEnabled(row);
        await audit(store, db, "webhook.test", application, row.id);
        return addTestEvent(db, row.id, systemClock.now());
      });
      print(JSON.stringify(deliveryViewOf(await attemptOf(store.db, added)), null, 2));
    });
  },
};

/** Waits for the end of the first attempt to send an event. @throws ConnectorError `config_error` */
async function attemptOf(db: Db, { id, endpoint_id }: WebhookDeliveryRow): Promise<WebhookDeliveryRow> {
  for (let waited = 0; waited < pollTimeoutMs; waited += pollIntervalMs) {
    const row = await findDelivery(db, endpoint_id, id);
    // While an attempt is running, `claim` is set.
    if (row && row.attempts > 0 && row.claim === null) return row;
    await systemClock.sleep(pollIntervalMs);
  }
  throw new ConnectorError(
    "config_error",
    `The service has not sent the event within ${pollTimeoutMs / 1000} s.`,
    {
      hint: "Start the service. It then sends the event.",
    },
  );
}

function eventType(name: string): EventType {
  const type = eventTypes.find((type) => type === name);
  if (type !== undefined) return type;
  throw new ConnectorError("config_error", `There is no event type "${name.slice(0, 40)}".`, {
    hint: `Event types: ${eventTypes.join(", ")}. Without event types, the endpoint receives all of them.`,
  });
}

/** Returns the application and the endpoint that the command line names. @throws ConnectorError `config_error` */
async function named(
  db: Db,
  words: readonly string[],
): Promise<{ application: Application; row: WebhookEndpointRow }> {
  const application = await existingApplication(db, requiredWord(words, 0, "The client id"));
  const id = requiredWord(words, 1, "The webhook id");
  const row = await findEndpoint(db, id, application.organization_id);
  if (row) return { application, row };
  throw new ConnectorError("config_error", "There is no such webhook endpoint.", {
    hint: 'Run "webhook list <client id>" to see the endpoints.',
  });
}

const audit = (store: Store, db: Db, event: AuditEvent, application: Application, webhook_id: string) =>
  auditCommand(store, db, event, application, undefined, { webhook_id });
