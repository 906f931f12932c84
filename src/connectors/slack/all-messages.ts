// The entity `messages`: writing them, and finding one.
export * from "./messages.ts";
export * from "./message-lookups.ts";
