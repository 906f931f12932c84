import { decode } from "./markup-to-text.ts";

/** Removes line breaks from a name, and cuts a long name, because people can choose any name. */
export const oneLine = (name: string): string =>
  decode(name).replace(/\s+/g, " ").trim().slice(0, 80).toWellFormed();
