"use client";

import { useEffect } from "react";

/** Marks the page once React listens to it: a form that was sent before waits for that (`src/http/next-html.ts`). */
export function Listening() {
  useEffect(() => {
    document.documentElement.dataset.listens = "";
  }, []);
  return null;
}
