import { ConnectorError } from "agent-connectors";
import { systemClock } from "agent-connectors/toolkit";
import { deleteApplication, disableApplication, enableApplication } from "../access/change-application.ts";
import { addClient, newClientSecret, rotateSecret } from "../access/client-secrets.ts";
import { addressFault } from "../connect/public-url.ts";
import type { AuditEvent } from "../operations/audit.ts";
import { applicationViewOf } from "../routes/account/application-view.ts";
import { createSealer } from "../credentials/sealing.ts";
import { signInWay, writeSignInWay, type SignInWay } from "../people/sign-in-way.ts";
import { openStore } from "../startup/open-store.ts";
import type { Settings } from "../startup/settings.ts";
import {
  endApplicationTokens,
  findApplication,
  listApplications,
  setReturnUrls,
  type Application,
} from "../store/queries/applications.ts";
import type { Db } from "../store/store.ts";
import { uuid } from "../store/uuid.ts";
import { auditCommand } from "./shared/command-audit.ts";
import { noMoreWords, print, readAction, readJsonFile, requiredWord } from "./shared/command-line.ts";
import { withStore } from "./shared/existing-store.ts";

/** Lists or changes applications, also while the service is running. */
export async function application(words: readonly string[], settings: Settings): Promise<void> {
  const [action, ...rest] = words;
  await readAction(actions, "application", action)(rest, settings);
}

const actions = {
  async list(words: readonly string[], settings: Settings) {
    noMoreWords(words, 0, "application list");
    await withStore(settings, async ({ db }) => {
      for (const row of await listApplications(db))
        print(JSON.stringify({ ...applicationViewOf(row), organization_id: row.organization_id }));
    });
  },
  async add(words: readonly string[], settings: Settings) {
    const name = requiredWord(words, 0, "The application's name");
    const organization = words[1];
    noMoreWords(words, 2, "application add");
    if (name.length > 200)
      throw new ConnectorError("config_error", "The application's name is longer than 200 characters.", {
        hint: "Choose a shorter name.",
      });
    const { store, close } = await openStore(settings, { exclusive: false });
    try {
      const now = systemClock.now();
      const added = { id: uuid(now), organization_id: organization ?? uuid(now), name, epoch: 0 };
      const secret = newClientSecret();
      await store.transaction(async (db) => {
        if (organization !== undefined && (await listApplications(db, organization)).length === 0)
          throw new ConnectorError("config_error", `There is no organization ${organization.slice(0, 40)}.`, {
            hint: 'Run "application list" to see the organizations, or leave the organization out to create one.',
          });
        await addClient(db, { ...added, secret }, now);
        await auditCommand(store, db, "application.add", added);
      });
      print(JSON.stringify({ client_id: added.id, client_secret: secret }, null, 2));
    } finally {
      await close();
    }
  },
  async secret(words: readonly string[], settings: Settings) {
    const secret = newClientSecret();
    const { id } = await change(words, settings, "secret", (db, application) =>
      rotateSecret(db, application, secret, systemClock.now()),
    );
    print(JSON.stringify({ client_id: id, client_secret: secret }, null, 2));
  },
  async "return-urls"(words: readonly string[], settings: Settings) {
    const [id = "", ...urls] = words;
    for (const url of urls) {
      const fault = addressFault(url);
      if (fault !== undefined)
        throw new ConnectorError(
          "config_error",
          `The address ${JSON.stringify(url.slice(0, 100))} ${fault}.`,
          {
            hint: "Give each address exactly as the application sends it, for example https://example.com/connected.",
          },
        );
    }
    await change([id], settings, "return_urls", (db, application) => setReturnUrls(db, application, urls));
    print(`${id} has ${urls.length} return address${urls.length === 1 ? "" : "es"}.`);
  },
  async "sign-in"(words: readonly string[], settings: Settings) {
    const [id = "", file] = words;
    const wanted = requiredWord([file ?? ""], 0, 'The name of a JSON file, or "off",');
    noMoreWords(words, 2, "application sign-in");
    const way = wanted === "off" ? undefined : readWay(wanted);
    await withStore(settings, (store, keys) =>
      store.transaction(async (db) => {
        const application = await existingApplication(db, requiredWord([id], 0, "The client id"));
        await writeSignInWay({ ...store, db }, createSealer(keys), application, way);
        await auditCommand(store, db, "application.sign_in", application);
      }),
    );
    print(way ? `Users of ${id} can sign in.` : `Users of ${id} cannot sign in.`);
  },
  async disable(words: readonly string[], settings: Settings) {
    const { id } = await change(words, settings, "disable", (db, application) =>
      disableApplication(db, application, systemClock.now()),
    );
    print(`${id} is disabled, and its tokens are revoked.`);
  },
  async enable(words: readonly string[], settings: Settings) {
    const { id } = await change(words, settings, "enable", enableApplication);
    print(`${id} is active.`);
  },
  async revoke(words: readonly string[], settings: Settings) {
    const { id } = await change(words, settings, "revoke", endApplicationTokens);
    print(`All tokens of ${id} are revoked.`);
  },
  async delete(words: readonly string[], settings: Settings) {
    const { id } = await change(words, settings, "delete", deleteApplication);
    print(`${id} is deleted.`);
  },
};

/** @throws ConnectorError `config_error` */
function readWay(file: string): SignInWay {
  const read = signInWay.safeParse(readJsonFile(file));
  if (read.success) return read.data;
  const [{ path, message } = { path: [], message: "" }] = read.error.issues;
  throw new ConnectorError("config_error", `${file}: ${path.join(".") || "the content"} ${message}.`, {
    hint: "Write issuer, client_id and client_secret, or sign_in_url. See docs/people.md of the service.",
  });
}

async function change(
  words: readonly string[],
  settings: Settings,
  action: "secret" | "return_urls" | "disable" | "enable" | "revoke" | "delete",
  run: (db: Db, application: Application) => Promise<void>,
): Promise<Application> {
  const id = requiredWord(words, 0, "The client id");
  noMoreWords(words, 1, `application ${action.replace("_", "-")}`);
  return withStore(settings, (store) =>
    store.transaction(async (db) => {
      const application = await existingApplication(db, id);
      await run(db, application);
      await auditCommand(store, db, `application.${action}` satisfies AuditEvent, application);
      return application;
    }),
  );
}

/** @throws ConnectorError `config_error` */
export async function existingApplication(db: Db, id: string): Promise<Application> {
  const found = await findApplication(db, id);
  if (found) return found;
  throw new ConnectorError("config_error", "There is no application with this client id.", {
    hint: 'Run "application list" to see the client ids.',
  });
}
