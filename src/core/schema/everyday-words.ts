import { stem } from "./words.ts";

/**
 * Verbs that people use, and the verbs that names of actions use for the same thing. In each line, every word means
 * the first word.
 */
const verbs = `
create: make, add, new, post, insert, register, write, generate, set, build, start, put, open, submit, give, append
delete: remove, destroy, erase, drop, clear, discard, trash, take, away, rid, unset, detach, uninstall, stop
list: show, find, all, browse, see, view, display, return, enumerate, every, look, search, get, fetch, read, check
get: show, read, retrieve, fetch, view, look, see, check, details, find, display, return, tell, download
update: change, edit, modify, set, rename, replace, patch, adjust, correct, move, put, turn, mark, transfer, switch, convert
search: find, look, query, filter
enable: on, activate, allow, turn, start
disable: off, deactivate, turn, stop, pause, forbid
close: finish, resolve, complete, end, done
open: reopen, restore, back
restore: back, recover, undelete, undo, revert, promote
approve: accept, confirm, review, allow, agree, ok
reject: decline, deny, refuse, dismiss, disapprove
cancel: abort, stop, end, revoke, terminate
send: deliver, email, mail, notify, share, message, remind
resend: again, remind
upload: attach, import
download: export, save
merge: combine, join
assign: give, allocate, ask, delegate
invite: add, ask
lock: block, freeze, protect
unlock: unblock
retry: again, rerun, redo, repeat, restart
start: run, trigger, launch, begin, execute, initiate, dispatch
stop: end, halt, kill, abort, pause, terminate
copy: duplicate, clone
comment: reply, answer, respond, remark, note
follow: watch, subscribe
transfer: move, give
share: collaborate, invite
test: try, ping
`;

/** Nouns that people use, in the same format. */
const nouns = `
user: person, people, someone, somebody, who, member, colleague, employee, account
member: person, people, someone, somebody, who, user, colleague, employee
collaborator: who, colleague, member
collaboration: share, colleague, access
file: document, attachment
folder: directory
image: picture, photo, avatar, icon
avatar: picture, photo, image
message: text, note
team: group
group: team
permission: access, rights, role, allowed
role: permission, rights
secret: password, credential
notification: alert
webhook: notify, notified, callback
event: activity, happened, history
version: revision, release
label: tag
link: url
me: self, myself, own, authenticated
item: content, inside
usage: used, units
balance: money
session: login, logged
`;

const meanings = new Map<string, string[]>();
/** The stems of all verbs, and whether each verb can ask for a read or for a write. */
const asks = new Map<string, { read: boolean; write: boolean }>();
const reads = new Set(["list", "get", "search", "download", "export"]);

for (const [kind, text] of Object.entries({ verbs, nouns }))
  for (const line of text.trim().split("\n")) {
    const [meaning = "", words = ""] = line.split(": ");
    for (const word of [meaning, ...words.split(", ")]) {
      const stemmed = stem(word);
      if (word !== meaning) meanings.set(stemmed, [...(meanings.get(stemmed) ?? []), stem(meaning)]);
      if (kind === "nouns") continue;
      const known = asks.get(stemmed) ?? { read: false, write: false };
      asks.set(stemmed, reads.has(meaning) ? { ...known, read: true } : { ...known, write: true });
    }
  }

/** Returns the stems that a stem can also mean: for `make`, it is `create`. */
export const otherStems = (stemmed: string): readonly string[] => meanings.get(stemmed) ?? [];

/** Returns whether the first word of a query asks for a read or for a write. Returns undefined if it is not clear. */
export function askedFor(query: string): "read" | "write" | undefined {
  const [first = ""] = /[\p{L}\d]+/u.exec(query.toLowerCase()) ?? [];
  if (["who", "what", "which", "when", "where", "how", "is", "are", "has", "have"].includes(first))
    return "read";
  const verb = asks.get(stem(first));
  if (!verb || verb.read === verb.write) return undefined;
  return verb.read ? "read" : "write";
}
