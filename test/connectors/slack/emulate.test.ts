import { expect, test } from "vitest";
import { noMethod, testSlack, type Skip } from "../../suites/slack.ts";
import { cases, examples, requests } from "../../suites/slack/themes.ts";
import { openEmulate } from "./servers.ts";

/** Tests that fail with version 0.12.2 of emulate, because emulate differs from Slack's documentation. */
const quirks: readonly Skip[] = [
  {
    test: "channels.list: a cursor of another list is refused",
    quirk: "a bad cursor silently gives the first page",
  },
  {
    test: "channel_messages.list: returns the messages between two times",
    quirk: "history ignores oldest, latest and inclusive",
  },
  {
    test: "threads.list: the pages have every message once",
    quirk: "replies ignore limit and cursor: one page holds the whole thread",
  },
  {
    test: "threads.list: a thread that does not exist is an error",
    quirk: "replies of a ts that is not there are an empty list, not thread_not_found",
  },
  {
    test: "messages.create: a reply can also be shown in the channel",
    quirk: "a reply with reply_broadcast is not shown in the history",
  },
  {
    test: "messages.create: the platform's warnings are passed on",
    quirk: "text is stored as it came: & is not escaped, so that this text is not too long",
  },
  {
    test: "messages.create: blocks that Slack refuses are an error",
    quirk: "blocks of any type are taken",
  },
  {
    test: "messages.create: a thread that does not exist is an error",
    quirk: "any thread_ts is taken, whether or not there is such a message",
  },
  {
    test: "channel_invites.create: with force the others are invited, and the result names who was not",
    quirk: "force is ignored: one user who cannot be invited fails the whole call",
  },
  {
    test: "channels.create: says who could not be invited, and keeps the channel",
    quirk: "force is ignored: one user who cannot be invited fails the whole call",
  },
  {
    test: "messages.forward: posts the link of a message with a comment, and undo deletes it",
    quirk: "markdown_text is unknown, so the message has no text",
  },
  {
    test: "channel_kicks.create: a person who is not a member is an error",
    quirk: "answers user_not_in_channel where Slack documents not_in_channel",
  },
  { test: "bots.get: returns the bot of the token", quirk: "auth.test names no bot" },
  {
    test: "channels.join: makes the caller a member, a second call changes nothing, and undo leaves the channel",
    quirk: "joining twice is not told",
  },
  {
    test: "views.open, views.update: a click opens a modal, whose hash protects it from an outdated change",
    quirk: "it gives trigger ids only to clicks in its own page",
  },
  {
    test: "views.push: at most three views, and each click counts once",
    quirk: "it gives trigger ids only to clicks in its own page",
  },
  { test: "channel_members.list: returns ids page by page", quirk: "members ignores limit and cursor" },
];

/** Returns the methods that emulate does not have. */
async function missingMethods(): Promise<Set<string>> {
  const { look, close } = await openEmulate();
  const missing = new Set<string>();
  for (const method of Object.keys(examples))
    if (!Object.hasOwn(await look(method, {}), "ok")) missing.add(method);
  await close?.();
  return missing;
}

const missing = await missingMethods();

/** A case that needs no method, because the connector refuses the call. */
const refusedBefore = "search.messages: the error for a bot says what is missing, and nothing is searched";

/** Checks whether the action in the title of a case needs a missing method. */
const needsMissingMethod = (title: string): boolean =>
  (title.match(/[a-z_]+\.[a-z_]+/g) ?? []).some((action) =>
    requests[action]?.sends.some(([method]) => missing.has(method)),
  );

const withoutMethod = Object.keys(cases)
  .filter((title) => title !== refusedBefore && needsMissingMethod(title))
  .map((title) => ({ test: title, quirk: noMethod }));

test("most methods exist, so most cases run", () => {
  expect(Object.keys(examples).length - missing.size).toBeGreaterThan(50);
  expect(Object.keys(cases).length - withoutMethod.length).toBeGreaterThan(130);
});

testSlack("emulate", openEmulate, "execute", [...quirks, ...withoutMethod]);
