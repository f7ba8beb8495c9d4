import type { ComponentProps } from "react";
import { sourcesOf } from "@/lib/site-pictures";

type PictureProps = Omit<ComponentProps<"img">, "src" | "loading" | "width" | "height"> & {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Visible as soon as the page opens: fetched first, while other pictures wait until they are nearly in view. */
  first?: boolean;
};

/**
 * A picture. It reserves its space while it loads, and adapts to the available width. For the institute's own pictures, the
 * browser picks the size that fits `sizes`.
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
