import type { SiteContent, SitePicture } from "./site-content";

/** The path of the institute's own pictures. */
export const picturesPath = "/pictures/site/";

/** The path of the previews of public pages, with the content of the draft. */
export const previewPath = "/preview";

/** The favicon. */
export const signOf = ({ facts: { logo } }: Pick<SiteContent, "facts">): string =>
  logo ? fileOfPicture(logo, "icon.png") : "/icon.svg";

/** The widths of the stored files of a picture, up to its own width. */
export function pictureWidths(width: number): number[] {
  return [...[160, 320, 640, 960, 1280].filter((one) => one < width), width];
}

/** The path of a picture of the institute at full width. */
export const addressOfPicture = ({ hash, width }: { hash: string; width: number }) =>
  `${picturesPath}${hash}/${width}.webp`;

const ofInstitute = /^\/pictures\/site\/([0-9a-f]{32})\//;

/** The hash in the path of a picture of the institute; undefined for a picture of the product. */
export const hashOfAddress = (src: string): string | undefined => ofInstitute.exec(src)?.[1];

/** The address of another file of the same picture. */
export const fileOfPicture = ({ src }: SitePicture, name: string) => src.replace(/[^/]+$/, name);

/** The `srcset` of a picture; undefined if it has only one width. */
export function sourcesOf({ src, width }: SitePicture): string | undefined {
  const widths = hashOfAddress(src) ? pictureWidths(width) : [];
  if (widths.length < 2) return undefined;
  return widths.map((one) => `${fileOfPicture({ src, width, height: 0 }, `${one}.webp`)} ${one}w`).join(", ");
}

/** The hashes of the institute's own pictures in the content of the site. */
export function hashesIn({ facts, story, team, gallery }: SiteContent): string[] {
  const all = [facts.logo, story.portrait, ...team.map(({ portrait }) => portrait), ...gallery];
  return [...new Set(all.flatMap((picture) => (picture && hashOfAddress(picture.src)) || []))];
}
