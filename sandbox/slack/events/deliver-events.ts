import { optionError, optionTypes, readOptions } from "../../../src/core/ground/read-options.ts";
import { required } from "../../options.ts";
import type { Fields } from "../fields.ts";
import type { User } from "../types.ts";
import type { Workspace } from "../workspace.ts";
import { type ButtonClick, clickPayload } from "./button-click.ts";
import type { Retry, RetryReason } from "./event-request.ts";
import { eventPayload, messageEvents } from "./message-events.ts";
import { checkChallenge, createSender, type EventReceiver } from "./send-event.ts";

export interface DeliveryOptions {
  /** The secret with which the requests are signed. The app must know the same secret. */
  signingSecret: string;
  /** Whether an event is also sent every hour for a day after all other tries have failed. Default: false. */
  delayedEvents?: boolean | undefined;
}

/** One request with an event. */
export interface DeliveredEvent {
  event_id: string;
  /** The type of the event, such as `app_mention`. */
  type: string;
  /** The `ts` of the message or of the change. */
  ts: string;
  /** 0 for the first try. */
  retry_num: number;
  retry_reason?: RetryReason | undefined;
  /** The HTTP status of the app's response, or 0 if the app did not respond in time. */
  status: number;
  /** The first 200 characters of a response that reports a failure. */
  error?: string | undefined;
}

export interface EventDelivery {
  /** Returns the requests that have ended, oldest first. */
  deliveries(): DeliveredEvent[];
  /** Waits until the app has received every event, or all retries of an event have failed. */
  settled(): Promise<void>;
  /**
   * Sends an event again, as Slack does if the app's response has not arrived.
   * @throws ConnectorError `config_error` if no event has this id, or if the delivery was stopped
   */
  resend(event_id: string): Promise<void>;
  /**
   * Simulates a click of a person on a button, and resolves when the app has responded. Slack sends a click only once.
   * `status`: the HTTP status, or 0 if the app did not respond in time.
   * @throws ConnectorError `config_error` if there is no such button in a message of the app
   */
  click(click: ButtonClick): Promise<{ status: number }>;
  /** Stops the delivery of events. Drops the events that wait for a retry. */
  stop(): void;
}

/** The waits before the three retries, in milliseconds. https://docs.slack.dev/apis/events-api */
const WAITS = [0, 60_000, 300_000];

/** The waits of Slack's feature Delayed Events, which adds a retry every hour for 24 hours. */
const DELAYED_WAITS: readonly number[] = Array.from({ length: 24 }, () => 3_600_000);

const known = {
  signingSecret: required({
    says: "a text that is not empty",
    is: (value) => typeof value === "string" && value !== "",
  }),
  delayedEvents: optionTypes.boolean,
};

/**
 * Sends the events of the workspace to an app, until the delivery is stopped. First checks the receiver with a
 * challenge, in the same way as Slack.
 * @throws ConnectorError `config_error` if the receiver does not return the challenge
 */
export async function deliverEvents(
  workspace: Workspace,
  app: User,
  receiver: EventReceiver,
  given: DeliveryOptions,
): Promise<EventDelivery> {
  readOptions(given, known, "options of deliverTo", "options.");
  const { signingSecret, delayedEvents } = given;
  const waits = delayedEvents ? [...WAITS, ...DELAYED_WAITS] : WAITS;
  const stopped = new AbortController();
  const sent: DeliveredEvent[] = [];
  const payloads = new Map<string, Fields & { event_id: string }>();
  const running = new Set<Promise<void>>();
  const send = createSender(receiver, signingSecret, stopped.signal);

  /** Makes one try. Returns the reason to try again, or undefined. */
  const deliver = async (
    payload: Fields & { event_id: string },
    retry?: Retry,
  ): Promise<RetryReason | undefined> => {
    const response = await send(payload, retry);
    const event = payload["event"] as Fields;
    sent.push({
      event_id: payload.event_id,
      type: String(event["type"]),
      ts: String(event["ts"]),
      retry_num: retry?.num ?? 0,
      retry_reason: retry?.reason,
      status: typeof response === "string" ? 0 : response.status,
      ...(typeof response === "string" || response.ok ? {} : { error: response.text.slice(0, 200) }),
    });
    if (typeof response === "string") return response;
    return response.ok || response.headers.get("x-slack-no-retry") === "1" ? undefined : "http_error";
  };

  const deliverWithRetries = async (payload: Fields & { event_id: string }): Promise<void> => {
    let reason = await deliver(payload);
    for (let num = 1; reason !== undefined && num <= waits.length; num++) {
      await workspace.clock.sleep(waits[num - 1]!, stopped.signal);
      reason = await deliver(payload, { num, reason });
    }
  };

  const track = (work: Promise<void>): Promise<void> => {
    const ended = work
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) throw error;
      })
      .finally(() => running.delete(ended));
    running.add(ended);
    return ended;
  };

  await checkChallenge(send);
  const watcher: Parameters<typeof workspace.watchers.add>[0] = (room, change) =>
    // Wait until the method has ended, because it can still change the message.
    queueMicrotask(() => {
      for (const event of messageEvents(workspace, app, room, change)) {
        const payload = structuredClone(eventPayload(workspace, app, event));
        payloads.set(payload.event_id, payload);
        void track(deliverWithRetries(payload));
      }
    });
  workspace.watchers.add(watcher);

  return {
    deliveries: () => structuredClone(sent),
    settled: async () => {
      // Let the queued functions of earlier changes start their deliveries.
      await Promise.resolve();
      while (running.size > 0) await Promise.all(running);
    },
    resend: async (event_id) => {
      const payload = payloads.get(event_id);
      if (!payload) throw optionError("event_id", `There is no event with the id ${event_id}.`);
      if (stopped.signal.aborted) throw optionError("event_id", "The delivery of events was stopped.");
      const num = sent.filter((one) => one.event_id === event_id).length;
      await track(deliver(payload, { num, reason: "http_timeout" }).then(() => undefined));
    },
    click: async (click) => {
      const response = await send(clickPayload(workspace, app, click));
      return { status: typeof response === "string" ? 0 : response.status };
    },
    stop: () => {
      workspace.watchers.delete(watcher);
      stopped.abort();
    },
  };
}
