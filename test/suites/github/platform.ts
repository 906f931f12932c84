import { createEmulator } from "emulate";

export const token = "gho_0123456789-suite";
export const place = { owner: "octocat", repo: "hello" };

export interface GitHubPlatform {
  url: string;
  /** The requests that the connector has sent, in order. */
  sent: { method: string; path: string }[];
  /** Passes requests on to the emulator, over real sockets. */
  fetch: typeof globalThis.fetch;
  /** Sends a request to the emulator that the connector does not see, as another person. */
  other: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>;
  close: () => Promise<void>;
}

/** Starts an emulator of GitHub with the private repository octocat/hello, and the public repository octocat/open. */
export async function githubPlatform(): Promise<GitHubPlatform> {
  const users = [
    { login: "octocat", name: "Octo" },
    { login: "ana", name: "Ana" },
  ];
  const repos = [
    { owner: "octocat", name: "hello", description: "A greeting.", private: true, auto_init: true },
    { owner: "octocat", name: "open", auto_init: true },
  ];
  const tokens = {
    [token]: { login: "octocat", scopes: ["repo"] },
    "ana-0123456789": { login: "ana", scopes: ["repo"] },
  };
  const server = await createEmulator({ service: "github", port: 0, seed: { tokens, github: { users, repos } } }); // prettier-ignore
  const url = server.url.replace("localhost", "127.0.0.1");
  const sent: GitHubPlatform["sent"] = [];
  const send = async (as: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${as}`, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }); // prettier-ignore
    const text = await response.text();
    return (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  };
  await send(token, "PUT", "/repos/octocat/hello/collaborators/ana", { permission: "push" });
  return {
    url,
    sent,
    fetch: (async (input: string, init?: RequestInit) => {
      const { pathname, search } = new URL(input);
      sent.push({ method: init?.method ?? "GET", path: pathname + search });
      return fetch(`${url}${pathname}${search}`, init);
    }) as typeof globalThis.fetch,
    other: (method, path, body) => send("ana-0123456789", method, path, body),
    close: () => server.close(),
  };
}
