import type { SiteContent, SitePicture } from "./site-content";

/** Where the pictures of the institute itself are. */
export const picturesPath = "/pictures/site/";

/** Below this address are the public pages as the draft has them. */
export const previewPath = "/preview";

/** The sign of the site in a browser. */
export const signOf = ({ facts: { logo } }: Pick<SiteContent, "facts">): string =>
  logo ? fileOfPicture(logo, "icon.png") : "/icon.svg";

/** The widths in which a picture is kept, up to its own. */
export function pictureWidths(width: number): number[] {
  return [...[160, 320, 640, 960, 1280].filter((one) => one < width), width];
}

/** The address of a picture of the institute, at its full width. */
export const addressOfPicture = ({ hash, width }: { hash: string; width: number }) =>
  `${picturesPath}${hash}/${width}.webp`;

const ofInstitute = /^\/pictures\/site\/([0-9a-f]{32})\//;

/** The hash in the address of a picture of the institute; undefined for one that came with the product. */
export const hashOfAddress = (src: string): string | undefined => ofInstitute.exec(src)?.[1];

/** The address of another file of the same picture. */
export const fileOfPicture = ({ src }: SitePicture, name: string) => src.replace(/[^/]+$/, name);

/** The addresses of a picture in all its widths, for the browser to choose from. */
export function sourcesOf({ src, width }: SitePicture): string | undefined {
  const widths = hashOfAddress(src) ? pictureWidths(width) : [];
  if (widths.length < 2) return undefined;
  return widths.map((one) => `${fileOfPicture({ src, width, height: 0 }, `${one}.webp`)} ${one}w`).join(", ");
}

/** The hashes of the institute's own pictures in a content. */
export function hashesIn({ facts, story, team, gallery }: SiteContent): string[] {
  const all = [facts.logo, story.portrait, ...team.map(({ portrait }) => portrait), ...gallery];
  return [...new Set(all.flatMap((picture) => (picture && hashOfAddress(picture.src)) || []))];
}
