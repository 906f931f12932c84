import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { methods } from "../../../sandbox/slack/methods/index.ts";
import { drive } from "./helpers.ts";
import { absent as noDocs, docsOf, documentedMethods, missing } from "../../suites/slack/documentation.ts";
import { examples } from "../../suites/slack/themes.ts";

/** Methods that the sandbox does not have, with the reasons. */
const UNMODELLED: Record<string, string> = {
  "auth.revoke": "takes the token away that everything else here needs",
};

/** Documented fields that the sandbox leaves out, with the reasons. */
const OMITTED: Record<string, string> = {
  "team.info team.enterprise_id": "the workspace belongs to no Enterprise organization",
  "team.info team.enterprise_name": "the workspace belongs to no Enterprise organization",
  "users.list members.profile.image_1024": "the sandbox has avatars of one size less",
  "conversations.create channel.properties.canvas": "a new channel has no canvas yet",
  "users.profile.get profile.fields.Xf0111111": "the ids of fields differ",
  "users.profile.get profile.fields.Xf0222222": "the ids of fields differ",
  "users.profile.get profile.fields.Xf0333333": "the ids of fields differ",
  "users.profile.set profile.fields.Xf0111111": "the ids of fields differ",
  "users.profile.set profile.fields.Xf0222222": "the ids of fields differ",
  "users.profile.set profile.fields.Xf0333333": "the ids of fields differ",
  "reactions.list items.comment": "the sandbox has no comments on files, which Slack dropped in 2018",
  "reactions.list items.file": "the sandbox has no reactions on files",
  "stars.list items.message.attachments.pretext": "the seeded attachment has none",
  "search.files files.matches.reactions": "the sandbox has no reactions on files",
  "search.files files.matches.deanimate_gif": "the seeded image is not a GIF",
  "search.files files.matches.thumb_360_gif": "the seeded image is not a GIF",
  "search.files files.matches.thumb_480_gif": "the seeded image is not a GIF",
  "search.all files.matches.initial_comment": "the comment of a file is the text of its message since 2018",
  "oauth.v2.access authed_user": "a refresh renews one token; the example is of an installation with two",
  "auth.teams.list team": "the example has teams, which is what Slack answers",
  "views.publish view.blocks.text.verbatim": "kept as it was sent",
  "slackLists.items.info list.list_metadata.views": "the sandbox has no views of lists",
  "files.list files.thumb_360_gif": "the seeded image is not a GIF",
  "files.list files.deanimate_gif": "the seeded image is not a GIF",
  "files.list files.pjpeg": "the seeded image is not a JPEG",
  "files.info file.thumb_360_gif": "the seeded image is not a GIF",
  "files.info file.deanimate_gif": "the seeded image is not a GIF",
  "files.info file.pjpeg": "the seeded image is not a JPEG",
};

/** Errors in examples that differ from the documented list of error codes. The sandbox uses the code from the list. */
const OLD_ERRORS: Record<string, string> = { "No query passed": "no_query" };

const stale = new Set(Object.keys(OMITTED));

afterAll(() => {
  if (!noDocs) expect([...stale], "omissions that are none").toEqual([]);
});

test("every method has its examples", () => {
  expect(Object.keys(examples).sort()).toEqual(Object.keys(methods).sort());
});

test("methods that are left out are refused as unknown", async () => {
  for (const method of Object.keys(UNMODELLED))
    expect(await drive().call(method)).toMatchObject({ ok: false, error: "unknown_method" });
});

test.skipIf(noDocs)("every documented method is known, or left out for a reason", () => {
  const known = new Set([...Object.keys(examples), ...Object.keys(UNMODELLED)]);
  expect(documentedMethods().filter((method) => !known.has(method))).toEqual([]);
});

describe.skipIf(noDocs).each(Object.keys(examples))("%s is as documented:", (method) => {
  const docs = noDocs ? undefined : docsOf(method);

  test.each(Object.keys(examples[method] ?? {}))("answer %s", async (name) => {
    const example = docs?.examples?.[name]?.example;
    const answer = await examples[method]?.[name]?.(drive());
    expect(example).toBeDefined();
    expect({ ok: answer?.ok, error: answer?.error }).toEqual({
      ok: example?.["ok"],
      error: OLD_ERRORS[String(example?.["error"])] ?? example?.["error"],
    });
    const promised = answer?.ok ? (docs?.output?.required ?? []).filter((field) => !(field in answer)) : [];
    const absent = [...new Set([...missing(example, answer), ...promised])].map(
      (path) => `${method} ${path}`,
    );
    const isOmitted = (path: string) => {
      const reason = Object.keys(OMITTED).find((one) => path === one || path.startsWith(`${one}.`));
      if (reason !== undefined) stale.delete(reason);
      return reason !== undefined;
    };
    expect(absent.filter((path) => !isOmitted(path))).toEqual([]);
  });

  test("scopes, limits and arguments", () => {
    const sorted = (scopes: readonly string[] | undefined): string[] => [...(scopes ?? [])].sort();
    const { scopes, rate, formOnly = false, required = [] } = methods[method]!;
    const documented = Object.keys(docs?.args.properties ?? {});
    expect(documented).toEqual(expect.arrayContaining([...required]));
    if (docs?.notes !== undefined) {
      for (const scope of [scopes.bot, scopes.user].flatMap((list) => list ?? []))
        expect(docs.notes).toContain(scope);
      return;
    }
    expect(sorted(scopes.bot)).toEqual(sorted(docs?.scope?.bot));
    expect(sorted(scopes.user)).toEqual(sorted(docs?.scope?.user));
    const perMinute = { t2: 20, t3: 50, t4: 100 }[docs?.rate_limits ?? ""];
    if (perMinute) expect(rate.perMinute).toBe(perMinute);
    expect(formOnly).toBe(docs?.json_input_supported !== true);
  });
});

/** Codes that any method can return. */
const COMMON = new Set(["invalid_arguments", "missing_scope"]);

/** Codes that a method of the sandbox returns although its documentation does not list them, with the reasons. */
const UNLISTED: Record<string, string> = {
  "conversations.unarchive not_in_channel": "seen by others: https://github.com/slack-go/slack/issues/1066",
  "reactions.add not_in_channel": "seen by others: https://github.com/HubSpot/slack-client/pull/356",
  "chat.postMessage thread_not_found": "seen by others for the ts of no message",
  "chat.postEphemeral thread_not_found": "seen by others for the ts of no message",
  "usergroups.enable already_enabled": "seen by others; the list has no code for it",
  "usergroups.disable already_disabled": "seen by others; the list has no code for it",
  "users.getPresence user_not_found": "what other methods answer to an unknown user",
  "users.profile.set user_not_found": "what other methods answer to an unknown user",
  "users.conversations user_not_found": "what other methods answer to an unknown user",
};

/** For each method, other methods with the same arguments. The method can also return the codes of these methods. */
const ALIKE: Record<string, string[]> = {
  "usergroups.disable": ["usergroups.users.list"],
  "usergroups.enable": ["usergroups.users.list"],
  "usergroups.update": ["usergroups.create", "usergroups.users.list"],
  "usergroups.users.update": ["usergroups.users.list"],
};

/** Returns the error codes in the source of a method, and in the functions of the same file that it calls. */
function codesOf(method: string): string[] {
  const folder = fileURLToPath(new URL("../../../sandbox/slack/methods/", import.meta.url));
  for (const file of readdirSync(folder)) {
    const source = readFileSync(folder + file, "utf8");
    const [, body] = source.split(new RegExp(`^  "${method}": `, "m"));
    if (body === undefined) continue;
    const own = body.slice(0, body.search(/^(?:  "[A-Za-z]+\.[A-Za-z0-9.]+": |\};)/m));
    const seen = new Set<string>();
    const codes: string[] = [];
    for (const parts = [own]; parts.length > 0;) {
      const part = parts.pop() ?? "";
      codes.push(...[...part.matchAll(/refusal\("([a-z_]+)"/g)].map(([, code]) => code ?? ""));
      for (const [name] of part.matchAll(/\b\w+(?=\()/g)) {
        const start = source.search(new RegExp(`^(?:export )?(?:function|const) ${name}\\b`, "m"));
        if (start < 0 || seen.has(name)) continue;
        seen.add(name);
        const rest = source.slice(start);
        const end = rest.slice(1).search(/^(?:export |function |const |\/\*\*|interface )/m);
        parts.push(end < 0 ? rest : rest.slice(0, end + 1));
      }
    }
    return codes;
  }
  throw new Error(`no source of ${method}`);
}

test.skipIf(noDocs).each(Object.keys(examples))("%s refuses with documented codes", (method) => {
  // The documentation of newer methods has no list of error codes.
  if (docsOf(method).notes !== undefined) return;
  const documented = new Set(
    [method, ...(ALIKE[method] ?? [])].flatMap((each) => Object.keys(docsOf(each).errors ?? {})),
  );
  const own = codesOf(method).filter((code) => !COMMON.has(code) && !(`${method} ${code}` in UNLISTED));
  expect(own.filter((code) => !documented.has(code))).toEqual([]);
});
