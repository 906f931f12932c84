import type { CredentialForm, CredentialForms } from "../contract/definition.ts";
import { hasControls } from "../ground/control-characters.ts";
import { ConnectorError } from "../ground/errors.ts";
import { readDict, listNames } from "../ground/json.ts";

const maxLength = 8192;

/**
 * Checks that the credentials match one form (set of credential fields) of the connector. A connector without forms
 * accepts no credentials. Error messages contain the names of fields, never the values.
 * @throws ConnectorError `credentials_mismatch`
 */
export function readCredentials(
  title: string,
  forms: CredentialForms,
  given: unknown,
  unavailable: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const allowed = Object.values(forms).map((form) => `{ ${Object.keys(form).join(", ")} }`);
  const refuse = (message: string, path: string, hint = `${title} needs ${allowed.join(" or ")}.`) =>
    new ConnectorError("credentials_mismatch", message, { path, hint });
  const noForms = Object.keys(forms).length === 0;
  const auth = noForms && given === undefined ? {} : readDict(given);
  if (noForms && auth && Object.keys(auth).length === 0) return {};
  if (noForms) throw refuse(`${title} needs no credentials.`, "auth", "Leave auth out.");
  if (!auth) throw refuse("auth must be an object with the credentials.", "auth");

  const names = Object.keys(auth);
  const refused = names.find((field) => Object.hasOwn(unavailable, field));
  if (refused !== undefined) throw refuse(`auth.${refused}: ${unavailable[refused]}`, `auth.${refused}`);
  const form = closestForm(forms, names);
  const missing = Object.keys(form).filter(
    (field) => !Object.hasOwn(auth, field) && form[field]!.optional !== true,
  );
  const extra = names.filter((field) => !Object.hasOwn(form, field));
  if (missing.length > 0)
    throw refuse(
      `auth: ${missing.join(", ")} ${missing.length > 1 ? "are" : "is"} missing; given: ${listNames(names) || "nothing"}.`,
      `auth.${missing[0]}`,
      `${title} needs ${allowed.join(" or ")}. Check that the environment variable for it is set.`,
    );
  if (extra.length > 0) {
    const path = `auth.${listNames(extra.slice(0, 1))}`;
    throw refuse(`auth: ${listNames(extra)} ${extra.length > 1 ? "do" : "does"} not belong here.`, path);
  }

  const credentials: Record<string, string> = {};
  for (const [field, { accepts, text }] of Object.entries(form)) {
    if (!Object.hasOwn(auth, field)) continue;
    const value = auth[field];
    const path = `auth.${field}`;
    if (typeof value !== "string") throw refuse(`${path} must be a string, got ${typeof value}.`, path);
    if (value === "")
      throw refuse(`${path} is empty.`, path, "Check that the environment variable for it is set.");
    if (value.length > maxLength) throw refuse(`${path} is longer than ${maxLength} characters.`, path);
    const isValid = text ? value.isWellFormed() && !hasControls(value) : /^[\x21-\x7e]+$/.test(value);
    if (!isValid)
      throw refuse(
        `${path} contains spaces or characters that no credential has.`,
        path,
        "Copy it again: it may be incomplete or contain a line break.",
      );
    if (accepts && !accepts.pattern.test(value))
      throw refuse(`${path} is not a token that ${title} accepts.`, path, `Accepted: ${accepts.says}.`);
    credentials[field] = value;
  }
  return credentials;
}

/** Finds the form with the most given fields and, among equals, the fewest other fields. */
function closestForm(forms: CredentialForms, given: readonly string[]): CredentialForm {
  const score = (form: CredentialForm) => {
    const shared = Object.keys(form).filter((field) => given.includes(field)).length;
    return shared * 10 - (Object.keys(form).length - shared);
  };
  return Object.values(forms).reduce((best, form) => (score(form) > score(best) ? form : best));
}
