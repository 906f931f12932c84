import type { Adapter, AdapterPayload } from "oidc-provider";
import type { StoreDriver } from "agent-connectors/store";
import { ConnectorError, type Effect } from "agent-connectors";
import { hashOf } from "../credentials/secret-text.ts";
import { consentsKey } from "../store/queries/people-records.ts";

/** What a person has allowed a client to do. */
export interface Consent {
  workspace: { id: string; epoch: number };
  application_epoch: number;
  effects: readonly Effect[];
  client: string;
  /** What the client calls itself. */
  client_name: string;
  /** How the person signed in, see `identityOf`. */
  identity: string;
  agreed_at: number;
}

/** An agreement and its id, which names its workspace. */
export type FoundConsent = Consent & { id: string };

/** The records of the authorization server: encrypted, and deleted when they expire. */
export interface GrantRecords {
  adapter(model: string): Adapter;
  saveConsent(grant: string, consent: Consent, seconds: number): Promise<void>;
  /** Returns undefined if the grant was revoked. `workspace`: the id of the workspace for which it was given. */
  consent(grant: string, workspace: string): Promise<FoundConsent | undefined>;
  /** Returns agreements in the order of their ids, of one workspace or of all. */
  consents(asked: {
    workspace?: string | undefined;
    after?: string | undefined;
    limit: number;
  }): Promise<FoundConsent[]>;
  /** Ends an agreement with all its tokens. Returns it, or undefined if there is no such agreement. */
  endConsent(id: string): Promise<FoundConsent | undefined>;
  /** Returns true for the first call with this text. It is forgotten after ten minutes. */
  useOnce(text: string): Promise<boolean>;
}

/** Times that a change is tried again because another request has changed the record. */
const maxTries = 10;

/**
 * @param store the store of the application's organization
 * @param prefix the start of all keys, which no other application has
 */
export function createGrantRecords(store: StoreDriver, prefix: string): GrantRecords {
  // The id of a token is the token itself, so only its hash is a part of a key.
  const keyOf = (model: string, id: string) => `${prefix}/${model}/${hashOf(id)}`;
  const read = async <T>(key: string): Promise<T | undefined> => {
    const found = await store.read(key);
    return found && (JSON.parse(found.value) as T);
  };
  const write = async (key: string, value: object, seconds?: number) => {
    const text = JSON.stringify(value);
    for (let tries = 0; tries < maxTries; tries++) {
      const found = await store.read(key);
      if (await store.write(key, text, found?.version, seconds)) return;
    }
    throw new ConnectorError("storage_unavailable", "A record of a sign-in is changed by many requests.");
  };
  const remove = async (key: string) => {
    const found = await store.read(key);
    if (found) await store.delete(key, found.version);
  };
  const consents = consentsKey(prefix);
  const idOf = (grant: string, workspace: string) => `${workspace}.${hashOf(grant)}`;
  const consentOf = async (id: string) => {
    const found = await read<Consent>(consents + id);
    return found && { ...found, id };
  };
  const revoke = async (grant: string) => {
    const found = await read<AdapterPayload>(keyOf("Grant", grant));
    if (found?.accountId) await remove(consents + idOf(grant, found.accountId));
    await remove(keyOf("Grant", grant));
  };
  return {
    saveConsent: (grant, consent, seconds) =>
      write(consents + idOf(grant, consent.workspace.id), consent, seconds),
    consent: (grant, workspace) => consentOf(idOf(grant, workspace)),
    async consents({ workspace, after = "", limit }) {
      const keys = await store.list(
        consentsKey(prefix, workspace),
        after === "" ? "" : consents + after,
        limit,
      );
      const found = await Promise.all(keys.map((key) => consentOf(key.slice(consents.length))));
      return found.filter((one) => one !== undefined);
    },
    async endConsent(id) {
      const found = await consentOf(id);
      await remove(consents + id);
      // Without its grant, no refresh token works.
      await remove(`${prefix}/Grant/${id.split(".")[1]}`);
      return found;
    },
    useOnce: (text) => store.write(keyOf("Used", text), "{}", undefined, 600),
    adapter: (model) => ({
      async upsert(id, payload, expiresIn) {
        const seconds = Math.max(1, Math.ceil(expiresIn ?? 86_400));
        await write(keyOf(model, id), payload, seconds);
        if (model === "Session" && payload.uid)
          await write(keyOf("SessionUid", payload.uid), { id }, seconds);
      },
      find: (id) => read<AdapterPayload>(keyOf(model, id)),
      async findByUid(uid) {
        const found = await read<{ id: string }>(keyOf("SessionUid", uid));
        return found && read<AdapterPayload>(keyOf(model, found.id));
      },
      findByUserCode: async () => undefined,
      async destroy(id) {
        if (model === "Grant") await revoke(id);
        else await remove(keyOf(model, id));
      },
      revokeByGrantId: revoke,
      /** Of two requests with the same code, only one can write the new version. */
      async consume(id) {
        const found = await store.read(keyOf(model, id));
        const payload = found && (JSON.parse(found.value) as AdapterPayload);
        if (!found || payload!.consumed !== undefined) throw await spent();
        const consumed = Math.floor(Date.now() / 1000);
        const seconds = Math.max(1, (payload!.exp ?? consumed + 60) - consumed);
        const text = JSON.stringify({ ...payload, consumed });
        if (!(await store.write(keyOf(model, id), text, found.version, seconds))) throw await spent();
      },
    }),
  };
}

async function spent(): Promise<Error> {
  const { errors } = await import("oidc-provider");
  return new errors.InvalidGrant("the code or token was used already");
}
