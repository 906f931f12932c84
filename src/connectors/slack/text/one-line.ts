import { decode } from "./markup-to-text.ts";

/** Removes line breaks from a name and shortens the name to 80 characters, because people can choose any name. */
export const oneLine = (name: string): string =>
  decode(name).replace(/\s+/g, " ").trim().slice(0, 80).toWellFormed();
