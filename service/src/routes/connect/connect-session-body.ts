import { z } from "zod";
import { idPattern } from "../../access/visible-connectors.ts";
import { effects } from "../../platforms/effects.ts";
import {
  connectorName,
  environment,
  exactlyOneUser,
  ignored,
  nullableUserNames,
  oneUserMessage,
  userId,
} from "../shared/request-schemas.ts";

const names = z.array(z.string().min(1).max(200)).max(500);
const address = z.string().max(2048);
const typeNames = {
  connector_type: z.string().max(100).nullish(),
  definition_id: z.string().max(100).nullish(),
};
const connector_id = z.string().regex(idPattern).nullish();

export const sessionBody = z
  .strictObject({
    ...nullableUserNames,
    ...typeNames,
    connector_id: connector_id.meta({ description: "A connector to connect again. Its id and name stay." }),
    actions: z
      .strictObject({
        set: z.enum(["everyday", "all"]).optional(),
        include: names.optional(),
        exclude: names.optional(),
        effects: z.array(z.enum(effects)).max(10).optional(),
        all_scopes: z.boolean().optional(),
      })
      .nullish()
      .meta({
        description:
          "The actions whose scopes to ask for. set: everyday (the default) for the everyday actions of the platform, or all; include chooses other actions instead. Actions that always spend money are left out, unless effects contains spend. Asks for the scopes that these actions need; all_scopes adds optional scopes, with which they do more.",
      }),
    tokens: z.array(z.string().max(40)).min(1).max(10).nullish().meta({
      description: 'The kinds of tokens, such as ["bot"]. Default: the first kind of the platform.',
    }),
    scopes: z.record(z.string().max(40), names).nullish().meta({
      description: 'The scopes to ask for by kind of token, in place of actions: {"bot": ["chat:write"]}.',
    }),
    return_url: address.nullish().meta({
      description:
        "The address of your application to which the person returns. It must be one of the application's return_urls. Without it, poll the session.",
    }),
    confirm: z.boolean().nullish().meta({
      description:
        "true: the application must confirm the session before the connector exists. Without return_url, the page shows the person a code for the application. Always true if the application has return_urls or confirm_sessions.",
    }),
    name: connectorName.nullish(),
    environment: environment.nullish(),
  })
  .refine(exactlyOneUser, oneUserMessage)
  .refine((body) => !body.scopes || (!body.actions && !body.tokens), {
    path: ["scopes"],
    message: "send scopes, or actions and tokens, not both",
  })
  .meta({ id: "ConnectSessionCreate" });

/** The body with which existing clients start to connect an account. */
export const initiateBody = z
  .strictObject({
    ...nullableUserNames,
    ...typeNames,
    connector_id,
    redirect_url: address,
    name: connectorName.nullish(),
    environment: environment.nullish(),
    replication_config: environment.nullish().meta({ description: "An alias of environment." }),
    source_template_id: ignored,
    organization_id: ignored,
    region_id: ignored,
    oauth_input_configuration: z
      .record(z.string(), z.unknown())
      .nullish()
      .meta({ description: "Accepted and ignored." }),
  })
  .refine(exactlyOneUser, oneUserMessage)
  .meta({ id: "OauthInitiate" });

export const confirmBody = z
  .strictObject({ result: z.string().min(1).max(200), external_user_id: userId })
  .meta({ id: "ConnectSessionConfirm" });
