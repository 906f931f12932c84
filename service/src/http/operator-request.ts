import { ConnectorError } from "agent-connectors";
import { isSameOrigin } from "../connect/same-origin.ts";
import { publicUrlOf } from "../connect/connect-services.ts";
import type { OperatorServices } from "../operators/operator-services.ts";
import { hasRole, type Role } from "../operators/roles.ts";
import { isCsrfOf, signedInOperator, type Operator } from "../operators/signed-in-operator.ts";
import type { Context } from "./context.ts";
import { mediaType, readForm, readUpload } from "./request-body.ts";

/**
 * Checks the operator's session and role. Refuses a form that another site has sent.
 * @throws ConnectorError `missing_token`, `insufficient_scope`
 */
export async function authenticateOperator(
  request: Request,
  role: Role | undefined,
  services: OperatorServices,
): Promise<Operator> {
  if (!["GET", "HEAD"].includes(request.method)) checkFormOrigin(request, publicUrlOf(services));
  const operator = await signedInOperator(services, request);
  if (role === undefined || hasRole(operator.roles, role)) return operator;
  throw new ConnectorError("insufficient_scope", `This page needs the role ${role}.`, {
    path: "role",
    hint: "Ask the person who runs the service for a sign-in link with this role.",
    needed: [role],
    provided: operator.roles,
  });
}

/** @throws ConnectorError `insufficient_scope` unless the browser says that a page of this service has sent the form */
export function checkFormOrigin(request: Request, publicUrl: string): void {
  if (isSameOrigin(request, publicUrl)) return;
  throw new ConnectorError("insufficient_scope", "Another site has sent this form.", {
    hint: `Open ${publicUrl}/operate, and send the form there.`,
  });
}

/**
 * Reads a form, and checks that it comes from a page of this session. Returns the fields without `csrf`.
 * @throws ConnectorError `insufficient_scope` if the form comes from another session
 */
export async function readOperatorForm(
  request: Request,
  operator: Operator,
  { maxBodyBytes: max }: Context["limits"],
  uploads: boolean,
): Promise<Record<string, string>> {
  const isUpload = uploads && mediaType(request) === "multipart/form-data";
  if (!isUpload && mediaType(request) !== "application/x-www-form-urlencoded")
    throw new ConnectorError("unsupported_media_type", "The body is not a form.", { path: "content-type" });
  const { csrf, ...form } = await (isUpload ? readUpload : readForm)(request, { max });
  if (isCsrfOf(operator, csrf)) return form;
  throw new ConnectorError("insufficient_scope", "This form does not belong to your session.", {
    path: "csrf",
    hint: "Open the page again, and send its form.",
  });
}
