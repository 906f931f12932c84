import type { ActionCode } from "../../core/contract/connector-file.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import type { RunContext } from "../../core/contract/run-context.ts";
import { ConnectorError } from "../../core/ground/errors.ts";
import { type Dict, stringAt } from "../../core/ground/json.ts";

const isSha = (text: unknown) => typeof text === "string" && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** Returns the newest commit of a branch. */
async function headOf(branch: unknown, { owner, repo }: Dict, { read }: RunContext): Promise<string> {
  const { body } = await read("branches.get", { owner, repo, branch });
  const sha = stringAt(body, "commit.sha");
  if (sha === undefined) throw new ConnectorError("upstream_invalid_response", "The branch has no commit.");
  return sha;
}

/** No `undo`: it would also delete the commits that somebody has added to the branch since. */
export const createBranch: ActionCode = {
  async run(params: Dict, context) {
    const { owner, repo, branch, from } = params;
    const source =
      from ?? stringAt((await context.read("repositories.get", { owner, repo })).body, "default_branch");
    const sha = isSha(source) ? source : await headOf(source, params, context);
    await context.send("branches.create", { owner, repo, ref: `refs/heads/${String(branch)}`, sha });
    return { data: { branch, sha } };
  },
};

export const deleteBranch: ActionCode = {
  async preview({ owner, repo, branch }: Dict, read) {
    const found = await readIfAllowed(read, ["branches", "get", { owner, repo, branch }]);
    return found === undefined
      ? {}
      : { before: { sha: stringAt(found, "commit.sha"), message: stringAt(found, "commit.commit.message") } };
  },
  async run(params: Dict, context) {
    const { owner, repo, branch, sha } = params;
    const head = await headOf(branch, params, context);
    if (sha !== undefined && sha !== head)
      throw new ConnectorError("invalid_params", `The branch now ends with the commit ${head}.`, {
        path: "params.sha",
        hint: "Somebody has added commits. Look at them with commits.list before you delete the branch.",
      });
    await context.send("branches.delete", { owner, repo, branch });
    return { data: { branch, sha: head } };
  },
  undo: ({ owner, repo, branch }: Dict, { sha }) => ({
    entity: "branches",
    action: "create",
    params: { owner, repo, branch, from: sha },
  }),
};
