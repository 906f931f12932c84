import { z } from "zod";
import { hostsOf, type Definitions } from "../../definitions/change-definition.ts";
import { customType } from "../../platforms/organization-types.ts";

export const definitionSchema = z
  .object({
    connector_type: z.string(),
    name: z.string(),
    version: z.number(),
    hash: z.string().meta({ description: "The SHA-256 of the file" }),
    state: z.enum(["draft", "active", "replaced"]).meta({
      description: "Connectors use the active version. A replaced version was active before.",
    }),
    hosts: z.array(z.string()).meta({ description: "The hosts to which requests can go" }),
    confirmed: z.boolean().meta({ description: "Whether the operator has confirmed the hosts" }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: "Definition" });

export function definitionViewsOf({ versions, types }: Definitions): z.output<typeof definitionSchema>[] {
  return versions.map((row) => {
    const { name, version, hash, activated_at } = row;
    const type = types.find((one) => one.name === name);
    const hosts = hostsOf(row);
    const confirmed = type === undefined ? [] : hostsOf(type);
    return {
      connector_type: customType(name),
      name,
      version,
      hash,
      state: type?.version === version ? "active" : activated_at === null ? "draft" : "replaced",
      hosts,
      confirmed: hosts.every((host) => confirmed.includes(host)),
      created_at: new Date(row.created_at).toISOString(),
    };
  });
}
