import type { ComponentProps } from "react";

type PictureProps = Omit<ComponentProps<"img">, "loading" | "width" | "height"> & {
  alt: string;
  width: number;
  height: number;
  /** Seen at once when the page opens: fetched first, where the others wait until they are near. */
  first?: boolean;
};

/** A drawn picture. It keeps its place while it loads, and follows the width it is given. */
export function Picture({ alt, first = false, ...rest }: PictureProps) {
  // Inside <picture>, React announces no preload: a page that is fetched ahead must not fetch this one's pictures.
  return (
    <picture className="contents">
      <img {...rest} alt={alt} loading={first ? "eager" : "lazy"} fetchPriority={first ? "high" : "auto"} />
    </picture>
  );
}
