import { fileFormat } from "../contract/compiled-connector.ts";
import { type ConnectorFile, evidenceLevels } from "../contract/connector-file.ts";
import type { ChoiceField, VariableField } from "../contract/definition.ts";
import { effects } from "../contract/effect.ts";
import { errorTable } from "../ground/errors.ts";
import { isDict } from "../ground/json.ts";
import { dict, type Field, fieldIssues, type Fields, flag, mapOf, object, oneOf, oneOrList, pattern, text, texts } from "./data-fields.ts"; // prettier-ignore
import { flowField } from "./flow-from-data.ts";
import { defaultsField, operationField, schemeField } from "./wire-fields.ts";

const required = (field: Field): Field => ({ ...field, required: true });
const name = text(200);

const credential = object({
  description: required(text(500)),
  optional: flag,
  text: flag,
  accepts: object({ pattern: required(pattern), says: required(text(500)) }),
});

const variable: Fields<VariableField> = {
  description: required(text(2000)),
  default: text(500),
  optional: flag,
  pattern,
};
const choice: Fields<ChoiceField> = {
  description: required(text(2000)),
  default: required(text(500)),
  values: required(texts),
  aliases: required(mapOf(text(500))),
  code: oneOf(Object.keys(errorTable)),
};
const setting: Field = {
  is: (value) => isDict(value) && typeof value.description === "string",
  says: "must be an object with a description",
  inside: (value: object, path) => fieldIssues({ ...value }, "values" in value ? choice : variable, path),
};

export const fileFields: Fields<ConnectorFile> = {
  format: { is: (value) => value === fileFormat, says: `must be ${fileFormat}`, required: true },
  name: { is: (value) => typeof value === "string" && /^[a-z][a-z0-9-]{0,63}$/.test(value), says: "must be lower-case letters, digits and hyphens", required: true }, // prettier-ignore
  title: required(text(100)),
  endpoint: required(text(500)),
  origins: texts,
  fileHosts: texts,
  config: mapOf(setting),
  auth: required(mapOf(mapOf(credential))),
  unavailable: mapOf(text(2000)),
  schemes: mapOf(oneOrList(schemeField)),
  wire: defaultsField,
  operations: required(mapOf(operationField)),
  identify: object({ calls: required(name), params: dict, pick: name }),
  connectFlow: flowField,
  actions: required(dict),
  order: texts,
  requestIdHeader: { is: (value) => typeof value === "string" && /^[\w-]{1,100}$/.test(value), says: "must be the name of a header" }, // prettier-ignore
  timeoutMs: { is: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 600_000, says: "must be 1 to 600,000 milliseconds" }, // prettier-ignore
  toolEffects: { is: (value) => Array.isArray(value) && value.every((one) => (effects as readonly unknown[]).includes(one)), says: `must be a list of effects: ${effects.join(", ")}` }, // prettier-ignore
  toolNotes: text(2000),
  entityNotes: mapOf(text(2000)),
  caps: texts,
  moneyCaps: texts,
  dayCaps: texts,
  legend: texts,
  platformFields: texts,
  peopleMaps: texts,
  platformMessages: texts,
  everyday: texts,
  onlyByName: texts,
  actionAliases: mapOf(name),
  paramAliases: mapOf({ is: (value) => name.is(value) || texts.is(value), says: "must be a name or a list of names" }), // prettier-ignore
  synonyms: mapOf(texts),
  evidence: oneOf(evidenceLevels),
  source: object({ kind: required(name), sha256: required(name) }),
};
