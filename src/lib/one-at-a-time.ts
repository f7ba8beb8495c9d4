"use client";

import { useRef } from "react";

/** For work that must not begin twice: two quick presses come before the button is drawn disabled. */
export function useOneAtATime() {
  const isUnderWay = useRef(false);
  return {
    /** False when it is under way already. */
    begin(): boolean {
      if (isUnderWay.current) return false;
      isUnderWay.current = true;
      return true;
    },
    end(): void {
      isUnderWay.current = false;
    },
  };
}
