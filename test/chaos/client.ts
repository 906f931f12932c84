export interface Answer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
  body: any;
}

/** Creates a client that calls `url` before every request, because a restart of the service changes its address. */
export function createClient(url: () => string) {
  const ask = async (
    method: string,
    path: string,
    token: string,
    json?: object,
    more: { signal?: AbortSignal; headers?: Record<string, string> } = {},
  ): Promise<Answer> => {
    const response = await fetch(url() + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...more.headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(more.signal ? { signal: more.signal } : {}),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith("event:") ? text : JSON.parse(text) };
  };
  return {
    ask,
    /** Opens a page, or sends its form. Follows no redirect. The body of the answer is the text of the page. */
    async page(
      method: "GET" | "POST",
      path: string,
      form?: Record<string, string>,
      headers: Record<string, string> = {},
    ): Promise<Answer> {
      const body = form && new URLSearchParams(form);
      const response = await fetch(url() + path, {
        method,
        headers,
        redirect: "manual",
        ...(body ? { body } : {}),
      });
      return { status: response.status, body: await response.text() };
    },
    get: (path: string, token: string) => ask("GET", path, token),
    post: (path: string, token: string, json: object) => ask("POST", path, token, json),
    async applicationToken(application: object): Promise<string> {
      const { body } = await ask("POST", "/v1/applications/token", "", application);
      return String(body.access_token);
    },
  };
}
