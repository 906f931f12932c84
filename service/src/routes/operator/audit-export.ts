import { actedBy } from "../../pages/operator-audit.ts";
import type { FoundAuditRow } from "../../store/queries/audit-rows.ts";
import { auditViewOf } from "../account/audit-view.ts";

export const exportFormats = ["csv", "jsonl"] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};

/** The rows of one statement. The file is sent while it is read, so it can have any size. */
const portion = 500;

/** Returns the lines of the export. `rows` returns the rows after an id. */
export function auditLines(
  format: ExportFormat,
  rows: (cursor: string | undefined, limit: number) => Promise<readonly FoundAuditRow[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor: string | undefined;
  return new ReadableStream({
    start(controller) {
      if (format === "csv") controller.enqueue(encoder.encode(csvLine(columns)));
    },
    async pull(controller) {
      const found = await rows(cursor, portion);
      cursor = found.at(-1)?.id;
      const lines = found.map((row) =>
        format === "csv"
          ? csvLine(valuesOf(row))
          : `${JSON.stringify({ ...auditViewOf(row), ...namesOf(row) })}\n`,
      );
      if (lines.length > 0) controller.enqueue(encoder.encode(lines.join("")));
      if (found.length < portion) controller.close();
    },
  });
}

const namesOf = ({ application, connector, token }: FoundAuditRow) => ({ application, connector, token });

const columns = ["id", "at", "event", "by", "external_user_id", "client_id", "application", "token_id", "operator", "connector_id", "connector", "request_id", "detail"]; // prettier-ignore

function valuesOf(row: FoundAuditRow): readonly (string | null)[] {
  const { id, at, event, external_user_id, client_id, token_id, operator, connector_id, request_id } =
    auditViewOf(row);
  const { application, connector, detail } = row;
  return [id, at, event, actedBy(row), external_user_id, client_id, application, token_id, operator, connector_id, connector, request_id, detail]; // prettier-ignore
}

/** A spreadsheet would take a text that begins with one of these characters for a formula. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);

const csvLine = (values: readonly (string | null)[]): string =>
  `${values
    .map((value) => {
      const text = value ?? "";
      const safe = isFormula(text) ? `'${text}` : text;
      return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(",")}\r\n`;
