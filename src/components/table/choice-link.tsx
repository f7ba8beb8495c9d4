"use client";

import type { ComponentProps } from "react";
import type { Choices } from "@/lib/list-address";
import { useAddress } from "./address";

type ChoiceLinkProps = Omit<ComponentProps<"a">, "href" | "onClick"> & {
  changes: Choices;
  /** Called before the rows are read again: if the link disappears with its choice, the focus needs another place. */
  onGo?: (link: HTMLElement) => void;
};

/** A link to the same list with other choices. Only the rows are read again; without script the server renders the whole page. */
export function ChoiceLink({ changes, onGo, ...rest }: ChoiceLinkProps) {
  const { hrefWith, go } = useAddress();
  return (
    <a
      {...rest}
      href={hrefWith(changes)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        onGo?.(event.currentTarget);
        go(changes);
      }}
    />
  );
}
