import { decide } from "../../../test/core/connect/consent.ts";
import type { Answer, TestService } from "./service.ts";

/** A browser that follows no redirects and keeps cookies. */
export interface Browser {
  cookies: Map<string, string>;
  get(url: string): Promise<Answer>;
  post(url: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a form from a page of the service. `headers` replace the headers of a browser. */
  submit(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
}

export function openBrowser({ ask }: Pick<TestService, "ask">): Browser {
  const cookies = new Map<string, string>();
  const visit = async (url: string, method: string, headers: Record<string, string>, body?: string) => {
    const { pathname, search } = new URL(url);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await ask(pathname + search, {
      method,
      headers: { ...(cookie === "" ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const header of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header)!;
      if (/; Max-Age=0;/.test(header)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return answer;
  };
  return {
    cookies,
    get: (url) => visit(url, "GET", {}),
    post: (url, headers = { "sec-fetch-site": "same-origin" }) => visit(url, "POST", headers),
    submit: (url, fields, headers = { "sec-fetch-site": "same-origin" }) =>
      visit(
        url,
        "POST",
        { "content-type": "application/x-www-form-urlencoded", ...headers },
        new URLSearchParams(fields).toString(),
      ),
  };
}

export const returnUrl = "https://app.example/connected";

export interface Session {
  id: string;
  url: string;
  status: string;
}

/**
 * Creates a session with an application token, for the user `ana` and a bot token of Slack. If `more` has the
 * `return_url` undefined, the application has no return addresses, so it need not confirm the session.
 */
export async function createSession(service: TestService, more: object = {}): Promise<Session> {
  const isReturning = !("return_url" in more) || more.return_url !== undefined;
  await setReturnUrls(service, isReturning ? [returnUrl] : []);
  const { body, status, text } = await service.ask("/v1/connect/sessions", {
    token: await service.applicationToken(),
    json: {
      external_user_id: "ana",
      connector_type: "slack",
      actions: { include: ["channels.list"] },
      return_url: returnUrl,
      ...more,
    },
  });
  if (status !== 200) throw new Error(text);
  return body as Session;
}

const setReturnUrls = async (service: TestService, return_urls: readonly string[]): Promise<void> =>
  void (await service.ask(`/v1/organization/applications/${service.clientId}/return_urls`, {
    method: "PUT",
    token: await service.applicationToken(),
    json: { return_urls },
  }));

/** Allows the application of the test to let people return to `returnUrl`. */
export const allowReturnUrl = (service: TestService): Promise<void> => setReturnUrls(service, [returnUrl]);

/** Uses the link, decides on the consent page, and returns the address to which the platform sends the browser. */
export async function goToPlatform(
  browser: Browser,
  { url }: Pick<Session, "url">,
  fetch: typeof globalThis.fetch,
  decision = "allow",
): Promise<string> {
  const { headers, status, text } = await browser.post(url);
  if (status !== 303) throw new Error(`${status} ${text}`);
  return decide(fetch, headers.get("location")!, decision);
}

/** Returns the params of the address to which a response redirects. */
export const paramsOf = ({ headers }: Answer): Record<string, string> =>
  Object.fromEntries(new URL(headers.get("location")!).searchParams);
