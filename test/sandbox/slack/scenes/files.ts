import type { Answer, Driver } from "../helpers.ts";
import { unknownToken, type Scenes } from "./scene.ts";

/** Starts an upload of a file, and sends its bytes. Returns the id of the file. */
async function upload({ call, sandbox }: Driver, token = sandbox.tokens.bot): Promise<string> {
  const { upload_url, file_id } = await call(
    "files.getUploadURLExternal",
    { filename: "owls.txt", length: "4" },
    token,
  );
  await sandbox.fetch(String(upload_url), { method: "POST", body: "Hoot" });
  return String(file_id);
}

async function complete(driver: Driver, more: Record<string, string> = {}): Promise<Answer> {
  const files = JSON.stringify([{ id: await upload(driver), title: "slack-test" }]);
  return driver.call("files.completeUploadExternal", { files, ...more });
}

const idOf = (answer: Answer): string => (answer["files"] as { id: string }[])[0]?.id ?? "";

/** The calls that return the documented examples for files. */
export const fileScenes: Scenes = {
  "files.getUploadURLExternal": {
    success: ({ call }) => call("files.getUploadURLExternal", { filename: "owls.txt", length: "4" }),
    error: unknownToken("files.getUploadURLExternal"),
  },
  "files.completeUploadExternal": {
    success: (driver) => complete(driver, { channel_id: driver.id("random") }),
    error: unknownToken("files.completeUploadExternal"),
  },
  "files.delete": {
    success: async (driver) => driver.call("files.delete", { file: idOf(await complete(driver)) }),
    error: unknownToken("files.delete"),
  },
  "files.sharedPublicURL": {
    success: ({ call, sandbox }) =>
      call("files.sharedPublicURL", { file: "F07MK6P1W9D" }, sandbox.tokens.user),
    error: unknownToken("files.sharedPublicURL"),
  },
  "files.revokePublicURL": {
    success: ({ call }) => call("files.revokePublicURL", { file: "F07MK6P1W9D" }),
    error: unknownToken("files.revokePublicURL"),
  },
};
