import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { Input } from "./input";

/** A box to search in; give it an `aria-label` or a Field. */
export function SearchInput(props: ComponentProps<typeof Input>) {
  return (
    // The cross of the browser would be blue, and takes room from the placeholder even when it is not shown.
    <div className="relative [&_input::-webkit-search-cancel-button]:grayscale [&_input:placeholder-shown::-webkit-search-cancel-button]:hidden">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-5 text-ink-soft" />
      <Input type="search" enterKeyHint="search" {...props} inset />
    </div>
  );
}
