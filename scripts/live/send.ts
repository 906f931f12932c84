import type { Clock } from "../../src/core/ground/clock.ts";
import { parseLossless } from "../../src/core/ground/lossless-json.ts";
import type { Gate } from "./gate.ts";

/** `body`: the parsed JSON, or undefined if the body is not JSON. */
export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  body: unknown;
}

export interface CheckRequest {
  method: "GET" | "POST" | "PUT";
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

const maxAttempts = 3;
const maxWaitSeconds = 60;

/** Sends a request. If the platform asks for a pause, waits and sends the request again. */
export async function sendThrough(gate: Gate, clock: Clock, request: CheckRequest): Promise<Reply> {
  const { url, ...init } = request;
  for (let attempt = 1; ; attempt++) {
    const response = await gate.fetch(url, { ...init, redirect: "manual" });
    const text = await response.text();
    const wait = Number(response.headers.get("retry-after") ?? 2 ** attempt);
    if (response.status !== 429 || attempt === maxAttempts || !(wait <= maxWaitSeconds))
      return { status: response.status, headers: response.headers, text, body: parsed(text) };
    await clock.sleep(wait * 1000);
  }
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}
