import type { ConnectFlow } from "../../core/contract/connect-flow.ts";
import { stringAt } from "../../core/ground/json.ts";
import { issuedTokens } from "../../core/wire/token-request.ts";

/**
 * Notion has no scopes: the person chooses pages on the consent page, and the application's capabilities decide what it
 * can do with them. https://developers.notion.com/docs/authorization
 */
export const connectFlow: ConnectFlow = {
  addresses: ({ endpoint }) => ({
    authorize: `${endpoint}/v1/oauth/authorize?owner=user`,
    token: `${endpoint}/v1/oauth/token`,
  }),
  tokens: { bot: {} },
  scopeSeparator: " ",
  clientAuth: "basic",
  pkce: "public",
  scopeWords: async () => ({}),
  read(body, { client_id, client_secret }) {
    const issued = issuedTokens(body);
    const { access_token, refresh_token } = issued ?? {};
    const id = stringAt(body, "workspace_id");
    const account = id === undefined ? undefined : { id, name: stringAt(body, "workspace_name") };
    const user = stringAt(body, "owner.user.id");
    const more = { token: "bot", scopes: [], account, ...(user === undefined ? {} : { user }) };
    if (issued && refresh_token !== undefined && client_secret !== undefined)
      return [{ ...more, auth: { client_id, client_secret, refresh_token }, issued }];
    // Older applications get a token that does not expire.
    return access_token === undefined ? [] : [{ ...more, auth: { api_token: access_token } }];
  },
  refusals: {
    invalid_grant: {
      code: "connect_invalid",
      message: "Notion does not accept the code: it was used, is too old, or the redirect address differs.",
      hint: "Start the connection again.",
    },
  },
  needs: [
    "A public connection of Notion, with its client id, its client secret and this redirect address: https://www.notion.com/my-integrations.",
  ],
};
