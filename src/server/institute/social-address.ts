import "server-only";
import { createHash } from "node:crypto";
import { siteDefaults } from "@/content/site";
import type { SiteFacts, SitePicture } from "@/lib/site-content";
import { picturesPath } from "@/lib/site-pictures";

/** The size that programs expect for link previews. */
export const socialSize = { width: 1200, height: 630 } as const;

const ofProduct = { src: "/opengraph-image.png", ...socialSize };

const said = ({ name, tagline, city, logo }: SiteFacts) => [name, tagline, city, logo?.src ?? ""];
/** True if the default picture shows the same content. */
export const isOfProduct = (facts: SiteFacts) => String(said(facts)) === String(said(siteDefaults.facts));
/** The content that the picture shows. */
export const hashOfSocial = (facts: SiteFacts) =>
  createHash("sha256")
    .update(JSON.stringify(said(facts)))
    .digest("hex")
    .slice(0, 32);

/** The preview picture for links to the site. Its URL changes with its content. */
export function socialPictureOf(facts: SiteFacts): SitePicture {
  return isOfProduct(facts) ? ofProduct : { src: `${picturesPath}social/${hashOfSocial(facts)}.png`, ...socialSize };
}
