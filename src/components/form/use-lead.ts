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
 * Returns a function that opens the page that follows an answer. It opens none once the component is gone: a late answer leads
 * nobody away from where they are by then (decision 381). Call it where the component outlives the answer.
 */
export function useLead(): (href: string) => void {
  const router = useRouter();
  const isHere = useIsHere();
  return (href) => {
    if (isHere()) router.push(href);
  };
}
