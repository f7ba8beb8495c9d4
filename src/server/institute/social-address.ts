import "server-only";
import { createHash } from "node:crypto";
import { siteDefaults } from "@/content/site";
import type { SiteFacts, SitePicture } from "@/lib/site-content";
import { picturesPath } from "@/lib/site-pictures";

/** What programs that show links expect. */
export const socialSize = { width: 1200, height: 630 } as const;

const ofProduct = { src: "/opengraph-image.png", ...socialSize };

const said = ({ name, tagline, city, logo }: SiteFacts) => [name, tagline, city, logo?.src ?? ""];
/** True where the picture that comes with the product says the same. */
export const isOfProduct = (facts: SiteFacts) => String(said(facts)) === String(said(siteDefaults.facts));
/** What the picture is of. */
export const hashOfSocial = (facts: SiteFacts) =>
  createHash("sha256")
    .update(JSON.stringify(said(facts)))
    .digest("hex")
    .slice(0, 32);

/** The picture beside links to the site. Its address changes with what it shows. */
export function socialPictureOf(facts: SiteFacts): SitePicture {
  return isOfProduct(facts) ? ofProduct : { src: `${picturesPath}social/${hashOfSocial(facts)}.png`, ...socialSize };
}
