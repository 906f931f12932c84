import { type Call, findRoom, isStaff, requireMember } from "../call/call.ts";
import { contentProblem, sectionMatches, sectionsOf } from "../files/canvas-sections.ts";
import type { Fields } from "../fields.ts";
import { isVisible } from "../files/file-host.ts";
import { invalidArguments, refusal } from "../call/refusal.ts";
import type { File, Section } from "../types.ts";
import type { Method } from "../call/method.ts";
import { TIER_2, TIER_3 } from "../call/rate-limits.ts";
import { anyToken } from "../call/scopes.ts";

const SECTION_TYPES: ReadonlySet<string> = new Set(["h1", "h2", "h3", "any_header"]);

const OPERATIONS = [
  "insert_after",
  "insert_before",
  "insert_at_start",
  "insert_at_end",
  "replace",
  "delete",
  "rename",
];

/** Methods for canvases. Each canvas is also a file. */
export const canvases: Record<string, Method> = {
  "canvases.create": {
    scopes: anyToken("canvases:write"),
    rate: TIER_2,
    run: (call) => {
      const { workspace, args, actor } = call;
      const room = args.text("channel_id") ? findRoom(call, "channel_id") : undefined;
      if (room) requireMember(call, room);
      const content = readJson(call, "document_content");
      const markdown = content === undefined ? "" : readMarkdown(content, "canvas_creation_failed");
      const title = args.text("title") || "Untitled";
      const file: File = {
        id: workspace.newId("F0"),
        created: workspace.seconds(),
        name: "-",
        title,
        mimetype: "application/vnd.slack-docs",
        filetype: "quip",
        pretty_type: "Canvas",
        user: actor.id,
        size: 0,
        canvas: [],
        shares: room ? { [room.channel.id]: [] } : {},
      };
      write(
        file,
        sectionsOf(() => sectionId(call), markdown),
      );
      workspace.files.set(file.id, file);
      if (room) room.canvas = file.id;
      return { canvas_id: file.id };
    },
  },

  "canvases.edit": {
    scopes: anyToken("canvases:write"),
    rate: TIER_3,
    required: ["canvas_id", "changes"],
    run: (call) => {
      const { file, sections } = findCanvas(call);
      const changes = readJson(call, "changes");
      if (!Array.isArray(changes) || changes.length !== 1)
        throw invalidArguments("must have exactly 1 item [json-pointer:/changes]");
      apply(call, file, sections, (changes[0] ?? {}) as Fields);
      return {};
    },
  },

  "canvases.delete": {
    scopes: anyToken("canvases:write"),
    rate: TIER_3,
    required: ["canvas_id"],
    run: (call) => {
      const { workspace, actor } = call;
      const { file } = findCanvas(call);
      if (file.user !== actor.id && !isStaff(actor)) throw refusal("restricted_action");
      workspace.files.delete(file.id);
      workspace.deletedFiles.add(file.id);
      for (const room of workspace.rooms.values()) if (room.canvas === file.id) delete room.canvas;
      return {};
    },
  },

  "canvases.sections.lookup": {
    scopes: anyToken("canvases:read"),
    rate: TIER_3,
    required: ["canvas_id", "criteria"],
    run: (call) => {
      const id = call.args.text("canvas_id") ?? "";
      if (call.workspace.deletedFiles.has(id)) throw refusal("canvas_deleted");
      const { sections } = findCanvas(call);
      const { section_types = [], contains_text } = (readJson(call, "criteria") ?? {}) as Fields;
      const types = Array.isArray(section_types) ? section_types.map(String) : [];
      if (types.some((type) => !SECTION_TYPES.has(type)))
        throw invalidArguments("unknown section type [json-pointer:/criteria/section_types]");
      if (types.length === 0 && !contains_text)
        throw invalidArguments("must have at least 1 criterion [json-pointer:/criteria]");
      const text = contains_text === undefined ? undefined : String(contains_text);
      return {
        sections: sections
          .filter((section) => sectionMatches(section, types, text))
          .map(({ id: each }) => ({ id: each })),
      };
    },
  },
};

function findCanvas(call: Call): { file: File; sections: Section[] } {
  const file = call.workspace.files.get(call.args.text("canvas_id") ?? "");
  if (!file?.canvas || !isVisible(call.workspace, file, call.actor.id)) throw refusal("canvas_not_found");
  return { file, sections: file.canvas };
}

const sectionId = ({ workspace }: Call): string => `temp:C:${workspace.newId("").toLowerCase()}`;

function readJson(call: Call, name: string): unknown {
  try {
    return call.args.json(name);
  } catch {
    throw invalidArguments(`must be valid JSON [json-pointer:/${name}]`);
  }
}

function readMarkdown(content: unknown, error: string): string {
  const detail = contentProblem(content);
  if (detail) throw refusal(error, { detail });
  return String((content as Fields)["markdown"]);
}

function write(file: File, sections: Section[]): void {
  file.canvas = sections;
  const text = sections.map(({ markdown }) => markdown).join("\n\n");
  file.size = new TextEncoder().encode(text).length;
}

function apply(call: Call, file: File, sections: Section[], change: Fields): void {
  const operation = String(change["operation"]);
  if (!OPERATIONS.includes(operation))
    throw invalidArguments(`must be one of ${OPERATIONS.join(", ")} [json-pointer:/changes/0/operation]`);
  if (operation === "rename") {
    file.title = readMarkdown(change["title_content"], "canvas_editing_failed").trim();
    return;
  }
  const named = change["section_id"];
  const index = sections.findIndex(({ id }) => id === named);
  const needsSection = !["insert_at_start", "insert_at_end"].includes(operation);
  if (needsSection && index < 0 && !(operation === "replace" && named === undefined))
    throw refusal("canvas_editing_failed", { detail: `Section ${String(named)} was not found` });
  const added =
    operation === "delete"
      ? []
      : sectionsOf(() => sectionId(call), readMarkdown(change["document_content"], "canvas_editing_failed"));
  const replaced = sections[index];
  // Plain text that replaces a list item or a table cell becomes an item or a cell.
  if (operation === "replace" && replaced && added.length === 1 && !added[0]!.item) {
    const { item, cell } = replaced;
    if (item || cell) added[0] = { ...added[0]!, ...(item ? { item } : { cell: cell! }) };
  }
  const spans: Record<string, [start: number, removed: number]> = {
    insert_at_start: [0, 0],
    insert_at_end: [sections.length, 0],
    insert_before: [index, 0],
    insert_after: [index + 1, 0],
    // Without a section, `replace` replaces the whole canvas.
    replace: named === undefined ? [0, sections.length] : [index, 1],
    delete: [index, 1],
  };
  const [start, removed] = spans[operation] ?? [0, 0];
  write(file, sections.toSpliced(start, removed, ...added));
}
