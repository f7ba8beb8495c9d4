import "server-only";
import { headers } from "next/headers";
import { createCaller } from "@/features";
import type { SiteContent } from "@/lib/site-content";
import { site } from "@/server/institute/published";
import { currentSite } from "@/server/institute/site";
import { socialPictureOf } from "@/server/institute/social-address";
import { isMailConfigured } from "@/server/mail/outbox";
import { draftHeader } from "./draft-page";
import { currentPrincipal, prefetch } from "./page-session";

/**
 * The content of the site, for a page; the last known one if the database cannot be reached. In a preview, the content of the
 * draft.
 */
export async function shownSite(): Promise<SiteContent> {
  if ((await headers()).has(draftHeader)) {
    return (await createCaller({ principal: await currentPrincipal() }).institute.get()).content;
  }
  return (await prefetch("site", currentSite)) ?? site();
}

/** The preview picture of links to the site. */
export const socialPicture = socialPictureOf;

/** Whether the site sends emails. */
export const sendsMail = isMailConfigured;
