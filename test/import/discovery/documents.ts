import { discoveryDraft } from "../../../src/import/discovery/discovery-draft.ts";
import type { DraftAction } from "../../../src/import/draft.ts";
import { makeFile } from "../../../src/import/make-file.ts";
import type { Overlay } from "../../../src/import/overlay.ts";

/** A document with the given resources. */
export const documentOf = (parts: object): Record<string, unknown> => ({
  kind: "discovery#restDescription",
  name: "notes",
  version: "v1",
  title: "Notes API",
  rootUrl: "https://notes.googleapis.com/",
  servicePath: "v1/",
  documentationLink: "https://developers.google.com/notes",
  auth: { oauth2: { scopes: { "https://www.googleapis.com/auth/notes": { description: "All notes" } } } },
  ...parts,
});

/** A document with one method, in the resource `notes`. */
export const methodDocument = (name: string, method: object, schemas: object = {}): Record<string, unknown> =>
  documentOf({
    schemas,
    resources: { notes: { methods: { [name]: { id: `notes.notes.${name}`, ...method } } } },
  });

export function onlyAction(document: unknown): DraftAction {
  const { actions } = discoveryDraft(document);
  if (actions.length !== 1) throw new Error(`The document has ${actions.length} actions.`);
  return actions[0]!;
}

export const compile = (document: unknown, overlay?: Overlay) =>
  makeFile(discoveryDraft(document), { name: "notes", overlay, sha256: "0".repeat(64) });

/** A policy that allows every action, also those that an `include` must name. */
export const allOf = (actions: Readonly<Record<string, object>>) => ({
  include: Object.entries(actions).flatMap(([entity, all]) =>
    Object.keys(all).map((name) => `${entity}.${name}`),
  ),
});
