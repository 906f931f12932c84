import type { Audience, AudienceCall, AudienceReader } from "../../core/contract/audience.ts";
import { readIfAllowed } from "../../core/call/read-if-allowed.ts";
import { type Dict, isDict, stringAt } from "../../core/ground/json.ts";
import { isOutside } from "../google/outside.ts";
import { answerTo } from "./answers.ts";
import { mailOf } from "./mail-params.ts";
import { type Mailbox, readMailboxes } from "./mime/address.ts";
import type { Mail } from "./mime/write-message.ts";

const sending = new Set(["messages.send", "messages.reply", "messages.forward", "drafts.send"]);

/** Creates the function that says who gets a message. */
export function createAudience(): AudienceReader {
  let own: string | undefined;
  const reader = async (params: Dict, call: AudienceCall): Promise<Audience | undefined> => {
    if (!sending.has(`${call.entity}.${call.action}`)) return undefined;
    own ??= await ownAddress(call);
    const recipients = await recipientsOf(params, call, own);
    const addresses = [...new Set(recipients.map(({ address }) => address.toLowerCase()))];
    return {
      readers: addresses.join(", ") || "nobody",
      hasNames: true,
      external: addresses.filter((address) => isOutside(address, own)),
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
async function recipientsOf(params: Dict, { entity, action, read }: AudienceCall, own: string | undefined): Promise<readonly Mailbox[]> {
  if (entity === "drafts") {
    const { data } = await read("drafts", "get", { id: params.id });
    return ["to", "cc", "bcc"].flatMap((field) => readMailboxes(stringAt(data, `message.${field}`) ?? ""));
  }
  if (action !== "reply") return allOf(mailOf(params));
  const { data } = await read("messages", "get", { id: params.id });
  return [...allOf(answerTo(isDict(data) ? data : {}, own, params.replyAll === true)), ...allOf(mailOf(params))];
} // prettier-ignore

const allOf = ({ to, cc = [], bcc = [] }: Pick<Mail, "to" | "cc" | "bcc">) => [...to, ...cc, ...bcc];
