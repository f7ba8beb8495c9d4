"use client";

import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { copy } from "../messages";
import { shownSize } from "../rules";
import type { BackupsView } from "../schema";
import { DownloadDialog } from "./download-dialog";

type MadeBackupProps = {
  made: NonNullable<BackupsView["made"]>;
  asksForCode: boolean;
  onBegun: () => void;
  /** Other actions, beside the download. */
  children: ReactNode;
};

/** A backup that is ready to download. */
export function MadeBackup({ made, asksForCode, onBegun, children }: MadeBackupProps) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <div role="status" className="grid gap-1">
        <h2 className="text-base">{copy.ready}</h2>
        <dl className="figures flex flex-wrap gap-x-5 text-sm">
          <Fact name={copy.of}>
            <Moment at={made.at} />
          </Fact>
          <Fact name={copy.size}>{shownSize(made.bytes)}</Fact>
          <Fact name={copy.until}>
            <Moment at={made.until} />
          </Fact>
        </dl>
        <p className="text-ink-soft text-sm">{copy.untilHint}</p>
      </div>
      <div className="grid gap-3 sm:flex sm:flex-wrap">
        <Button onClick={() => setAsks(true)}>
          <Download aria-hidden className="size-5" />
          {copy.download}
        </Button>
        {children}
      </div>
      {asks && (
        <DownloadDialog
          taskId={made.taskId}
          asksForCode={asksForCode}
          onBegun={onBegun}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
