import type { AnyConnector } from "../src/core/contract/connector.ts";
import type { CallOptions, ConnectorOptions } from "../src/core/contract/call-options.ts";
import type { ConfigFields, CredentialForms } from "../src/core/contract/definition.ts";
import type { Result } from "../src/core/contract/result.ts";
import type { ConnectorClass, HostedOptions } from "../src/define/connector-class.ts";
import type { Dict } from "../src/core/ground/json.ts";

/** A connector whose `execute` accepts any text from the terminal as a name, and then checks the name. */
export interface OpenConnector extends AnyConnector {
  execute(entity: string, action: string, params?: unknown, options?: CallOptions): Promise<Result>;
}

/** What the server of a connector file for MCP can be, besides a public https address. */
export interface ServerRights {
  allowCommand?: boolean | undefined;
  allowLoopback?: boolean | undefined;
}

export type Values = Readonly<Record<string, string | undefined>>;

export interface Known {
  title: string;
  auth: CredentialForms;
  config: ConfigFields;
  /** The environment variables for credentials: `{ token: { api_token: "SLACK_TOKEN" } }`. */
  environment: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The environment variable for each setting. */
  settings: Readonly<Record<string, string>>;
  describe: AnyConnector["describe"];
  searchActions: AnyConnector["searchActions"];
  open(auth: Values, config: Values, code?: ConnectorOptions): Promise<OpenConnector>;
  /** Opens a connector of the hosted service. */
  openHosted(options: HostedOptions, code?: ConnectorOptions): OpenConnector;
  /** Opens the connector with a new sandbox. `path`: the file or folder with the workspace of the sandbox. */
  openSandbox(path?: string, code?: ConnectorOptions): Promise<OpenConnector>;
  /** The parts of the class that commands use. */
  Connector: Pick<
    ConnectorClass,
    | "title"
    | "compiled"
    | "typescript"
    | "explain"
    | "declarations"
    | "connectFlow"
    | "scopes"
    | "manifest"
    | "startConnect"
    | "finishConnect"
  >;
  /**
   * The environment variables of the application that a person registers. Without `client_secret`, the flow uses PKCE.
   */
  client: { client_id: string; client_secret?: string };
  /**
   * A token that a person can copy from a page of the platform. `form`: the set of fields in `auth` for this token.
   * `steps`: the steps on that page. `warningAbout` returns a warning if the token will soon stop working.
   */
  paste?: {
    token: string;
    form: string;
    steps: readonly string[];
    warningAbout(auth: Values): string | undefined;
  };
  /**
   * Describes the account for people, such as the names of the workspace and the user. `place`: the name of the chosen
   * workspace.
   */
  nameOf(identity: Dict, place?: string): string;
  /** Returns the workspaces among which a person chooses. Absent if an account has no such choice. */
  placesOf?(connector: OpenConnector, identity: Dict): Promise<readonly AccountPlace[]>;
  /** Returns the number of accounts in the identity that `check()` returns, such as the number of profiles. */
  accountsIn(identity: Dict): number;
  /** An entity and an action to try first, such as `channels list`. */
  firstCall: string;
  /** Starts a sandbox on this computer, to try `connect` without a real account. */
  listenSandbox(): Promise<SandboxPlatform>;
}

/** A workspace in which a token works, and the settings that select the workspace. */
export interface AccountPlace {
  name: string;
  config: Readonly<Record<string, string>>;
}

/** A sandbox that acts as the platform and has a consent page. */
export interface SandboxPlatform {
  endpoint: string;
  /** The environment variables of the sandbox's application. */
  env: Readonly<Record<string, string>>;
  /** A sentence for the person, for example about the token to paste. */
  hint: string;
  close(): Promise<void>;
}
