import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Person } from "./people.ts";

export interface SignInOptions {
  database: DatabaseSync;
  people: readonly Person[];
  /** Without this secret, nobody can find a code from its hash. */
  secret: string;
  /** Sends a code to a person, for example by e-mail. */
  sendCode(email: string, code: string): Promise<void> | void;
}

const minute = 60_000;
/** A code has six digits. A stranger can try at most 25 of the million codes of a person in an hour. */
const limits = { codeLives: 10 * minute, codesPerHour: 5, triesPerCode: 5 };
export const sessionLives = 30 * 24 * 60 * minute;

/** Signs people in with a code that they get by e-mail. The database has only hashes of codes and sessions. */
export function signIn({ database, people, secret, sendCode }: SignInOptions) {
  database.exec(`
    create table if not exists codes (
      id integer primary key, email text not null, hash blob not null, tries integer not null, sent_at integer not null
    ) strict;
    create table if not exists sessions (
      hash blob primary key, person_id text not null, ends_at integer not null
    ) strict;`);
  const hashOfCode = (email: string, code: string) =>
    createHmac("sha256", secret).update(`${email} ${code}`).digest();
  const personWith = (email: string) => people.find((person) => person.email === email.trim().toLowerCase());

  return {
    /** Sends a code, if there is a person with this address. A stranger must not learn whether there is one. */
    requestCode(given: string): void {
      const email = personWith(given)?.email;
      if (email === undefined) return;
      const now = Date.now();
      database.prepare("delete from codes where sent_at < ?").run(now - 60 * minute);
      const { sent } = database.prepare("select count(*) as sent from codes where email = ?").get(email) as {
        sent: number;
      };
      if (sent >= limits.codesPerHour) return;
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      database
        .prepare("insert into codes (email, hash, tries, sent_at) values (?, ?, 0, ?)")
        .run(email, hashOfCode(email, code), now);
      // The response does not wait for this, because the time would tell whether there is such a person.
      void (async () => sendCode(email, code))().catch(console.error);
    },
    /** Returns the token of a new session. Returns undefined if the code is not the newest one of this address. */
    openSession(given: string, code: string): string | undefined {
      const person = personWith(given);
      if (!person) return undefined;
      const { email } = person;
      // One statement counts the try and reads the hash, so that tries at the same time all count.
      const found = database
        .prepare(
          `update codes set tries = tries + 1 where id = (select max(id) from codes where email = ?)
             and tries < ? and sent_at > ? returning hash`,
        )
        .get(email, limits.triesPerCode, Date.now() - limits.codeLives) as { hash: Uint8Array } | undefined;
      if (!found || !timingSafeEqual(found.hash, hashOfCode(email, code))) return undefined;
      database.prepare("update codes set tries = ? where email = ?").run(limits.triesPerCode, email);
      const token = randomBytes(32).toString("base64url");
      database.prepare("delete from sessions where ends_at < ?").run(Date.now());
      database
        .prepare("insert into sessions (hash, person_id, ends_at) values (?, ?, ?)")
        .run(hashOfToken(token), person.id, Date.now() + sessionLives);
      return token;
    },
    /** Returns the person who is signed in with this token. */
    personOf(token: string | undefined): Person | undefined {
      const found = database
        .prepare("select person_id from sessions where hash = ? and ends_at > ?")
        .get(hashOfToken(token ?? ""), Date.now());
      return people.find(({ id }) => id === found?.["person_id"]);
    },
    closeSession(token: string | undefined): void {
      database.prepare("delete from sessions where hash = ?").run(hashOfToken(token ?? ""));
    },
  };
}
export type SignIn = ReturnType<typeof signIn>;

/** A token is random and long, so its hash needs no secret. */
const hashOfToken = (token: string) => createHash("sha256").update(token).digest();
