// Cuts texts into pieces, streams them, and decides what Slack would do with the whole text. Shares no code with the
// connector.

export interface Streamed {
  /** The text of the message in Slack. */
  text: string;
  /** The codes of the errors of the calls. */
  errors: string[];
}

const names: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  amp: "&",
  excl: "!",
  commat: "@",
  period: ".",
  sol: "/",
  num: "#",
  Hat: "^",
  colon: ":",
  percnt: "%",
  shy: "\u00AD",
  NewLine: "\n",
};

/**
 * Decodes the backslash escapes and the references of Markdown. In the result, U+0001 stands for a `<` that Slack shows
 * as text.
 */
export function decode(text: string): string {
  let result = "";
  for (let at = 0; at < text.length;) {
    const rest = text.slice(at);
    const reference = /^&(#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|\w{2,32});/.exec(rest);
    if (/^\\[!-/:-@[-`{-~]/.test(rest)) {
      result += rest[1];
      at += 2;
    } else if (rest.startsWith("&lt;")) {
      result += "\u0001";
      at += 4;
    } else if (reference && (reference[1]!.startsWith("#") || names[reference[1]!] !== undefined)) {
      const code = reference[1]!;
      if (!code.startsWith("#")) result += names[code];
      else
        result += String.fromCodePoint(/x/i.test(code) ? parseInt(code.slice(2), 16) : Number(code.slice(1)));
      at += reference[0].length;
    } else {
      result += rest[0];
      at++;
    }
  }
  return result;
}

/** Whether Slack would notify somebody of this text. */
export const notifies = (text: string): boolean =>
  /<(?:@[UW][A-Z0-9]+|!(?:channel|here|everyone)|!subteam\^S[A-Z0-9]+)[|>]/.test(decode(text)) ||
  /(?:^|[^a-z0-9])@(?:channel|here|everyone)(?![a-z0-9])/i.test(decode(text));

/** Whether Slack would show something of the channel C0SECRET99. */
export function linksToSecret(text: string): boolean {
  let address = decode(text);
  for (let level = 0; level < 3; level++)
    address = address.replace(/%([0-9a-f]{2})/gi, (_all, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );
  const plain = address
    .normalize("NFKC")
    .replace(/[\u00AD\u200B\u2060\t\n]/g, "")
    .replaceAll("\\", "/");
  return /slack(?:\.com|:\/\/)(?:\S*|(?<=\(<\S*)[^>]*)[FC]0SECRET99|<#C0SECRET99/i.test(plain);
}

/** The text as people see it. */
export const visible = (text: string): string =>
  decode(text).replaceAll("\u0001", "<").replaceAll("\u2060", "");

/** A random number generator with a seed, so that a failure can be repeated. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Returns the text in one piece, cuts into two pieces, and random cuts into several pieces. If `all` is true, these are
 * all cuts into two pieces, three random cuts, and the cut into single characters. Otherwise, they are a sixth of the cuts
 * into two pieces, and one random cut.
 */
export function cuts(text: string, random: () => number, all: boolean): string[][] {
  const characters = Array.from(text);
  const twos = characters
    .slice(1)
    .map((_, index) => [characters.slice(0, index + 1).join(""), characters.slice(index + 1).join("")])
    .filter(() => all || random() < 1 / 6);
  const many = Array.from({ length: all ? 3 : 1 }, () => {
    const density = 0.05 + random() * 0.6;
    const pieces = [""];
    for (const character of characters) {
      if (pieces.at(-1) !== "" && random() < density) pieces.push("");
      pieces[pieces.length - 1] += character;
    }
    return pieces;
  });
  return [[text], ...(all ? [characters] : []), ...twos, ...many];
}
