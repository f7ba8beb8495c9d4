"use client";

import { useRef } from "react";

/** Calls a mutation unless its last call is under way: two quick presses come before the button is drawn disabled. */
export function useSingleFlight<Input>({ mutateAsync }: { mutateAsync: (input: Input) => Promise<unknown> }) {
  const isUnderWay = useRef(false);
  return (input: Input) => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const end = () => {
      isUnderWay.current = false;
    };
    mutateAsync(input).then(end, end);
  };
}
