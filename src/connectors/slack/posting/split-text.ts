const fence = "```";

/**
 * Splits a text into pieces of at most `max` characters, between paragraphs, lines or words. Each part of a split
 * code block becomes a complete code block.
 */
export function splitText(whole: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = whole;
  // A split code block needs two additional lines with three backticks.
  const room = max - 2 * (fence.length + 1);
  while (rest.length > max) {
    const end = endOfPiece(rest, room);
    const piece = rest.slice(0, end);
    const inCode = (piece.split(fence).length - 1) % 2 === 1;
    pieces.push(inCode ? `${piece.trimEnd()}\n${fence}` : piece.trimEnd());
    rest = (inCode ? `${fence}\n` : "") + rest.slice(end).replace(/^\s+/, "");
  }
  return [...pieces, rest].filter((piece) => piece.trim() !== "");
}

/**
 * Returns the end of the next piece. Prefers the end of a paragraph, then of a line, then of a word, in the second half
 * of the piece. Never splits a character that has two code units.
 */
function endOfPiece(text: string, room: number): number {
  for (const sign of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(sign, room);
    if (at > room / 2) return at + sign.length;
  }
  const code = text.charCodeAt(room - 1);
  return code >= 0xd800 && code <= 0xdbff ? room - 1 : room;
}
