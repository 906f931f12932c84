export const dayMs = 86_400_000;

/** Returns a UTC date such as `2026-01-31`. */
export const isoDate = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
