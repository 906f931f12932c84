import { z } from "zod";

/** The field with the indexes of the checked rows. */
export const checkedRowsField = z
  .string()
  .regex(/^\d{1,4}(,\d{1,4})*$/)
  .optional();

/** Reads the checked rows of a form. Undefined if the approval has no table, or if the person refuses all. */
export const checkedRows = (
  approval: { rows?: readonly unknown[] | undefined },
  { decision, rows }: { decision: "approve" | "refuse"; rows?: string | undefined },
): { rows?: number[] } => {
  if ((approval.rows?.length ?? 0) < 2 || decision === "refuse") return {};
  return { rows: rows === undefined ? [] : rows.split(",").map(Number) };
};
