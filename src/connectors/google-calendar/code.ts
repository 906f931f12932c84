import type { ActionCode } from "../../core/contract/connector-file.ts";
import { answer, earlier, eventIssues, undoAnswer, undoCreate, undoMove, undoUpdate, update } from "./events.ts"; // prettier-ignore
import { betweenIssues, busyTimes, findIssues, freeTimes } from "./free-times.ts";

export const code = {
  calendars: {
    create: {
      undo: (_params, { id }) => ({ entity: "calendars", action: "delete", params: { calendarId: id } }),
    },
  },
  events: {
    list: { check: betweenIssues },
    list_instances: { check: betweenIssues },
    create: { check: eventIssues, undo: undoCreate },
    quick_add: { undo: undoCreate },
    update: { check: eventIssues, run: update, preview: earlier, undo: undoUpdate },
    answer: { run: answer, preview: earlier, undo: undoAnswer },
    move: { undo: undoMove },
  },
  free_busy: {
    get: { check: betweenIssues, run: busyTimes },
    find: { check: findIssues, run: freeTimes },
  },
} satisfies Record<string, Record<string, ActionCode>>;
