import { ConnectorError } from "agent-connectors";

/** @throws ConnectorError `config_error` with the name and the allowed range */
export function wholeNumber(name: string, text: string, max: number, min = 0): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  throw new ConnectorError("config_error", `${name} must be a whole number from ${min} to ${max}.`, {
    hint: "Change the value, or leave it out to use the default.",
  });
}
