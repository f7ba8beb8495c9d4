import { clsx } from "clsx";
import { Download, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Moment } from "@/components/ui/clock";
import { institute } from "@/content/institute";
import { dateIn, isNewOn, shownDate } from "@/lib/dates";
import { shownSize } from "@/lib/file-kinds";
import { copy } from "../messages";
import { hasExpired } from "../rules";
import type { MaterialView } from "../schema";

type MaterialCardProps = {
  material: MaterialView;
  /** The institute's date. */
  today: string;
  /** Called to delete the material; shows the button. */
  onDelete?: (() => void) | undefined;
  /** The heading level of its title. */
  heading?: "h2" | "h3";
};

/**
 * One study material with a button that opens its file in a new tab: a card, or on a narrow screen and on paper a row
 * (decision 207).
 */
export function MaterialCard({ material, today, onDelete, heading: Heading = "h2" }: MaterialCardProps) {
  const { className, materialName, subject, uploadedAt, uploadedBy, expiresAt, fileKind, fileSize, pdfFile } = material;
  const forStaff = uploadedBy !== undefined;
  // Only for the administrator: nobody else gets expired materials, and the browser's clock may differ from the server's,
  // whose HTML must match.
  const expired = forStaff && hasExpired(expiresAt, new Date());
  const uploaded = dateIn(institute.timeZone, uploadedAt);
  return (
    <li className="flex min-w-0 cards:flex-col flex-wrap cards:flex-nowrap break-inside-avoid items-end cards:items-stretch gap-x-3 gap-y-0.5 cards:gap-5 cards:rounded-lg border-line not-first:border-t cards:border cards:bg-surface py-1.5 cards:p-5">
      <div className="flex w-full cards:flex-wrap items-start justify-between gap-x-3 cards:gap-y-2">
        {/* In a row, the badges start the line of the name. */}
        <div className="min-w-0 grow cards:grid cards:grid-cols-1 cards:gap-4">
          <span className="float-start me-2 flex cards:float-none cards:me-0 flex-wrap gap-1.5 cards:gap-2 [&>span]:py-0.5 [&>span]:leading-none cards:[&>span]:py-1 cards:[&>span]:leading-normal">
            <Badge>Class {className}</Badge>
            {isNewOn(uploaded, today) && <Badge tone="success">{copy.isNew}</Badge>}
            {expired && <Badge tone="danger">Expired</Badge>}
          </span>
          <Heading
            dir="auto"
            className="break-words text-wrap text-sm leading-tight cards:text-balance cards:text-lg cards:leading-normal"
          >
            {materialName}
          </Heading>
        </div>
        {onDelete && (
          <div className="-my-2.5 -me-2.5">
            <Button variant="quiet" aria-label={`Delete ${materialName}`} onClick={onDelete}>
              <Trash2 aria-hidden className="size-5" />
            </Button>
          </div>
        )}
      </div>
      <dl className="flex min-w-0 grow basis-0 cards:basis-auto cards:grow-0 cards:grid cards:grid-cols-1 flex-wrap gap-x-1.5 cards:gap-0.5 text-ink-soft cards:text-sm text-xs leading-tight cards:leading-normal">
        <Fact label="Subject">{subject}</Fact>
        <Fact unlabelled label="Size">
          {shownSize(fileSize)}
        </Fact>
        <Fact label="Uploaded">{shownDate(uploaded)}</Fact>
        {uploadedBy !== undefined && <Fact label={copy.uploadedBy}>{uploadedBy ?? copy.formerColleague}</Fact>}
        {forStaff && expiresAt && (
          <Fact label={expired ? "Expired" : "Available until"}>
            <Moment at={expiresAt} />
          </Fact>
        )}
      </dl>
      <a
        href={pdfFile}
        target="_blank"
        rel="noopener"
        aria-label={`${copy.download(fileKind)}: ${materialName}`}
        className={`${buttonStyle({ variant: "secondary", size: "row" })} cards:mt-auto`}
      >
        <Download aria-hidden className="hidden size-5 cards:block" />
        {copy.download(fileKind)}
      </a>
    </li>
  );
}

type FactProps = {
  label: string;
  /** In a row, where the value is clear without a label. */
  unlabelled?: boolean;
  children: ReactNode;
};

function Fact({ label, unlabelled = false, children }: FactProps) {
  return (
    <div className="flex min-w-0 gap-1 cards:gap-1.5">
      <dt className={clsx("shrink-0", unlabelled && "sr-only cards:not-sr-only")}>{label}:</dt>
      <dd className="min-w-0 break-words font-medium text-ink">{children}</dd>
    </div>
  );
}
