import "server-only";
import { readLogo } from "@/server/institute/pictures";
import { logUnexpected } from "@/server/trpc/trpc";
import type { Logo } from "./email";

/** The logo for emails at half of its pixel size; null if its file cannot be read. */
export async function logoOfEmails(): Promise<Logo | null> {
  const logo = await readLogo("mail").catch((error: unknown) => {
    logUnexpected(error, "logo of emails");
    return null;
  });
  if (!logo) return null;
  const height = Math.min(36, (160 * logo.height) / logo.width);
  const width = Math.max(1, Math.round((height * logo.width) / logo.height));
  return { cid: "logo@institute", content: logo.bytes, width, height: Math.max(1, Math.round(height)) };
}
