import { readFile } from "node:fs/promises";
import { ConnectorError } from "../src/core/ground/errors.ts";
import { type Dict, isDict } from "../src/core/ground/json.ts";

export const policyHelp = "a JSON file with a policy, such as caps, and with rules in approval";

/**
 * Reads a policy and, in the field `approval`, the rules by which people are asked.
 * @throws ConnectorError `config_error`
 */
export async function readPolicyFile(file: string): Promise<Dict> {
  const read = await readFile(file, "utf8")
    .then((text) => JSON.parse(text) as unknown)
    .catch(() => undefined);
  if (isDict(read)) return read;
  throw new ConnectorError("config_error", `${file} cannot be read as a JSON object.`, {
    path: "policy",
    hint: 'Write a policy such as {"caps": {"max_bid": {"USD": 2}}} to the file.',
  });
}
