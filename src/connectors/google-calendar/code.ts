import type { ActionCode } from "../../core/contract/connector-file.ts";
import { create } from "./creating.ts";
import { answer, earlier, eventIssues, undoAnswer, undoCreate, undoMove } from "./events.ts";
import { betweenIssues, busyTimes, findIssues, freeTimes } from "./free-times.ts";
import { completeUpdate, undoUpdate, update } from "./updating.ts";

export const code = {
  calendars: {
    create: {
      undo: (_params, { id }) => ({ entity: "calendars", action: "delete", params: { calendarId: id } }),
    },
  },
  events: {
    list: { check: betweenIssues },
    list_instances: { check: betweenIssues },
    create: { check: eventIssues, run: create, settles: true, undo: undoCreate },
    quick_add: { undo: undoCreate },
    update: { check: eventIssues, guard: completeUpdate, run: update, undo: undoUpdate },
    answer: { run: answer, preview: earlier, undo: undoAnswer },
    move: { undo: undoMove },
  },
  free_busy: {
    get: { check: betweenIssues, run: busyTimes },
    find: { check: findIssues, run: freeTimes },
  },
} satisfies Record<string, Record<string, ActionCode>>;
