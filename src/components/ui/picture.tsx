import type { ComponentProps } from "react";
import { sourcesOf } from "@/lib/site-pictures";

type PictureProps = Omit<ComponentProps<"img">, "src" | "loading" | "width" | "height"> & {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Seen at once when the page opens: fetched first, where the others wait until they are near. */
  first?: boolean;
};

/**
 * A picture. It keeps its place while it loads, and follows the width it is given. Of one of the institute's own the browser
 * takes the size that fits `sizes`.
 */
export function Picture({ alt, sizes, first = false, ...rest }: PictureProps) {
  const srcSet = sourcesOf(rest);
  // Inside <picture>, React announces no preload: a page that is fetched ahead must not fetch this one's pictures.
  return (
    <picture className="contents">
      <img
        {...(srcSet && { srcSet, sizes })}
        {...rest}
        alt={alt}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
      />
    </picture>
  );
}
