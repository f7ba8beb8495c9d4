"use client";

import { useAdministers } from "../ui/administers";
import { Alert } from "../ui/alert";
import { ButtonLink } from "../ui/button-link";

/** A warning before families are sent something that still has the name and number of the software. */
export function ProductFacts() {
  const administers = useAdministers();
  return (
    <Alert
      tone="warning"
      title="The institute’s own name and telephone number are not published yet."
      action={
        administers && (
          <ButtonLink href="/admin/institute/facts" variant="secondary">
            Enter them
          </ButtonLink>
        )
      }
    >
      Until they are published, families read the name and number that came with the software.
      {!administers && " An administrator can publish them under Site."}
    </Alert>
  );
}
