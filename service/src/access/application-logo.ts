import { ConnectorError } from "agent-connectors";

/** The maximum size of a logo in bytes. */
const maxBytes = 65_536;
const [least, most] = [16, 1024];
const signature = "89504e470d0a1a0a";

/**
 * Checks a logo, and returns it as base64. Only PNG is allowed: an SVG could contain a program.
 * @throws ConnectorError `validation_error`
 */
export function readLogo(base64: string): string {
  const bytes = Buffer.from(base64, "base64");
  const fault = faultOf(bytes);
  if (fault === undefined) return bytes.toString("base64");
  throw new ConnectorError("validation_error", `The logo ${fault}.`, {
    path: "logo",
    hint: `Choose a PNG image with ${least} to ${most} pixels in width and height, and at most ${maxBytes / 1024} KB.`,
  });
}

function faultOf(bytes: Buffer): string | undefined {
  if (bytes.length > maxBytes) return "is too large";
  // A PNG begins with its signature and with a chunk that has the width and the height.
  const isPng = bytes.length > 33 && bytes.toString("hex", 0, 8) === signature && bytes.toString("latin1", 12, 16) === "IHDR"; // prettier-ignore
  if (!isPng) return "is no PNG image";
  const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return sides.every((side) => side >= least && side <= most) ? undefined : `has ${sides.join(" × ")} pixels`;
}
