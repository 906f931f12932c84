import { decode } from "./markup-to-text.ts";

/** People can choose any name, so line breaks are removed and long names are cut. */
export const oneLine = (name: string): string =>
  decode(name).replace(/\s+/g, " ").trim().slice(0, 80).toWellFormed();
