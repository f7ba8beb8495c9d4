"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

/** Returns a function that is true while the component is on the page. */
export function useIsHere(): () => boolean {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return () => isHere.current;
}

/**
 * Returns a function that opens the page that follows an answer. It does nothing once the component is gone, so that a late
 * answer takes nobody away from the page they are on by then (decision 381). Call it in a component that outlives the answer.
 */
export function useLead(): (href: string) => void {
  const router = useRouter();
  const isHere = useIsHere();
  return (href) => {
    if (isHere()) router.push(href);
  };
}
