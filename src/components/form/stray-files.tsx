"use client";

import { useEffect } from "react";

/** Ignores a file that is dropped where nothing accepts it. The browser would open it in place of the page. */
export function StrayFiles() {
  useEffect(() => {
    function refuse(event: DragEvent) {
      const { dataTransfer, target } = event;
      if (event.defaultPrevented || !dataTransfer?.types.includes("Files")) return;
      if (target instanceof Element && target.matches("input[type=file]:enabled")) return;
      event.preventDefault();
      dataTransfer.dropEffect = "none";
    }
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
  return null;
}
