import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, dicts, isDict } from "../../core/ground/json.ts";
import { parseJson } from "../../core/ground/parse-json.ts";
import { exchangesOfHar } from "./har.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
import { exchangesOfVcr } from "./vcr.ts";

/** Reads a recording of this package, a HAR file or a VCR cassette, as an object or as text. */
export async function readRecording(given: unknown): Promise<readonly RecordedExchange[]> {
  const parsed = typeof given === "string" ? (parseJson(given) ?? (await parseYaml(given))) : given;
  if (isRecording(parsed)) return parsed.exchanges;
  const log = isDict(parsed) ? parsed.log : undefined;
  if (isDict(log) && Array.isArray(log.entries)) return exchangesOfHar(dicts(log.entries));
  const interactions = isDict(parsed) ? (parsed.http_interactions ?? parsed.interactions) : undefined;
  if (Array.isArray(interactions)) return exchangesOfVcr(dicts(interactions));
  throw new ConnectorError("config_error", "The recording has no known form.", {
    hint: "Pass what record() returned (`exchanges`), a HAR file (`log.entries`) or a VCR cassette (`interactions` or `http_interactions`), as an object or as text.",
  });
}

function isRecording(value: unknown): value is Recording {
  if (!isDict(value) || !Array.isArray(value.exchanges)) return false;
  return value.exchanges.every(
    (one: unknown) =>
      isDict(one) &&
      isDict(one.request) &&
      isDict(one.response) &&
      typeof one.request.method === "string" &&
      typeof one.request.url === "string" &&
      typeof one.response.status === "number" &&
      isDict(one.response.headers),
  );
}

async function parseYaml(text: string): Promise<unknown> {
  const { parse } = await import("yaml").catch(() => {
    throw new ConnectorError("config_error", "A recording in YAML needs the package `yaml`.", {
      hint: "Run npm install --save-dev yaml, or pass the recording as JSON.",
    });
  });
  try {
    return parse(text) as Dict;
  } catch {
    throw new ConnectorError("config_error", "The recording is neither JSON nor YAML.", {
      hint: "Pass the text of the file, not its path.",
    });
  }
}
