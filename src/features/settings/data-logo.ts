import "server-only";
import { db } from "@/server/db/client";
import type { Logo } from "@/server/generated/prisma/client";
import type { LogoView } from "./schema";

/** The logo of letters, if there is one. */
export function readLogo(): Promise<Logo | null> {
  return db().logo.findUnique({ where: { place: "letters" } });
}

/** A logo as the browser shows it. */
export function viewOfLogo(logo: Pick<Logo, "bytes" | "type" | "width" | "height"> | null): LogoView {
  if (!logo) return null;
  const { bytes, type, width, height } = logo;
  return { type, width, height, base64: Buffer.from(bytes).toString("base64") };
}
