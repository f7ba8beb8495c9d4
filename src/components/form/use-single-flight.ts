"use client";

import { useRef } from "react";

/** Calls a mutation unless a call is pending: a double click comes before the button is busy. */
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
