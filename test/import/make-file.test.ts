import { expect, test } from "vitest";
import type { Draft } from "../../src/import/draft.ts";
import { makeFile } from "../../src/import/make-file.ts";

// What a person has decided in an overlay is not a guess any more. Everything else stays one.

const draft: Draft = {
  kind: "test",
  title: "Acme",
  endpoint: "https://api.acme.example",
  auth: {},
  skipped: [],
  guesses: [{ about: "credentials", says: "No credentials." }, { says: "The page on credentials is old." }],
  actions: [
    {
      source: "GET /notes",
      entity: "notes",
      action: "list",
      description: "List notes.",
      params: { type: "object" },
      effect: "read",
      operation: { method: "GET", path: "/notes", docs: "" },
      guesses: [
        { about: "effect", says: "It reads." },
        { about: "pages", says: "The list notes counts as its items." },
        { says: "It counts as one page." },
      ],
    },
  ],
};
const options = { name: "acme", sha256: "0" };
const guesses = (overlay: object) => makeFile(draft, { ...options, overlay }).report.guesses.map(({ says }) => says); // prettier-ignore

test("an overlay settles only the guesses about what it sets", () => {
  const all = ["No credentials.", "The page on credentials is old.", "It reads.", "The list notes counts as its items.", "It counts as one page."]; // prettier-ignore
  const without = (says: string) => all.filter((one) => one !== says);
  expect(guesses({})).toEqual(all);
  expect(guesses({ auth: {} })).toEqual(without("No credentials."));
  expect(guesses({ actions: { "notes.list": { effect: "read" } } })).toEqual(without("It reads."));
  expect(guesses({ actions: { "GET /notes": { paging: "none" } } })).toEqual(
    without("The list notes counts as its items."),
  );
});

test("a key that is no operation, or the name of two, is refused: its effect would be another one than asked", () => {
  const twice = { ...draft.actions[0]!, source: "GET /folders/{id}/notes" };
  const made = (overlay: object, actions = draft.actions) => () => makeFile({ ...draft, actions }, { ...options, overlay }); // prettier-ignore
  const change = { effect: "write" } as const;
  expect(made({ actions: { "GET /note": change } })).toThrow("GET /note, which is not an operation");
  expect(made({ actions: { "notes.lists": change } })).toThrow(expect.objectContaining({ hint: "Did you mean notes.list?" })); // prettier-ignore
  expect(made({ actions: { "notes.list": change } }, [draft.actions[0]!, twice])).toThrow(
    expect.objectContaining({ message: expect.stringContaining("the name of 2 operations") as string, hint: "Use the name in the document: GET /notes, or GET /folders/{id}/notes." }), // prettier-ignore
  );
  expect(made({ actions: { "GET /notes": change } }, [draft.actions[0]!, twice])().file.actions.notes).toMatchObject({ list: { effect: "write" }, list_2: { effect: "read" } }); // prettier-ignore
  const skipped = [{ source: "POST /files", reason: "It uploads a file." }];
  expect(() =>
    makeFile({ ...draft, skipped }, { ...options, overlay: { actions: { "POST /files": change } } }),
  ).toThrow(expect.objectContaining({ hint: "It uploads a file." }));
});
