import type { Sealer } from "../credentials/sealing.ts";
import type { WebhookEndpointRow } from "../store/tables.ts";
import { newWebhookSecret } from "./signature.ts";

/** The secrets of an endpoint. The column `sealed` contains this object, encrypted. */
interface EndpointSecrets {
  secret: string;
  /** The earlier secret. Until the time `until`, in milliseconds since 1970, requests are signed with both secrets. */
  previous?: { secret: string; until: number };
}

type Row = Pick<WebhookEndpointRow, "id" | "organization_id">;
type Sealed = Pick<WebhookEndpointRow, "sealed" | "key_id">;

const associatedDataOf = ({ organization_id, id }: Row) => ["webhook-endpoint", organization_id, id];

const seal = (sealer: Sealer, row: Row, secrets: EndpointSecrets): Sealed => ({
  sealed: sealer.seal(JSON.stringify(secrets), associatedDataOf(row)),
  key_id: sealer.keyId,
});

const open = (sealer: Sealer, row: Row & Pick<Sealed, "sealed">): EndpointSecrets =>
  JSON.parse(sealer.open(row.sealed, associatedDataOf(row))) as EndpointSecrets;

export function createSecret(sealer: Sealer, row: Row): { secret: string; sealed: Sealed } {
  const secret = newWebhookSecret();
  return { secret, sealed: seal(sealer, row, { secret }) };
}

/** Replaces the secret of an endpoint. Until `until`, requests are signed with both secrets. */
export function replaceSecret(
  sealer: Sealer,
  row: Row & Pick<Sealed, "sealed">,
  until: number,
): { secret: string; sealed: Sealed } {
  const secret = newWebhookSecret();
  const previous = { secret: open(sealer, row).secret, until };
  return { secret, sealed: seal(sealer, row, { secret, previous }) };
}

/** Returns the secrets that sign a request now. The newest secret comes first. */
export function secretsOf(sealer: Sealer, row: Row & Pick<Sealed, "sealed">, now: number): string[] {
  const { secret, previous } = open(sealer, row);
  return previous !== undefined && now < previous.until ? [secret, previous.secret] : [secret];
}
