"use client";

import { useAdministers } from "../ui/administers";
import { ButtonLink } from "../ui/button-link";

/** Where a school year is missing: administrators are led to the place to add it, others are told who does. */
export function YearLink() {
  return useAdministers() ? (
    <ButtonLink href="/admin/settings#years" variant="secondary">
      Add the school year
    </ButtonLink>
  ) : (
    <p className="text-ink-soft text-sm">An administrator adds it under Settings.</p>
  );
}
