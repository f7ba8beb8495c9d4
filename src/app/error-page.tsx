"use client";

import { useEffect } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { buttonStyle } from "@/components/ui/button-style";
import { failures } from "@/content/failures";

/** Shown instead of a page that failed, within its area's layout. */
export function ErrorPage({ error }: { error: Error }) {
  useEffect(() => console.error(error), [error]);
  return (
    <div className="page grid min-h-96 place-content-center justify-items-center gap-6 py-16 text-center">
      <div role="alert" className="grid max-w-text gap-3">
        <h1 className="text-3xl">{failures.brokenTitle}</h1>
        <p className="text-ink-soft text-lg">{failures.brokenText}</p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className={buttonStyle({})} onClick={() => window.location.reload()}>
          {failures.tryAgain}
        </button>
        <ButtonLink href="/" variant="secondary">
          {failures.home}
        </ButtonLink>
      </div>
    </div>
  );
}
