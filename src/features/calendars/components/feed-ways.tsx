"use client";

import { CalendarPlus, Copy, Download } from "lucide-react";
import { type ReactNode, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { toast } from "@/components/ui/toast";
import { copy } from "../messages";
import { waysTo } from "../rules";

type FeedWaysProps = {
  /** The path of the calendar. */
  path: string;
  /** The origin of the site, if the server knows it. */
  site: string;
  /** Whether to offer a file of its tests. */
  download?: boolean;
};

const never = () => () => {};

/** How to subscribe to a calendar, one card for each program. */
export function FeedWays({ path, site, download = false }: FeedWaysProps) {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => site,
  );
  const { address, webcal, google } = waysTo(path, origin);

  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(address);
      toast.success(copy.copied);
    } catch {
      toast.error(copy.copyFailed);
    }
  }

  return (
    <ul className="grid grid-cols-1 gap-4 cards:grid-cols-2">
      <Way title={copy.phoneTitle} hint={copy.phoneHint}>
        <a href={webcal} className={buttonStyle({ wide: true })}>
          <CalendarPlus aria-hidden className="size-5" />
          {copy.phone}
        </a>
      </Way>
      <Way title={copy.googleTitle} hint={copy.googleHint}>
        <a href={google} target="_blank" rel="noopener noreferrer" className={buttonStyle({ wide: true })}>
          <CalendarPlus aria-hidden className="size-5" />
          {copy.google}
        </a>
      </Way>
      <Way title={copy.otherTitle} hint={copy.otherHint}>
        <code className="wrap-anywhere select-all rounded-sm bg-sunken px-3 py-2 text-xs">{address}</code>
        <Button variant="secondary" wide onClick={() => void copyAddress()}>
          <Copy aria-hidden className="size-5" />
          {copy.copyAddress}
        </Button>
      </Way>
      {download && (
        <Way title={copy.downloadTitle} hint={copy.downloadHint}>
          <a href={path} download className={buttonStyle({ variant: "secondary", wide: true })}>
            <Download aria-hidden className="size-5" />
            {copy.download}
          </a>
        </Way>
      )}
    </ul>
  );
}

function Way({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <h3 className="text-lg">{title}</h3>
      <p className="grow text-ink-soft text-sm">{hint}</p>
      {children}
    </li>
  );
}
