"use client";

import { useEffect } from "react";

/**
 * Stops each form with a date or time that is typed in part, which the browser would send as empty. The browser says what is
 * wrong, even in forms that it does not check otherwise.
 */
export function IncompleteDates() {
  useEffect(() => {
    function check(event: SubmitEvent) {
      const { elements } = event.target as HTMLFormElement;
      const inputs = [...elements].filter((one) => one instanceof HTMLInputElement);
      const incomplete = inputs.find(({ willValidate, validity }) => willValidate && validity.badInput);
      if (!incomplete) return;
      event.preventDefault();
      event.stopPropagation();
      incomplete.reportValidity();
    }
    // Before the handlers of React, which listens at the document.
    window.addEventListener("submit", check, true);
    return () => window.removeEventListener("submit", check, true);
  }, []);
  return null;
}
