import { Download, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { copy } from "../messages";
import { hasExpired } from "../rules";
import type { MaterialView } from "../schema";

type MaterialCardProps = {
  material: MaterialView;
  /** Shows the delete button. */
  onDelete?: (() => void) | undefined;
  /** The rank of its title on the page. */
  heading?: "h2" | "h3";
};

/** One study material, with the button that opens its file in a new tab. */
export function MaterialCard({ material, onDelete, heading: Heading = "h2" }: MaterialCardProps) {
  const { className, materialName, subject, uploadedAt, uploadedBy, expiresAt, fileKind, fileSize, pdfFile } = material;
  const forStaff = uploadedBy !== undefined;
  // For the administrator alone: others are sent nothing that has expired, and the visitor's clock may differ from the
  // server's, whose HTML this must repeat.
  const expired = forStaff && hasExpired(expiresAt, new Date());
  return (
    <Card as="li" className="flex flex-col gap-5">
      <div className="flex items-start justify-between gap-3">
        <div className="flex flex-wrap gap-2">
          <Badge>Class {className}</Badge>
          {expired && <Badge tone="danger">Expired</Badge>}
        </div>
        {onDelete && (
          <div className="-my-2.5 -me-2.5">
            <Button variant="quiet" aria-label={`Delete ${materialName}`} onClick={onDelete}>
              <Trash2 aria-hidden className="size-5" />
            </Button>
          </div>
        )}
      </div>
      <div className="grid grid-cols-1 gap-2">
        <Heading dir="auto" className="break-words text-lg">
          {materialName}
        </Heading>
        <dl className="grid grid-cols-1 gap-0.5 text-ink-soft text-sm">
          <Fact label="Subject">{subject}</Fact>
          <Fact label="Uploaded">{shownDate(dateIn(institute.timeZone, uploadedAt))}</Fact>
          <Fact label="Size">{shownSize(fileSize)}</Fact>
          {uploadedBy !== undefined && <Fact label={copy.uploadedBy}>{uploadedBy ?? copy.formerColleague}</Fact>}
          {forStaff && expiresAt && (
            <Fact label={expired ? "Expired" : "Available until"}>
              <Moment at={expiresAt} />
            </Fact>
          )}
        </dl>
      </div>
      <a
        href={pdfFile}
        target="_blank"
        rel="noopener"
        aria-label={`${copy.download(fileKind)}: ${materialName}`}
        className={`${buttonStyle({ variant: "secondary", wide: true })} mt-auto`}
      >
        <Download aria-hidden className="size-5" />
        {copy.download(fileKind)}
      </a>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex gap-1.5">
      <dt className="shrink-0">{label}:</dt>
      <dd className="min-w-0 break-words font-medium text-ink">{children}</dd>
    </div>
  );
}

function shownSize(bytes: number): string {
  const megabytes = bytes / (1024 * 1024);
  return megabytes < 1 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${megabytes.toFixed(1)} MB`;
}
