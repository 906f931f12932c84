const fence = "```";

/**
 * Splits a text into pieces of at most `max` characters, between paragraphs, lines or words. If a code block is split,
 * each part of the code becomes a complete code block.
 */
export function splitText(whole: string, max: number): string[] {
  const pieces: string[] = [];
  let rest = whole;
  // If a code block is split, two additional lines with three backticks are needed. A piece leaves room for both lines.
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
 * Returns the index at which a piece ends. If possible, the piece ends after a paragraph, otherwise after a line or a
 * word. Such an end must be in the second half of the piece. The index is never inside a character that has two code
 * units.
 */
function endOfPiece(text: string, room: number): number {
  for (const sign of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(sign, room);
    if (at > room / 2) return at + sign.length;
  }
  const code = text.charCodeAt(room - 1);
  return code >= 0xd800 && code <= 0xdbff ? room - 1 : room;
}
