import { ConnectorError } from "agent-connectors";
import { countCheckpointsOfKey, resignCheckpoints } from "../audit/resign-checkpoints.ts";
import { bindOldSecrets } from "../credentials/bind-old-secrets.ts";
import { forgetKey } from "../credentials/key-check.ts";
import { keyRingFileIn, openKeyRing, readPrivateFile, writeKeyRing } from "../credentials/key-ring-file.ts";
import { newKeyId, newKeys, readKeyRing, type KeyRingJson } from "../credentials/key-ring.ts";
import { sealedIn, unsealKeyRing } from "../credentials/key-service.ts";
import { countRecordsOfKey, rewrapAll } from "../credentials/rewrap.ts";
import { createSealer } from "../credentials/sealing.ts";
import { listApplications } from "../store/queries/applications.ts";
import {
  protectOrganization,
  unprotectedOrganizations,
} from "../store/protected-rows/protect-organization.ts";
import type { Db } from "../store/store.ts";
import { openStore, type OpenStore } from "../startup/open-store.ts";
import type { Settings } from "../startup/settings.ts";
import { print, requiredWord } from "./shared/command-line.ts";

/**
 * Lists or changes the key-ring keys. To replace a key, `add` a new key and `activate` it. Then `rewrap` encrypts the
 * records with the new key, and `retire` removes the old key. `seal` encrypts the key ring with a key service.
 */
export async function keys(words: readonly string[], settings: Settings): Promise<void> {
  const [what = "list", id] = words;
  if (what === "seal" || what === "unseal") return sealKeys(what, settings);
  const opened = await openStore(settings);
  try {
    await (Object.hasOwn(actions, what) ? actions[what as keyof typeof actions] : unknownAction(what))(
      opened,
      settings,
      id,
    );
  } finally {
    await opened.close();
  }
}

const actions = {
  async list({ keys: ring, store }: OpenStore) {
    for (const id of ring.ids)
      print(`${id}${id === ring.active ? " (active)" : ""}: ${await countOfKey(store.db, id)} records`);
  },
  async rotate(opened: OpenStore, settings: Settings) {
    const id = await change(opened, settings, (ring) => {
      const [id, key] = newKey();
      ring.keys[id] = key;
      ring.active = id;
      return id;
    });
    print(`${id} is the active key. Before you start the service, run: keys rewrap`);
  },
  async add(opened: OpenStore, settings: Settings) {
    const id = await change(opened, settings, (ring) => {
      const [id, key] = newKey();
      ring.keys[id] = key;
      return id;
    });
    print(`Added ${id}. Copy the key ring to every replica, then run: keys activate ${id}`);
  },
  async activate(opened: OpenStore, settings: Settings, id = "") {
    await change(opened, settings, (ring) => {
      if (!Object.hasOwn(ring.keys, id)) throw unknownKey(id);
      ring.active = id;
      return id;
    });
    print(`${id} is the active key. Copy the key ring to every replica, restart them, then run: keys rewrap`);
  },
  async rewrap({ store, keys: ring }: OpenStore) {
    const records = await rewrapAll(store.db, createSealer(ring));
    const checkpoints = await resignCheckpoints(store.db, ring);
    print(`${records + checkpoints} records are now encrypted or signed with ${ring.active}.`);
  },
  async protect({ store, keys: ring }: OpenStore, _settings: Settings, organization?: string) {
    const organizations =
      organization === undefined ? await unprotectedOrganizations(store.db) : [organization];
    const rows = await store.transaction(async (db) => {
      if (organization !== undefined && (await listApplications(db, organization)).length === 0)
        throw new ConnectorError("config_error", `There is no organization ${organization.slice(0, 40)}.`, {
          hint: 'Run "application list" to see the organizations.',
        });
      if (organizations.length > 0) await bindOldSecrets(db, createSealer(ring));
      let rows = 0;
      for (const one of organizations) rows += await protectOrganization(db, one);
      return rows;
    });
    print(`${rows} rows of ${organizations.length} organizations are now protected.`);
  },
  async retire(opened: OpenStore, settings: Settings, id = "") {
    const rows = await countOfKey(opened.store.db, id);
    if (rows > 0)
      throw new ConnectorError(
        "config_error",
        `${rows} records are encrypted or signed with ${id.slice(0, 32)}.`,
        {
          hint: "Run: keys rewrap.",
        },
      );
    if (!opened.keys.has(id)) throw unknownKey(id);
    if (opened.keys.active === id)
      throw new ConnectorError("config_error", "The active key cannot be retired.", {
        hint: "First make another key active: run keys rotate, or keys activate <id>.",
      });
    const { masterKeys } = settings;
    if (!masterKeys)
      await change(opened, settings, (ring) => {
        delete ring.keys[id];
        return id;
      });
    await forgetKey(opened.store.db, id);
    print(
      `${id} is retired. Tokens that it signed are no longer valid.${masterKeys ? " Before any replica starts again, remove it from AGENT_CONNECTORS_MASTER_KEYS." : ""}`,
    );
  },
};

function unknownAction(what: string): never {
  throw new ConnectorError("config_error", `There is no command "keys ${what.slice(0, 40)}".`, {
    hint: `Commands: ${Object.keys(actions).join(", ")}, seal, unseal.`,
  });
}
const unknownKey = (id: string) =>
  new ConnectorError(
    "config_error",
    `The key ring has no key "${requiredWord([id], 0, "The key's id").slice(0, 32)}".`,
    { hint: "Run keys list to see the keys." },
  );

/** Counts the records that nobody could read or check without this key. */
const countOfKey = async (db: Db, id: string): Promise<number> =>
  (await countRecordsOfKey(db, id)) + (await countCheckpointsOfKey(db, id));

const newKey = (): [id: string, key: string] => {
  const { active, keys: made } = newKeys();
  return [newKeyId(), made[active]!];
};

async function change(
  { keyRingFile }: OpenStore,
  { masterKeys, keyService }: Settings,
  edit: (ring: KeyRingJson) => string,
): Promise<string> {
  if (masterKeys)
    throw fromEnvironment(
      'Change AGENT_CONNECTORS_MASTER_KEYS in the order of "Keys" in docs/operations.md, or use a key ring file.',
    );
  // Throws if other users can read the file, or if its content is wrong.
  await openKeyRing({ file: keyRingFile, create: false, keyService });
  const text = await unsealKeyRing(readPrivateFile(keyRingFile)!, keyRingFile, keyService);
  const ring = JSON.parse(text) as KeyRingJson;
  const id = edit(ring);
  await writeKeyRing(keyRingFile, JSON.stringify(ring, null, 2), keyService, { replace: true });
  return id;
}

/** Encrypts the file of the key ring with the key service, also if it is encrypted already, or decrypts it. */
async function sealKeys(
  what: "seal" | "unseal",
  { dataDir, masterKeys, masterKeyFile, keyService }: Settings,
): Promise<void> {
  if (masterKeys)
    throw fromEnvironment(
      "Write the value of AGENT_CONNECTORS_MASTER_KEYS to a file with mode 0600, unset it, and set AGENT_CONNECTORS_MASTER_KEY_FILE to the file.",
    );
  if (!keyService)
    throw new ConnectorError("config_error", "There is no key service.", {
      hint: "Set AGENT_CONNECTORS_KEY_SERVICE.",
    });
  const file = masterKeyFile ?? keyRingFileIn(dataDir);
  const found = readPrivateFile(file);
  if (found === undefined)
    throw new ConnectorError("config_error", `There is no key ring at ${file}.`, {
      hint: "The first start of the service creates it.",
    });
  const text = await unsealKeyRing(found, file, sealedIn(found) === undefined ? undefined : keyService);
  readKeyRing(text, file);
  await writeKeyRing(file, text, what === "seal" ? keyService : undefined, { replace: true });
  print(
    what === "seal"
      ? `The key ring is now encrypted by ${keyService.name}. Copy the file to every replica, and delete plain copies.`
      : "The key ring is now plain text. Unset AGENT_CONNECTORS_KEY_SERVICE, and copy the file to every replica.",
  );
}

const fromEnvironment = (hint: string) =>
  new ConnectorError("config_error", "The key ring comes from the environment.", { hint });
