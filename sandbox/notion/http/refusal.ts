import type { Dict } from "../../../src/core/ground/json.ts";

/** An error response of Notion. https://developers.notion.com/reference/status-codes */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: Dict;
  constructor(status: number, code: string, message: string, more: Dict = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

/** The error for a request that is wrong at `path`, such as `body.children`. */
export const invalid = (path: string, message: string): Refusal =>
  new Refusal(400, "validation_error", `${path.split(".")[0]} failed validation: ${path} ${message}`);

/** The error for a rule that concerns no single field. */
export const refused = (message: string): Refusal => new Refusal(400, "validation_error", message);

/** The error for everything that Notion can do and the sandbox cannot. */
export const notImitated = (what: string): Refusal =>
  new Refusal(400, "validation_error", `The sandbox of Notion does not imitate ${what}.`);
