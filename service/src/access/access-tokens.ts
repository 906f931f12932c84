import { SignJWT, errors, jwtVerify } from "jose";
import { ConnectorError, type Clock, type Effect } from "agent-connectors";
import type { KeyRing } from "../credentials/key-ring.ts";
import { hashOf } from "../credentials/secret-text.ts";
import { effects } from "../platforms/effects.ts";
import { uuid } from "../store/uuid.ts";
import { scopes, type Scope } from "./scopes.ts";

/** The identity and rights of a caller, from an access token or from the session of an operator. */
export interface Claims {
  /** `long_lived`: a scoped token that works until it is revoked. */
  kind: "application" | "scoped" | "long_lived" | "operator";
  id: string;
  /** The operator's name. Present if the kind is `operator`. */
  operator?: string | undefined;
  organization: string;
  application: string;
  application_epoch: number;
  workspace?: { id: string; name: string; epoch: number } | undefined;
  scopes: readonly Scope[];
  effects: readonly Effect[];
  /** Whether calls with `external: "allow"` can write where people of another company can read. */
  external: boolean;
  /** If present, the token can be used only for these connectors. */
  connectors?: readonly string[] | undefined;
  /** In seconds since 1970. */
  issued_at: number;
  /** In seconds since 1970. Null for a long-lived token that does not expire. */
  expires_at: number | null;
}

/** The claims of a token that contains its own claims, with a signature. */
export interface SignedClaims extends Claims {
  expires_at: number;
}

export interface AccessTokens {
  sign(
    claims: Omit<Claims, "id" | "issued_at" | "expires_at">,
    seconds: number,
  ): Promise<{ token: string; claims: SignedClaims }>;
  /** @throws ConnectorError `invalid_token` */
  verify(token: string): Promise<SignedClaims>;
}

/** Clocks of replicas can differ by this much. */
const toleranceSeconds = 5;

const issuer = "agent-connectors-service";

/** The maximum number of verified tokens in memory. */
const maxVerified = 10_000;

export function createAccessTokens(ring: KeyRing, clock: Clock): AccessTokens {
  /** The claims of tokens whose signature is right, by the hashes of the tokens. */
  const verified = new Map<string, SignedClaims>();
  return {
    async sign(claims, seconds) {
      const issued_at = Math.floor(clock.now() / 1000);
      const full: SignedClaims = {
        ...claims,
        id: uuid(clock.now()),
        issued_at,
        expires_at: issued_at + seconds,
      };
      const token = await new SignJWT({
        tt: full.kind,
        org: full.organization,
        ae: full.application_epoch,
        scope: full.scopes.join(" "),
        eff: full.effects,
        ext: full.external,
        ws: full.workspace?.name,
        wid: full.workspace?.id,
        we: full.workspace?.epoch,
        cid: full.connectors,
      })
        .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid: ring.active })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(full.application)
        .setJti(full.id)
        .setIssuedAt(issued_at)
        .setExpirationTime(full.expires_at)
        .sign(ring.key(ring.active, "token-sign"));
      return { token, claims: full };
    },
    async verify(token) {
      const hash = hashOf(token);
      const known = verified.get(hash);
      if (known && clock.now() / 1000 < known.expires_at + toleranceSeconds) return known;
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => ring.key(`${kid}`, "token-sign"), {
          algorithms: ["HS256"],
          issuer,
          audience: issuer,
          typ: "at+jwt",
          clockTolerance: toleranceSeconds,
          currentDate: new Date(clock.now()),
        });
        const claims = readClaims(payload as unknown as Payload);
        verified.set(hash, claims);
        if (verified.size > maxVerified) verified.delete(verified.keys().next().value!);
        return claims;
      } catch (error) {
        throw error instanceof errors.JWTExpired ? invalidToken("The token has expired.") : invalidToken();
      }
    },
  };
}

interface Payload {
  tt: Claims["kind"];
  jti: string;
  org: string;
  sub: string;
  ae: number;
  ws?: string;
  wid?: string;
  we?: number;
  scope: string;
  eff: string[];
  ext?: boolean;
  cid?: string[];
  iat: number;
  exp: number;
}

function readClaims(payload: Payload): SignedClaims {
  const given = payload.scope.split(" ");
  return {
    kind: payload.tt,
    id: payload.jti,
    organization: payload.org,
    application: payload.sub,
    application_epoch: payload.ae,
    workspace:
      payload.tt === "scoped" ? { id: payload.wid!, name: payload.ws!, epoch: payload.we! } : undefined,
    scopes: scopes.filter((scope) => given.includes(scope)),
    effects: effects.filter((effect) => payload.eff.includes(effect)),
    external: payload.ext ?? false,
    connectors: payload.cid,
    issued_at: payload.iat,
    expires_at: payload.exp,
  };
}

export const invalidToken = (message = "The token is not valid here."): ConnectorError =>
  new ConnectorError("invalid_token", message, {
    path: "authorization",
    hint: "Get a new token with the application's client id and secret.",
  });

/** The first characters of a long-lived token, which secret scanners can recognise. */
export const longLivedPrefix = "act_";

export const isLongLivedToken = (text: string): boolean => /^act_[A-Za-z0-9_-]{43}$/.test(text);

/** Recognises tokens and client secrets, because a caller can send one as a user id by mistake. */
export function looksLikeToken(text: string): boolean {
  if (/^ey[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$/.test(text)) return true;
  if (/^ac[st]_[A-Za-z0-9_-]{20,}$/.test(text)) return true;
  if (!/^ey[A-Za-z0-9+/_=-]{30,}$/.test(text)) return false;
  return Buffer.from(text, "base64").includes('"token"');
}
