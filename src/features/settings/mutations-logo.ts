import "server-only";
import { fieldError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { encodePicture } from "@/server/documents/picture";
import { viewOfLogo } from "./data-logo";
import { say } from "./messages";
import { type LogoView, mostLogoBytes, mostLogoPixels } from "./schema";

const place = "letters";

/** Takes a picture as the logo of letters, re-encoded. @throws AppError BAD_REQUEST for what is no such picture */
export async function changeLogo(base64: string, by: Principal): Promise<LogoView> {
  const given = Buffer.from(base64, "base64");
  if (given.length > mostLogoBytes) throw fieldError("base64", say("logoTooLarge"));
  const picture = await encodePicture(given, mostLogoPixels);
  if (picture === "unreadable") throw fieldError("base64", say("logoUnreadable"));
  if (picture === "too large") throw fieldError("base64", say("logoTooWide"));
  const data = { ...picture, changedById: by.userId, changedAt: new Date() };
  await transaction(async (tx) => {
    await tx.logo.upsert({ where: { place }, create: { place, ...data }, update: data });
    await record(tx, { action: "logo-changed", by });
  });
  return viewOfLogo(data);
}

/** Takes the logo off the letters. */
export async function removeLogo(by: Principal): Promise<LogoView> {
  await transaction(async (tx) => {
    const { count } = await tx.logo.deleteMany({ where: { place } });
    if (count > 0) await record(tx, { action: "logo-removed", by });
  });
  return null;
}
