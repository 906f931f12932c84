import { randomBytes } from "node:crypto";

const cookieName = "chat_session";

/** The people who are signed in, by the random id in the cookie of their browser. Lost when the process ends. */
export function sessionStore() {
  const personBySession = new Map<string, string>();
  const idIn = (request: Request) =>
    new RegExp(`(?:^|; )${cookieName}=(\\w+)`).exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
  // Scripts cannot read the cookie, and pages of other sites cannot send it. Over https, add `; Secure`.
  const cookie = (id: string, maxAge: number) =>
    `${cookieName}=${id}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}`;
  return {
    /** Returns the id of the person who is signed in. */
    personOf: (request: Request): string | undefined => personBySession.get(idIn(request)),
    /** Signs a person in. Returns the cookie. */
    open(personId: string): string {
      const id = randomBytes(24).toString("hex");
      personBySession.set(id, personId);
      return cookie(id, 24 * 60 * 60);
    },
    /** Signs the person out. Returns a cookie that deletes the cookie of the session. */
    close(request: Request): string {
      personBySession.delete(idIn(request));
      return cookie("", 0);
    },
  };
}
export type SessionStore = ReturnType<typeof sessionStore>;
