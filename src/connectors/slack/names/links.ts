// Slack's links to channels, messages, profiles and files, from Slack's menu "Copy link" or from the address bar of a
// browser.

const host = String.raw`https:\/\/[a-z0-9.-]+\.slack\.com\/`;
/** The id of a channel or a direct message. */
export const conversationId = "[CGD][A-Z0-9]{2,}";
/** The optional rest of a link after an id. */
export const anyRest = String.raw`(?:[/?]\S{0,300})?`;
export const channelLink = String.raw`${host}(?:archives|client\/[TE][A-Z0-9]{2,})\/${conversationId}`;
export const messageLink = String.raw`${host}archives\/${conversationId}\/p\d{16}(?:\?\S{0,200})?|${host}client\/[TE][A-Z0-9]{2,}\/${conversationId}\/thread\/${conversationId}-\d{10}\.\d{6}\/?`;
export const userLink = String.raw`${host}team\/[UW][A-Z0-9]{2,}`;
export const fileLink = String.raw`${host}(?:files\/[UWB][A-Z0-9]{2,}\/|docs\/[TE][A-Z0-9]{2,}\/|files-pri\/[TE][A-Z0-9]{2,}-)F[A-Z0-9]{2,}`;

const channelLinkPattern = new RegExp(`^${channelLink}${anyRest}$`);

export interface MessageLink {
  channel: string;
  ts: string;
  /** The `ts` of the thread's first message. Undefined if the link has no thread. */
  thread: string | undefined;
}

/** Reads a link to a channel or a message. Returns undefined for any other text. */
export function readLink(text: string): MessageLink | undefined {
  const [, channel, path = ""] = /\/(?:archives|client\/\w+)\/(\w+)(\S*)$/.exec(text) ?? [];
  if (channel === undefined || !channelLinkPattern.test(text)) return undefined;
  const shownThread = /^\/thread\/\w+-(\d{10}\.\d{6})/.exec(path)?.[1];
  const [, seconds, micros] = /^\/p(\d{10})(\d{6})/.exec(path) ?? [];
  const thread = /[?&]thread_ts=(\d{10}\.\d{6})(?:&|$)/.exec(path)?.[1];
  return { channel, ts: shownThread ?? `${seconds}.${micros}`, thread: shownThread ?? thread };
}

export const channelOfLink = (text: unknown): string | undefined =>
  typeof text === "string" ? readLink(text)?.channel : undefined;

/** Returns the user id from a profile link. Returns any other text unchanged. */
export const userOfLink = (text: string): string => /^https:\S*?\/team\/(\w+)/.exec(text)?.[1] ?? text;

/** Returns the file id from a link to a file. Returns any other text unchanged. */
export const fileOfLink = (text: string): string =>
  /^https:.*?[/-](F[A-Z0-9]{2,})(?:[/?]|$)/.exec(text)?.[1] ?? text;
