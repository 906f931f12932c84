import { z } from "zod";
import { ConnectorError } from "agent-connectors";
import { publicUrlOf } from "../../connect/connect-services.ts";
import { isSameOrigin } from "../../connect/same-origin.ts";
import type { Context } from "../../http/context.ts";
import { route, type Route } from "../../http/route.ts";
import { agreePage } from "../../pages/consent/agree-page.ts";
import { seeOther } from "../../pages/page.ts";
import type { Consent } from "../../people/grant-records.ts";
import type { SignIn } from "../../people/people.ts";
import {
  endOfSignIn,
  finishSignIn,
  signedIn,
  startSignIn,
  useLink,
  type Person,
} from "../../people/person-sign-in.ts";
import { serverPath } from "../../people/provider.ts";
import { identityOf } from "../../people/sign-in-way.ts";
import { defaultEffects } from "../../platforms/effects.ts";
import { listConnectors } from "../../store/lists/connector-list.ts";
import { ensureWorkspace, findWorkspace } from "../../store/queries/workspaces.ts";
import { faceOf } from "../shared/application-face.ts";
import { userId } from "../shared/request-schemas.ts";
import { signInOf } from "./sign-in-of.ts";

const html = { description: "A page for a person", schema: z.string(), media: ["text/html"] };
const page = { tag: "Sign-in", access: "open", page: true, answer: html } as const;
const base = serverPath("{client_id}");
const one = `${base}/agree/{uid}`;

const partsOf = (context: Context) => ({ ...context, publicUrl: publicUrlOf(context) });

/** The pages on which a person signs in, and decides what a client can do. */
export const agreePageRoutes: readonly Route[] = [
  route({
    ...page,
    id: "showAgreement",
    method: "get",
    paths: [one],
    summary: "Let a person sign in, then show what a client asks for",
    async handle({ request, params, address }, context) {
      await context.rateLimits.count("openid", address);
      const signIn = await signInOf(context, params);
      const waiting = await signIn.server.waiting(request);
      const person = signedIn(partsOf(context), signIn, request, waiting.uid);
      if (!person || params["uid"] !== waiting.uid) {
        const { location, cookies } = await startSignIn(partsOf(context), signIn, waiting.uid);
        return seeOther(location, cookies);
      }
      const user = userOf(person);
      const { id, organization_id, name } = signIn.application;
      return agreePage({
        clientHost: new URL(waiting.client.id).host,
        clientName: waiting.client.name,
        redirectUri: waiting.redirectUri,
        application: (await faceOf(context, organization_id, id)) ?? { name },
        user,
        accounts: await accountsOf(context, signIn, user),
        csrf: person.csrf,
      });
    },
  }),
  route({
    ...page,
    id: "finishSignIn",
    method: "get",
    paths: [`${base}/signed-in`],
    summary: "Come back from the OpenID provider",
    async handle({ request, params, address }, context) {
      await context.rateLimits.count("openid", address);
      const signIn = await signInOf(context, params);
      const { uid, cookies } = await finishSignIn(partsOf(context), signIn, request);
      return seeOther(agreePath(signIn, uid), cookies);
    },
  }),
  route({
    ...page,
    id: "useSignInLink",
    method: "get",
    paths: [`${one}/{link}`],
    summary: "Come back from the page of the application, with the link that its backend has made",
    async handle({ request, params, address }, context) {
      await context.rateLimits.count("openid", address);
      const signIn = await signInOf(context, params);
      const waiting = await signIn.server.waiting(request);
      const cookie = await useLink(partsOf(context), signIn, { waiting, link: params["link"] ?? "" });
      return seeOther(agreePath(signIn, waiting.uid), [cookie]);
    },
  }),
  route({
    ...page,
    id: "decideAgreement",
    method: "post",
    paths: [one],
    summary: "Allow or refuse what a client asks for",
    body: z.strictObject({
      csrf: z.string().max(200),
      effects: z.enum(["read", "read,write"]),
      decision: z.enum(["allow", "refuse"]),
    }),
    form: true,
    async handle({ request, params, body, requestId }, context) {
      const { store, clock, audit } = context;
      const signIn = await signInOf(context, params);
      const { application, server } = signIn;
      if (!isSameOrigin(request, publicUrlOf(context)))
        throw new ConnectorError("insufficient_scope", "Another site has sent this form.");
      const bare = new Request(request.url, { headers: request.headers });
      const waiting = await server.waiting(bare);
      const person = signedIn(partsOf(context), signIn, bare, waiting.uid);
      if (!person || person.csrf !== body.csrf)
        throw new ConnectorError("connect_invalid", "This form belongs to another sign-in.", {
          hint: "Start again in the program that wants to use your accounts.",
        });
      const ended = (response: Response): Response => {
        response.headers.append("set-cookie", endOfSignIn(partsOf(context)));
        return response;
      };
      if (body.decision === "refuse") return ended(await server.refuse(bare));
      const user = userOf(person);
      const effects = defaultEffects.filter((effect) => body.effects.split(",").includes(effect));
      const { organization_id: organization } = application;
      const consent = await store.transaction(async (db): Promise<Consent> => {
        const { id, epoch } = await ensureWorkspace(db, organization, user, clock.now());
        const actor = { organization, workspace: id, application: application.id, request: requestId };
        const { id: client, name: client_name } = waiting.client;
        await audit.write(db, "token.agreed", actor, undefined, { client, effects });
        return {
          workspace: { id, epoch },
          application_epoch: application.epoch,
          effects,
          client,
          client_name,
          identity: identityOf(signIn.way),
          agreed_at: clock.now(),
        };
      });
      return ended(await server.allow(bare, waiting, consent));
    },
  }),
];

const agreePath = ({ application }: SignIn, uid: string): string =>
  `${serverPath(application.id)}/agree/${uid}`;

/** @throws ConnectorError `connect_denied` if the person's id cannot be an `external_user_id` */
function userOf(person: Person): string {
  const user = userId.safeParse(person.user);
  if (user.success) return user.data;
  throw new ConnectorError("connect_denied", "Your account has no id that can name a user.", {
    hint: "Ask the person who runs the service.",
  });
}

/** Returns the names of the person's accounts. */
async function accountsOf(
  { store, typesOf }: Context,
  { application: { organization_id: organization } }: SignIn,
  user: string,
): Promise<string[]> {
  const workspace = await findWorkspace(store.db, organization, user);
  if (!workspace) return [];
  const owner = { organization, workspace: workspace.id };
  const rows = await listConnectors(store.db, owner, { limit: 50 });
  const types = await typesOf(organization);
  return rows.map(({ type, name }) => `${types.shown(type).title}: ${name}`);
}
