import type { ActionCode } from "../../core/contract/connector-file.ts";
import type { FileStream } from "../../core/contract/wire/http-types.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import type { Dict } from "../../core/ground/json.ts";

/** The most characters of a log that are kept in memory. */
const most = 4_000_000;

/** Each line begins with its time, and can have colors, which begin with the control character 27. */
const noise = new RegExp(String.raw`^\uFEFF?\d{4}-\d\d-\d\dT[\d:.]+Z ?|\x1B\[[\d;]*m`, "g");

/** A log can have millions of lines. What matters to people is before its last error, which GitHub marks. */
export const getLog: ActionCode = {
  async run({ owner, repo, job_id, lines = 200 }: Dict, { read }) {
    const { body } = await read("workflow_jobs.get_log", { owner, repo, job_id });
    if (!(body instanceof ReadableStream))
      throw new ConnectorError("upstream_invalid_response", "The log is not a file.");
    const { text, before } = await lastPart(body as FileStream);
    const all = text.replace(/\r?\n$/, "").split(/\r?\n/);
    const error = all.findLastIndex((line) => line.includes("##[error]"));
    const end = error < 0 ? all.length : error + 1;
    const start = Math.max(0, end - Number(lines));
    const shown = all.slice(start, end).map((line) => line.replaceAll(noise, ""));
    return {
      data: { job_id, lines: before + all.length, first_line: before + start + 1, text: shown.join("\n") },
    };
  },
};

/** Returns the end of a log, and the number of lines before it. */
async function lastPart(stream: FileStream): Promise<{ text: string; before: number }> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  let before = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true });
    if (text.length < most * 2) continue;
    // One line can be longer than all that is kept.
    const cut = text.indexOf("\n", text.length - most) + 1 || text.length - most;
    before += text.slice(0, cut).split("\n").length - 1;
    text = text.slice(cut);
  }
  return { text, before };
}
