"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { codesCopy as copy } from "../messages";

type RecoveryCodesProps = { codes: string[]; onKept: () => void };

/** The recovery codes; they are shown only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid grid-cols-1 justify-items-start gap-4">
      <h4 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {copy.recoveryTitle}
      </h4>
      <p className="text-ink-soft text-sm">{copy.recoveryHint}</p>
      <ul className="figures grid w-full grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line p-4 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Button variant="secondary" onClick={onKept}>
        {copy.kept}
      </Button>
    </div>
  );
}
