import { Button } from "./button";
import { passFocusDown } from "./take-focus";

type MoreButtonProps = {
  list: { isFetchingNextPage?: boolean; fetchNextPage?: () => Promise<unknown> };
  /** Number of rows. It is the key of the button, so that the previous button passes on its focus. */
  shown: number;
};

/** Shows more rows of the list in the box around it. */
export const MoreButton = ({ list, shown }: MoreButtonProps) => (
  <div className="justify-self-center print:hidden">
    <Button
      key={shown}
      ref={passFocusDown}
      variant="secondary"
      busy={list.isFetchingNextPage ?? false}
      onClick={() => void list.fetchNextPage?.()}
    >
      Show more
    </Button>
  </div>
);
