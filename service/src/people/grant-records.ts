import type { Adapter, AdapterPayload } from "oidc-provider";
import type { StoreDriver } from "agent-connectors/store";
import { ConnectorError, type Effect } from "agent-connectors";
import { hashOf } from "../credentials/secret-text.ts";

/** What a person has allowed a client to do. */
export interface Consent {
  workspace: { id: string; epoch: number };
  application_epoch: number;
  effects: readonly Effect[];
  client: string;
}

/** The records of the authorization server: encrypted, and deleted when they expire. */
export interface GrantRecords {
  adapter(model: string): Adapter;
  saveConsent(grant: string, consent: Consent, seconds: number): Promise<void>;
  /** Returns undefined if the grant was revoked. */
  consent(grant: string): Promise<Consent | undefined>;
}

/** Times that a change is tried again because another request has changed the record. */
const maxTries = 10;

/** @param open returns the store of the application's organization */
export function createGrantRecords(open: () => Promise<StoreDriver>): GrantRecords {
  // The id of a token is the token itself, so only its hash is a part of a key.
  const keyOf = (model: string, id: string) => `oauth/${model}/${hashOf(id)}`;
  const read = async <T>(key: string): Promise<T | undefined> => {
    const found = await (await open()).read(key);
    return found && (JSON.parse(found.value) as T);
  };
  const write = async (key: string, value: object, seconds?: number) => {
    const store = await open();
    const text = JSON.stringify(value);
    for (let tries = 0; tries < maxTries; tries++) {
      const found = await store.read(key);
      if (await store.write(key, text, found?.version, seconds)) return;
    }
    throw new ConnectorError("storage_unavailable", "A record of a sign-in is changed by many requests.");
  };
  const remove = async (key: string) => {
    const store = await open();
    const found = await store.read(key);
    if (found) await store.delete(key, found.version);
  };
  const consentKey = (grant: string) => keyOf("Consent", grant);
  const revoke = async (grant: string) => {
    await remove(consentKey(grant));
    await remove(keyOf("Grant", grant));
  };
  return {
    saveConsent: (grant, consent, seconds) => write(consentKey(grant), consent, seconds),
    consent: (grant) => read<Consent>(consentKey(grant)),
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
        const store = await open();
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
