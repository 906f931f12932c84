import { styleText } from "node:util";

type Style = (text: string) => string;

/** What the parts of a text look like. The colors can be read on light and on dark backgrounds. */
export interface Styles {
  /** Headings and the names of fields. */
  strong: Style;
  /** What is less important: notes, empty values. */
  faint: Style;
  good: Style;
  bad: Style;
  warn: Style;
}

type Output = Pick<NodeJS.WriteStream, "isTTY">;

/**
 * Whether the output gets colors: https://no-color.org and https://force-color.org. A pipe or a file gets none.
 */
export function hasColors({ isTTY }: Output, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return !/^(0|false)$/i.test(forced);
  return isTTY && env["TERM"] !== "dumb";
}

const plain: Style = (text) => text;
const without: Styles = { strong: plain, faint: plain, good: plain, bad: plain, warn: plain };

type Format = Parameters<typeof styleText>[0];
const style =
  (format: Format): Style =>
  (text) =>
    // `hasColors` has decided already.
    text === "" ? "" : styleText(format, text, { validateStream: false });
const colored: Styles = {
  strong: style("bold"),
  faint: style("dim"),
  good: style("green"),
  bad: style(["bold", "red"]),
  warn: style("magenta"),
};

export const styles = (output: Output): Styles => (hasColors(output) ? colored : without);
