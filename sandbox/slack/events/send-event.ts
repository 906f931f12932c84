import { optionError } from "../../../src/core/ground/read-options.ts";
import type { Fields } from "../fields.ts";
import { eventRequest, type Retry, type RetryReason } from "./event-request.ts";

/** An app that gets events: its request URL, or a function that responds to requests. */
export type EventReceiver = string | ((request: Request) => Response | Promise<Response>);

/** A response of the app, with its complete body. */
interface Answer {
  ok: boolean;
  status: number;
  headers: Headers;
  text: string;
}

/** A function that sends one request. Returns the response, or the reason why there is none. */
export type SendEvent = (payload: Fields, retry?: Retry) => Promise<Answer | RetryReason>;

/** The time for which Slack waits for a response, in milliseconds. */
const TIMEOUT = 3_000;

export function createSender(
  receiver: EventReceiver,
  signingSecret: string,
  stopped: AbortSignal,
): SendEvent {
  const url = typeof receiver === "string" ? receiver : "https://app.example/slack/events";
  return async (payload, retry) => {
    const timeout = AbortSignal.timeout(TIMEOUT);
    const signal = AbortSignal.any([timeout, stopped]);
    try {
      const request = await eventRequest(url, signingSecret, payload, { retry, signal });
      return await untilAborted(
        answerOf(typeof receiver === "string" ? fetch(request) : call(receiver, request)),
        signal,
      );
    } catch {
      return timeout.aborted ? "http_timeout" : "connection_failed";
    }
  };
}

/** Checks that the app returns a challenge. https://docs.slack.dev/reference/events/url_verification */
export async function checkChallenge(send: SendEvent): Promise<void> {
  const challenge = crypto.randomUUID();
  const payload = { token: "sandbox-verification-token", challenge, type: "url_verification" };
  const response = await send(payload);
  if (typeof response !== "string" && response.ok && response.text.includes(challenge)) return;
  const answer = typeof response === "string" ? response : `HTTP ${response.status}`;
  throw optionError(
    "receiver",
    `The app does not return the challenge of a url_verification request (${answer}).`,
    "Check the address and the signing secret of the app.",
  );
}

/** Calls a function that responds to requests. If the function throws, returns the status 500, as a server does. */
const call = async (receiver: Exclude<EventReceiver, string>, request: Request): Promise<Response> => {
  try {
    return await receiver(request);
  } catch (error) {
    return new Response(String(error), { status: 500 });
  }
};

async function answerOf(response: Promise<Response>): Promise<Answer> {
  const received = await response;
  const { ok, status, headers } = received;
  return { ok, status, headers, text: await received.text() };
}

/** Resolves with the response, or rejects as soon as the signal aborts. */
const untilAborted = (response: Promise<Answer>, signal: AbortSignal): Promise<Answer> =>
  new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    response.then(resolve, reject);
  });
