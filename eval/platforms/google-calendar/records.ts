import { flat, type WorldRecord } from "../world-record.ts";
import type { CalendarPlatform } from "./platform.ts";
import { type Event, shown } from "./state.ts";
import type { When } from "./times.ts";

/** Returns what people see: events, the times of recurring events that differ from the others, and e-mails to guests. */
export function calendarRecords({ calendars, mails }: CalendarPlatform): WorldRecord[] {
  const all = [...calendars.values()].flatMap(({ title, timeZone, events, changed }): WorldRecord[] => {
    const fieldsOf = (event: Event) => {
      const { summary, description, location, attendees, recurrence, transparency } = event;
      const { start, end } = shown(event, timeZone) as unknown as { start: When; end: When };
      const guests = attendees?.map(({ email, responseStatus, comment }) => [email, responseStatus, ...(comment ? [comment] : [])].join(" ")); // prettier-ignore
      return flat({ summary, description, location, start: start.date ?? start.dateTime, end: end.date ?? end.dateTime, guests: guests?.toSorted(), recurrence: recurrence?.join(" "), transparency }); // prettier-ignore
    };
    const about = { calendar: title };
    return [
      ...[...events].map(([id, event]) => ({ kind: "event", key: id, fields: fieldsOf(event), about })),
      ...[...changed].map(([id, event]) => ({
        kind: "occurrence",
        key: id,
        fields: { ...fieldsOf(event), status: event.status },
        about,
      })),
    ];
  });
  return [...all, ...mails.map((mail, index) => ({ kind: "mail", key: String(index), fields: { ...mail } }))];
}
