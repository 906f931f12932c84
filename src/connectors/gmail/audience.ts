import type { Audience, AudienceCall, AudienceReader } from "../../core/contract/audience.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import { type Dict, isDict, stringAt } from "../../core/ground/json.ts";
import { isOutside } from "../google/outside.ts";
import { answerTo } from "./answers.ts";
import { mailOf } from "./mail-params.ts";
import { type Mailbox, readMailbox, readMailboxes, unreadMailboxes } from "./mime/address.ts";
import type { Mail } from "./mime/write-message.ts";

const sending = new Set(["messages.send", "messages.reply", "messages.forward", "drafts.send"]);

/** Creates the function that says who gets a message. */
export function createAudience(): AudienceReader {
  let own: string | undefined;
  const reader = async (params: Dict, call: AudienceCall): Promise<Audience | undefined> => {
    if (!sending.has(`${call.entity}.${call.action}`)) return undefined;
    own ??= await ownAddress(call);
    const addresses = [...new Set(await recipientsOf(params, call, own))];
    return {
      readers: addresses.join(", ") || "nobody",
      hasNames: true,
      external: addresses.filter((one) => !readMailbox(one) || isOutside(one, own)),
      notified: addresses,
      notified_people: addresses.length,
      warnings: [],
    };
  };
  return Object.assign(reader, { learn: () => {} });
}

async function ownAddress({ read }: AudienceCall): Promise<string | undefined> {
  return stringAt(await readIfAllowed(read, ["profile", "get", {}]), "emailAddress")?.toLowerCase();
}

/** Returns the people who get what the call sends. */
async function recipientsOf(params: Dict, { entity, action, read }: AudienceCall, own: string | undefined): Promise<readonly string[]> {
  if (entity === "drafts") {
    const { data } = await read("drafts", "get", { id: params.id });
    const headers = ["to", "cc", "bcc"].map((field) => stringAt(data, `message.${field}`) ?? "");
    // Gmail sends a draft also to what this package cannot read, such as an address in another alphabet.
    return headers.flatMap((header) => [...addressesOf(readMailboxes(header)), ...unreadMailboxes(header)]);
  }
  if (action !== "reply") return allOf(mailOf(params));
  const { data } = await read("messages", "get", { id: params.id });
  return [...allOf(answerTo(isDict(data) ? data : {}, own, params.replyAll === true)), ...allOf(mailOf(params))];
} // prettier-ignore

const allOf = ({ to, cc = [], bcc = [] }: Pick<Mail, "to" | "cc" | "bcc">) =>
  addressesOf([...to, ...cc, ...bcc]);
const addressesOf = (list: readonly Mailbox[]) => list.map(({ address }) => address.toLowerCase());
