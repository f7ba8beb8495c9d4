"use client";

import { useAdministers } from "../ui/administers";
import { ButtonLink } from "../ui/button-link";

/** Shown if a school year is missing: administrators get a link to add it, others are told who can. */
export function YearLink() {
  return useAdministers() ? (
    <ButtonLink href="/admin/settings#years" variant="secondary">
      Add the school year
    </ButtonLink>
  ) : (
    <p className="text-ink-soft text-sm">An administrator adds it under Settings.</p>
  );
}
