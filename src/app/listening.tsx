"use client";

import { useEffect } from "react";

/** Marks the page as hydrated: forms submitted earlier wait for it (`src/http/next-html.ts`). */
export function Listening() {
  useEffect(() => {
    document.documentElement.dataset.listens = "";
  }, []);
  return null;
}
