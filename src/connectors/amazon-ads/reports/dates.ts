export const dayMs = 86_400_000;

/** Returns the UTC date of a time, such as `2026-01-31`. */
export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
