import { z } from "zod";
import type { Application } from "../../store/queries/applications.ts";

const time = z.iso.datetime();

export const applicationSchema = z
  .object({
    client_id: z.string(),
    name: z.string(),
    status: z.enum(["active", "disabled"]),
    created_at: time,
    disabled_at: time.nullable(),
    return_urls: z.array(z.string()).meta({
      description: "The addresses to which a person can return after connecting an account.",
    }),
    confirm_sessions: z.boolean().meta({
      description:
        "Whether the application must confirm all its connect sessions. An application with return_urls always must.",
    }),
    secrets: z
      .number()
      .int()
      .optional()
      .meta({ description: "The number of valid secrets. Present only in lists." }),
  })
  .meta({ id: "Application" });

/** Returns the fields that the API and the command `application list` show. */
export const applicationViewOf = ({
  id,
  name,
  created_at,
  disabled_at,
  return_urls,
  confirm_sessions,
  secrets,
}: Application & { secrets?: number }): z.output<typeof applicationSchema> => ({
  client_id: id,
  name,
  status: disabled_at === null ? "active" : "disabled",
  created_at: new Date(created_at).toISOString(),
  disabled_at: disabled_at === null ? null : new Date(disabled_at).toISOString(),
  return_urls: JSON.parse(return_urls) as string[],
  confirm_sessions: confirm_sessions === 1,
  ...(secrets === undefined ? {} : { secrets }),
});
