import { clsx } from "clsx";
import { Download, Trash2 } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { dateHere, shownDateHere } from "@/content/institute";
import { isNewOn, shownDate } from "@/lib/dates";
import { shownSize } from "@/lib/file-kinds";
import { copy } from "../messages";
import { hasExpired } from "../rules";
import type { MaterialView } from "../schema";

const Expiry = lazy(() => import("./expiry").then((module) => ({ default: module.Expiry })));

type MaterialCardProps = {
  material: MaterialView;
  /** The institute's date. */
  today: string;
  /** Called to delete the material; shows the button. */
  onDelete?: (() => void) | undefined;
};

/** Longer names take the whole width of a row, above its button, so that forty rows stay within 4,000 pixels on a phone. */
const shortName = 40;

/**
 * One study material with a button that opens its file in a new tab: a card, or on a narrow screen and on paper a row
 * (decision 207).
 */
export function MaterialCard({ material, today, onDelete }: MaterialCardProps) {
  const {
    className,
    materialName,
    subject,
    uploadedAt,
    uploadedBy,
    availableFrom,
    expiresAt,
    fileKind,
    fileSize,
    pdfFile,
  } = material;
  const forStaff = uploadedBy !== undefined;
  // Only for the staff: nobody else gets expired materials, and the browser's clock may differ from the server's,
  // whose HTML must match.
  const expired = forStaff && hasExpired(expiresAt, new Date());
  const uploaded = dateHere(uploadedAt);
  const isNew = isNewOn(uploaded, today);
  const kind = fileKind.toUpperCase();
  const isStacked = materialName.length > shortName || onDelete !== undefined;
  return (
    <li className="relative flex min-w-0 cards:flex-col flex-wrap cards:flex-nowrap break-inside-avoid items-center cards:items-stretch gap-x-2 gap-y-1 cards:gap-5 cards:rounded-lg border-line not-first:border-t cards:border cards:bg-surface py-2 cards:p-5">
      <div className={clsx("cards:contents", isStacked ? "contents" : "grid min-w-0 grow basis-0 grid-cols-1 gap-y-1")}>
        <div
          className={clsx(
            "w-full cards:order-1 cards:-mt-1 cards:text-lg text-sm leading-tight cards:leading-normal",
            onDelete && "pe-9 cards:pe-0",
          )}
        >
          <h2
            dir="auto"
            className="inline cards:block break-words text-wrap cards:text-balance text-sm cards:text-lg leading-tight cards:leading-normal"
          >
            {materialName}
          </h2>
        </div>
        {/* In a row, the badges are with the facts, below the name; in a card, they are above the name. */}
        <div className="flex min-w-0 grow basis-0 cards:contents flex-wrap items-center gap-x-2.5 gap-y-1">
          <div
            className={clsx(
              "flex flex-wrap gap-1.5 cards:gap-2 [&>span]:py-0.5 [&>span]:leading-none cards:[&>span]:py-1 cards:[&>span]:leading-normal",
              onDelete && "cards:pe-9",
            )}
          >
            <Badge tone="neutral">Class {className}</Badge>
            {isNew && <Badge>{copy.isNew}</Badge>}
            {availableFrom && <Badge>{copy.startsOn(shownDateHere(availableFrom))}</Badge>}
            {expired && <Badge tone="danger">Expired</Badge>}
          </div>
          <dl className="contents cards:order-2 cards:grid grid-cols-1 gap-0.5">
            <Fact first={isNew ? "max-sm:min-w-1/3" : "max-sm:min-w-3/5"} unlabelled label="Subject">
              {subject}
            </Fact>
            <Fact label="Uploaded">{shownDate(uploaded)}</Fact>
            <Fact unlabelled label="Size">
              {shownSize(fileSize)}
            </Fact>
            {uploadedBy !== undefined && <Fact label={copy.uploadedBy}>{uploadedBy ?? copy.formerColleague}</Fact>}
            {forStaff && expiresAt && (
              <Fact label={expired ? "Expired" : "Available until"}>
                <Suspense fallback={shownDateHere(expiresAt)}>
                  <Expiry at={expiresAt} />
                </Suspense>
              </Fact>
            )}
          </dl>
        </div>
      </div>
      <a
        href={pdfFile}
        target="_blank"
        rel="noopener"
        aria-label={`${copy.download} ${kind}: ${materialName}`}
        className={`${buttonStyle({ variant: "secondary", size: "row" })} relative w-21 shrink-0 whitespace-nowrap after:absolute after:inset-x-0 after:-inset-y-1 cards:order-3 cards:mt-auto cards:w-auto cards:self-start cards:after:hidden`}
      >
        <Download aria-hidden className="size-4 cards:size-5" />
        <span>
          <span className="sr-only cards:not-sr-only">{copy.download}</span> {kind}
        </span>
      </a>
      {onDelete && (
        <div className="absolute end-0 cards:end-2.5 top-0 cards:top-2.5 -me-2.5 cards:me-0">
          <Button variant="quiet" aria-label={`Delete ${materialName}`} onClick={onDelete}>
            <Trash2 aria-hidden className="size-5" />
          </Button>
        </div>
      )}
    </li>
  );
}

type FactProps = {
  label: string;
  /** In a row, where the value is clear without a label. */
  unlabelled?: boolean;
  /** On a phone, so wide that the next facts begin a new line. */
  first?: string;
  children: ReactNode;
};

function Fact({ label, unlabelled = false, first, children }: FactProps) {
  return (
    <div
      className={clsx(
        "flex min-w-0 gap-1 cards:gap-1.5 text-ink-soft cards:text-sm text-xs leading-tight cards:leading-normal",
        first,
      )}
    >
      <dt className={clsx("shrink-0", unlabelled && "sr-only cards:not-sr-only")}>{label}:</dt>
      <dd className="min-w-0 break-words font-medium text-ink">{children}</dd>
    </div>
  );
}
