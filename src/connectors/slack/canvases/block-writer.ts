/** A builder for the Markdown of a canvas. */
export interface BlockWriter {
  /** Adds a paragraph, a heading or a code block. An empty text adds nothing. */
  add(text: string): void;
  openList(kind: ListKind): void;
  closeList(): void;
  /** Starts an item of the innermost list. `number` overrides the automatic number in a numbered list. */
  openItem(options: { checked: boolean; number?: number | undefined }): void;
  openQuote(): void;
  closeQuote(): void;
  openTable(): void;
  openRow(): void;
  openCell(): void;
  closeTable(): void;
  inCell(): boolean;
  end(): string;
}

export type ListKind = "bullets" | "numbers" | "checks";

interface List {
  kind: ListKind;
  number: number;
  /** The marker of the current item, such as `-`. Only the first paragraph of the item gets it. */
  marker: string | undefined;
}

const maxIndentLevels = 8;

export function createBlockWriter(): BlockWriter {
  /** Blocks in the same outermost list or quote have the same `group`. Outside lists and quotes, `group` is 0. */
  const blocks: { text: string; group: number }[] = [];
  const lists: List[] = [];
  let quotes = 0;
  let group = 0;
  let tables = 0;
  let rows: string[][][] = [];

  const inCell = () => tables > 0 && (rows.at(-1)?.length ?? 0) > 0;

  const startGroup = () => {
    if (lists.length === 0 && quotes === 0) group++;
  };

  const takePrefixes = (): [first: string, rest: string] => {
    const before = "> ".repeat(Math.min(quotes, maxIndentLevels));
    const list = lists.at(-1);
    if (!list) return [before, before];
    const indent = before + "    ".repeat(Math.min(lists.length, maxIndentLevels) - 1);
    const { marker = "  " } = list;
    list.marker = undefined;
    return [`${indent}${marker} `, `${indent}${" ".repeat(marker.length + 1)}`];
  };

  const writer: BlockWriter = {
    add(text) {
      if (text === "") return;
      if (inCell()) return void rows.at(-1)!.at(-1)!.push(text);
      const [first, rest] = takePrefixes();
      const lines = text.split("\n").map((line, index) => (index === 0 ? first : rest) + line);
      const inGroup = lists.length > 0 || quotes > 0;
      blocks.push({ text: lines.join("\n"), group: inGroup ? group : 0 });
    },
    openList(kind) {
      startGroup();
      lists.push({ kind, number: 0, marker: undefined });
    },
    closeList: () => void lists.pop(),
    openItem({ checked, number }) {
      if (lists.length === 0) writer.openList("bullets");
      const list = lists.at(-1)!;
      list.number = number ?? list.number + 1;
      list.marker =
        list.kind === "numbers"
          ? `${list.number}.`
          : list.kind === "checks"
            ? `- [${checked ? "x" : " "}]`
            : "-";
    },
    openQuote() {
      startGroup();
      quotes++;
    },
    closeQuote: () => void (quotes = Math.max(0, quotes - 1)),
    openTable: () => void tables++,
    openRow() {
      if (tables === 1) rows.push([]);
    },
    openCell() {
      if (tables !== 1) return;
      if (rows.length === 0) rows.push([]);
      rows.at(-1)!.push([]);
    },
    closeTable() {
      tables = Math.max(0, tables - 1);
      if (tables > 0) return;
      const text = tableText(rows.filter((row) => row.length > 0));
      rows = [];
      writer.add(text);
    },
    inCell,
    end() {
      if (tables > 0) {
        tables = 1;
        writer.closeTable();
      }
      return blocks
        .map(({ text, group: own }, index) => {
          if (index === 0) return text;
          return (own !== 0 && own === blocks[index - 1]!.group ? "\n" : "\n\n") + text;
        })
        .join("");
    },
  };
  return writer;
}

/** Uses the first row as the header, because a Markdown table must have a header. */
function tableText(rows: readonly (readonly string[])[][]): string {
  const [head, ...others] = rows;
  if (!head) return "";
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const texts = (row: readonly (readonly string[])[]) => row.map(cellText);
  const titles = [...texts(head), ...Array<string>(columns - head.length).fill("")];
  return [line(titles), line(titles.map(() => "---")), ...others.map((row) => line(texts(row)))].join("\n");
}

const cellText = (paragraphs: readonly string[]): string =>
  paragraphs.join("\n").replaceAll("|", "\\|").replaceAll("\n", "<br>");
