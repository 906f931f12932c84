import { z } from "zod";

/** A redirect goes to an https address, or to a program on the person's computer. */
const redirectUri = z
  .string()
  .max(2000)
  .refine((text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, username, hash } = new URL(text);
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
    return (protocol === "https:" || (protocol === "http:" && isLocal)) && username === "" && hash === "";
  });

const rules = z.looseObject({
  client_name: z.string().max(200).optional(),
  redirect_uris: z.array(redirectUri).min(1).max(20),
  token_endpoint_auth_method: z.literal("none").optional(),
  response_types: z.array(z.literal("code")).max(1).optional(),
  grant_types: z
    .array(z.enum(["authorization_code", "refresh_token"]))
    .max(2)
    .optional(),
});

/** Returns the name of the field that makes a client's document unacceptable. */
export function clientFault(metadata: object): string | undefined {
  const read = rules.safeParse(metadata);
  return read.success ? undefined : String(read.error.issues[0]?.path[0] ?? "document");
}
