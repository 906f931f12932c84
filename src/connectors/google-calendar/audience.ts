import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { Audience, AudienceCall, AudienceReader } from "../../core/contract/audience.ts";
import { type Dict, at, dicts, stringAt } from "../../core/ground/json.ts";
import { isOutside } from "../google/outside.ts";

/** Creates the function that says who sees an event, and who gets an e-mail. */
export function createAudience(): AudienceReader {
  let own: string | undefined;
  const reader = async (params: Dict, call: AudienceCall): Promise<Audience | undefined> => {
    if (call.entity !== "events") return undefined;
    const guests = [...new Set(await guestsOf(params, call))];
    if (guests.length === 0) return undefined;
    own ??= stringAt(await readIfAllowed(call.read, ["calendars", "get", { calendarId: "primary" }]), "id")?.toLowerCase(); // prettier-ignore
    const others = guests.filter((address) => address !== own);
    const external = others.filter((address) => isOutside(address, own));
    const { sendUpdates } = params;
    const notified = sendUpdates === "all" ? others : sendUpdates === "externalOnly" ? external : [];
    return {
      readers: guests.join(", "),
      hasNames: true,
      external,
      ...(notified.length > 0 ? { notified, notified_people: notified.length } : {}),
      warnings: [],
    };
  };
  return Object.assign(reader, { learn: () => {} });
}

/** Returns the addresses of the people who see the event before or after the call. Rooms are no people. */
async function guestsOf(params: Dict, { action, read }: AudienceCall): Promise<string[]> {
  // Google can invite the people whose addresses are in a sentence.
  const named =
    action === "quick_add"
      ? (String(params.text).match(/[^\s<>(),;:"]{1,64}@[^\s<>(),;:"@]{1,255}/g) ?? [])
      : [];
  const given = [
    ...dicts(params.attendees),
    ...named.map((email) => ({ email: email.replace(/[.!?]+$/, "") })),
  ];
  const { calendarId, eventId } = params;
  const event = action === "create" || action === "quick_add" ? {} : (await read("events", "get", { calendarId, eventId })).data; // prettier-ignore
  const all = [...given, ...dicts(at(event, "attendees"))];
  const organizer = all.length > 0 ? stringAt(event, "organizer.email") : undefined;
  const people = all.map(({ email }) => String(email));
  return [...people, ...(organizer === undefined ? [] : [organizer])]
    .map((address) => address.toLowerCase())
    .filter((address) => /^[^@]+@(?!(?:resource|group)\.calendar\.google\.com$)[^@]+$/.test(address));
}
