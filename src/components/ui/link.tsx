"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";
import { useNavigation } from "./navigation";

type LinkProps = Omit<ComponentProps<typeof NextLink>, "href" | "onNavigate" | "prefetch" | "replace"> & {
  href: string;
};

/**
 * A link within the site. The page behind it is fetched in advance once the user is about to choose it, not as soon as the link
 * is in view: otherwise a first visit would fetch half the site, mostly in vain.
 */
export function Link(props: LinkProps) {
  const [isNear, setIsNear] = useState(false);
  const moves = useNavigation();
  const approach = () => setIsNear(true);
  return (
    <NextLink
      {...props}
      prefetch={isNear ? null : false}
      onPointerEnter={approach}
      onFocus={approach}
      onNavigate={(event) => {
        if (!moves) return;
        event.preventDefault();
        moves.go(props.href);
      }}
    />
  );
}
