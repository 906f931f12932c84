import type { Random } from "../random.ts";
import { goodDocument, otherRedirect, redirectUri } from "./sign-in-world.ts";

// Values that an attacker would send. No value is one that the service must accept.

const word = (random: Random) =>
  Array.from({ length: 1 + random.below(8) }, () => random.pick("abcdefgh".split(""))).join("");

/** Returns an address that differs from the two registered ones, as little as possible. */
export function hostileRedirect(random: Random, registered: string): string {
  const { protocol, host, pathname } = new URL(registered);
  const made = random.pick([
    () => `${registered}/${word(random)}`,
    () => `${registered}?${word(random)}=1`,
    () => `${registered}#${word(random)}`,
    () => `${registered}/../${word(random)}`,
    () => `${registered}%2e%2e/${word(random)}`,
    () => `${registered}%00`,
    () => `${registered} `,
    () => registered.toUpperCase(),
    () => registered.replace(":", "://user@").replace("@//", "@"),
    () => `${protocol}//${word(random)}@${host}${pathname}`,
    () => `${protocol}//${host}@evil.example${pathname}`,
    () => `${protocol}//${host}.evil.example${pathname}`,
    () => `${protocol}//evil.example/${registered}`,
    () => `${protocol}//${host}\\@evil.example${pathname}`,
    () => `${protocol}//${host}:${8000 + random.below(999)}${pathname}`.replace(/:\d+:/, ":"),
    () => `${protocol}//${word(random)}.${host}${pathname}`,
    () => `${protocol}//${host}./${word(random)}`,
    () => `${protocol}//${host}/${word(random)}`,
    () => `//${host}${pathname}`,
    () => `javascript:alert(${random.below(9)})//${registered}`,
    () => `data:text/html,${registered}`,
    () => `${word(random)}://${host}${pathname}`,
    () => `https://clíent.example${pathname}`,
    () => `https://evil.example/${word(random)}`,
    () => `http://localhost:3333${pathname}`,
    () => `http://127.0.0.1:3334${pathname}`,
    () => `http://[::1]:3333${pathname}`,
    () => word(random),
    () => "",
  ])();
  return made === redirectUri || made === otherRedirect ? "https://evil.example/" : made;
}

/** Returns the address of a client's document on a computer inside, written in one of many ways. `port`: that of a server. */
export function hostileAddress(random: Random, port: string): string {
  const byte = () => random.below(256);
  const [a, b, c, d] = random.pick([
    [127, byte(), byte(), byte()],
    [10, byte(), byte(), byte()],
    [192, 168, byte(), byte()],
    [172, 16 + random.below(16), byte(), byte()],
    [169, 254, 169, 254],
    [100, 64 + random.below(64), byte(), byte()],
    [0, 0, 0, 0],
    [127, 0, 0, 1],
  ]) as [number, number, number, number];
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = (value: number) => value.toString(16);
  const host = random.pick([
    `${a}.${b}.${c}.${d}`,
    String(whole),
    `0x${hex(whole)}`,
    `0${a.toString(8)}.${b}.${c}.${d}`,
    `0x${hex(a)}.${b}.${c}.${d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[::ffff:${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    `[64:ff9b::${hex(a * 256 + b)}:${hex(c * 256 + d)}]`,
    "[::1]",
    "[::]",
    `[fc00::${hex(1 + byte())}]`,
    `[fe80::${hex(1 + byte())}]`,
    "localhost",
    "localhost.",
    "LOCALHOST",
    `${a}.${b}.${c}.${d}.`,
  ]);
  return `https://${random.pick(["", "", "user@"])}${host}${random.pick(["", `:${port}`])}/mcp.json`;
}

let count = 0;

/** Returns the address and the answer of a client's document that the service must refuse. */
export function hostileDocument(random: Random): { client_id: string; answer: object | (() => Response) } {
  const client_id = `https://hostile${++count}.example/${word(random)}.json`;
  const good = { ...goodDocument, client_id };
  const badRedirect = random.pick([
    "javascript:alert(1)",
    "data:text/html,x",
    `http://${word(random)}.example/callback`,
    `http://${word(random)}.example/callback`,
    `http://127.0.0.1.${word(random)}.example/callback`,
    `${word(random)}://callback`,
    "https://user@client.example/callback",
    "https://client.example/callback#x",
    "callback",
    "",
    "x".repeat(3000),
  ]);
  const fields = random.pick<object>([
    { client_id: `${client_id}x` },
    { client_id: client_id.replace("https", "http") },
    { client_id: undefined },
    { client_id: [client_id] },
    { redirect_uris: [badRedirect] },
    { redirect_uris: [badRedirect, redirectUri] },
    { redirect_uris: [redirectUri, otherRedirect, badRedirect] },
    { redirect_uris: [redirectUri, badRedirect] },
    { redirect_uris: [] },
    { redirect_uris: undefined },
    { redirect_uris: redirectUri },
    {
      redirect_uris: Array.from(
        { length: 21 + random.below(50) },
        (_, at) => `https://c${at}.example/`,
      ).concat(redirectUri),
    },
    { client_secret: word(random) },
    {
      token_endpoint_auth_method: random.pick([
        "client_secret_basic",
        "client_secret_post",
        "client_secret_jwt",
        "private_key_jwt",
        "tls_client_auth",
      ]),
    },
    { response_types: [random.pick(["token", "id_token", "code token", "none"])] },
    {
      grant_types: [
        random.pick([
          "client_credentials",
          "implicit",
          "password",
          "urn:ietf:params:oauth:grant-type:device_code",
        ]),
      ],
    },
    { client_name: "x".repeat(201 + random.below(5000)) },
    { client_name: { html: "<b>" } },
  ]);
  const text = random.pick([
    "hello",
    "",
    "[",
    "null",
    "[]",
    '"text"',
    "<html></html>",
    "x".repeat(2_000_000),
  ]);
  const answer = random.pick<object | (() => Response)>([
    { ...good, ...fields },
    { ...good, ...fields },
    { ...good, ...fields },
    () => new Response(text),
    () => new Response(text, { headers: { "content-type": "application/json" } }),
    () => Response.json(good, { status: random.pick([201, 301, 400, 404, 500]) }),
    () => Response.redirect("https://client.example/mcp.json", 302),
    () => {
      throw new Error("the network is gone");
    },
  ]);
  return { client_id, answer };
}
