import { decode } from "./mrkdwn.ts";

/** A name as part of a line of text. People may choose any name, with line breaks or of any length. */
export const oneLine = (name: string): string =>
  decode(name).replace(/\s+/g, " ").trim().slice(0, 80).toWellFormed();
