"use client";

import { Copy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { toast } from "@/components/ui/toast";
import { officeScreens as copy } from "../messages-screens";
import type { MadeCodeView } from "../schema";
import { endInWords } from "./end-in-words";

/** A new code in large type, with the page where it is used. */
export function ShownCode({ made, onClose }: { made: MadeCodeView; onClose: () => void }) {
  const { code, expiresAt } = made;
  return (
    <div role="status" className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 justify-items-center gap-3 rounded-md bg-accent-soft px-4 py-5 text-center">
        <p className="figures select-all whitespace-nowrap font-mono font-semibold text-3xl">{code}</p>
        {/* Without HTTPS there is no clipboard; a click selects the whole code. */}
        {navigator.clipboard && (
          <Button
            variant="secondary"
            onClick={() =>
              navigator.clipboard.writeText(code).then(
                () => toast.success(copy.copied),
                () => toast.error(copy.failed),
              )
            }
          >
            <Copy aria-hidden className="size-4.5" />
            {copy.copy}
          </Button>
        )}
        <p className="text-sm">
          {copy.where} <span className="wrap-anywhere font-semibold">{`${window.location.origin}/join`}</span>
        </p>
      </div>
      <p className="text-ink-soft text-sm">
        {copy.until(endInWords(expiresAt, useClock()))} {copy.once}
      </p>
      <div className="grid sm:justify-end">
        <Button onClick={onClose}>{copy.close}</Button>
      </div>
    </div>
  );
}
