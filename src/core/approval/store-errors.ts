import type { ApprovalStore } from "../contract/approval.ts";
import { ConnectorError } from "../ground/errors.ts";

/**
 * Returns a store whose failures are ConnectorErrors `storage_unavailable`. The message leaves out the text of the
 * original error, which can contain the address and the password of a database.
 */
export const withStoreErrors = (store: ApprovalStore): ApprovalStore => ({
  async update(id, change) {
    try {
      return await store.update(id, change);
    } catch (error) {
      if (ConnectorError.is(error)) throw error;
      throw new ConnectorError(
        "storage_unavailable",
        "The approval store failed, so this call sent no write.",
        {
          hint: "Call again when the store works. If the same call may have run before, check first what it has done.",
        },
      );
    }
  },
});
