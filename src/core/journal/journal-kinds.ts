import { isDict } from "../ground/json.ts";
import type { Kind } from "../store/records.ts";
import type { EndedWrite, StartedWrite, StoredStop, UndoneWrite } from "./journal-entry.ts";

/** The records of the journal are kept for 90 days. */
const keptSeconds = 90 * 86_400;

/** The writes of the journal, as they were before their first request. No record of the journal is ever changed. */
export const startedWrites: Kind<StartedWrite> = {
  name: "journal",
  ttlSeconds: keptSeconds,
  is: (value): value is StartedWrite =>
    isDict(value) &&
    [value.run, value.connector, value.entity, value.action].every((text) => typeof text === "string") &&
    Array.isArray(value.effects) &&
    isAmount(value.started),
};

/** How the writes of the journal have ended. A write has the same id in both kinds. */
export const endedWrites: Kind<EndedWrite> = {
  name: "ended",
  ttlSeconds: keptSeconds,
  is: (value): value is EndedWrite => isDict(value) && isAmount(value.ended),
};

/** The writes of the journal that somebody has undone, or has started to undo. */
export const undoneWrites: Kind<UndoneWrite> = {
  name: "undone",
  ttlSeconds: keptSeconds,
  is: (value): value is UndoneWrite => isDict(value) && typeof value.by === "string" && isAmount(value.at),
};

/** Whether writes are stopped. Without a lifetime, because only a person ends a stop. */
export const stops: Kind<StoredStop> = {
  name: "stops",
  is: (value): value is StoredStop => isDict(value) && typeof value.by === "string" && isAmount(value.at),
};

const isAmount = (value: unknown): value is number => typeof value === "number";
