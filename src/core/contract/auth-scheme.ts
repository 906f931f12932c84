// Ways to put credentials into requests. A text such as `Token {api_key}` contains names of credential fields in
// braces.

/** Requests have the header `authorization: Bearer <token>`. */
interface BearerScheme {
  readonly kind: "bearer";
  readonly token: string;
}

/** Requests have a header with a credential. */
interface HeaderScheme {
  readonly kind: "header";
  readonly name: string;
  /** The value, such as `Token {api_key}`. The header is left out if an optional field of the value is absent. */
  readonly value: string;
}

/** Requests have a query param with a credential. */
interface QueryScheme {
  readonly kind: "query";
  readonly name: string;
  /** The value, such as `{api_key}`. The param is left out if an optional field of the value is absent. */
  readonly value: string;
}

/** Requests have a user and a password in UTF-8, as basic authentication (RFC 7617). */
interface BasicScheme {
  readonly kind: "basic";
  /** The user, without a colon, such as `{email}/token`. */
  readonly user: string;
  /** The password, which can be empty. */
  readonly password: string;
}

export type StandardCode = "invalid_grant" | "invalid_client" | "unauthorized_client";

interface TokenRequest {
  /** The address that issues tokens. The origin of this address counts as one of the connector's origins. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How the client's id and secret are sent: in the body, or as basic authentication. Default: `body`. */
  readonly clientAuth?: "body" | "basic" | undefined;
  /** Additional form fields of the token request, such as `scope` or `audience`. */
  readonly fields?: Readonly<Record<string, string>> | undefined;
  /**
   * The standard error code (RFC 6749, section 5.2) for each of the platform's own error codes, such as
   * `{ bad_refresh_token: "invalid_grant" }`.
   */
  readonly errorCodes?: Readonly<Record<string, StandardCode>> | undefined;
  /** The lifetime of a token in seconds, if the platform's response does not contain the lifetime. Default: 3600. */
  readonly expiresIn?: number | undefined;
}

/** Requests have a bearer token that was issued for a refresh token. */
interface RefreshScheme extends TokenRequest {
  readonly kind: "oauth2-refresh";
  readonly refreshToken: string;
}

/** Requests have a bearer token that was issued for the client's id and secret. */
interface ClientCredentialsScheme extends TokenRequest {
  readonly kind: "oauth2-client-credentials";
}

export type OAuthScheme = RefreshScheme | ClientCredentialsScheme;

export type AuthScheme = BearerScheme | HeaderScheme | QueryScheme | BasicScheme | OAuthScheme;

/** The schemes of a connector, by name. A request uses all schemes of a list. */
export type AuthSchemes = Readonly<Record<string, AuthScheme | readonly AuthScheme[]>>;
