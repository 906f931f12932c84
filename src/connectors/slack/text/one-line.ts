import { decode } from "./mrkdwn.ts";

/** Makes a name safe to use inside a line of text. People can choose names with line breaks or of any length. */
export const oneLine = (name: string): string =>
  decode(name).replace(/\s+/g, " ").trim().slice(0, 80).toWellFormed();
