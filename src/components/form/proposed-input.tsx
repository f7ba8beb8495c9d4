"use client";

import { type ComponentProps, useState } from "react";
import { Input } from "../ui/input";

/**
 * The proposed text of a control: the newest proposal until the user types, then the one that the user changed. Use this text
 * as the key of the control, so that a new proposal replaces the control. The returned function is for its input events.
 */
export function useProposal(proposed: string) {
  const [kept, setKept] = useState<string>();
  const text = kept ?? proposed;
  return [text, () => setKept(text)] as const;
}

type ProposedInputProps = Omit<ComponentProps<typeof Input>, "defaultValue"> & { proposed: string };

/** An input whose proposed text may change while the page is open. */
export function ProposedInput({ proposed, onInput, ...rest }: ProposedInputProps) {
  const [text, keep] = useProposal(proposed);
  return (
    <Input
      {...rest}
      key={text}
      defaultValue={text}
      onInput={(event) => {
        keep();
        onInput?.(event);
      }}
    />
  );
}
