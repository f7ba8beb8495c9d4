import { Download, FileText } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { dateHere } from "@/content/institute";
import { isNewOn, shownDate } from "@/lib/dates";
import { shownSize } from "@/lib/file-kinds";
import { copy } from "../messages";
import type { MaterialView } from "../schema";

type MaterialRowsProps = {
  materials: MaterialView[];
  /** The institute's date. */
  today: string;
  /** The heading level of the titles. */
  heading: "h2" | "h3";
};

/** The study materials of one class, one line each, with a button that opens the file in a new tab. */
export function MaterialRows({ materials, today, heading: Heading }: MaterialRowsProps) {
  return (
    <Card padding="none">
      <ul className="divide-y divide-line px-4 sm:px-5">
        {materials.map(({ _id, materialName, subject, fileKind, fileSize, uploadedAt, pdfFile }) => {
          const kind = fileKind.toUpperCase();
          const uploaded = dateHere(uploadedAt);
          return (
            <li key={_id} className="flex break-inside-avoid items-center gap-3 py-3 sm:gap-4">
              <FileText aria-hidden className="size-5 shrink-0 text-accent max-sm:hidden" />
              <div className="grid min-w-0 grow gap-0.5">
                <div className="flex flex-wrap items-center gap-x-2.5">
                  <Heading dir="auto" className="wrap-anywhere min-w-0 text-base max-sm:text-sm">
                    {materialName}
                  </Heading>
                  {isNewOn(uploaded, today) && <Badge>{copy.isNew}</Badge>}
                </div>
                <p className="wrap-anywhere figures text-ink-soft text-sm max-sm:text-xs">
                  <span className="max-sm:block">{subject}</span> <span className="max-sm:hidden">· </span>
                  <span className="whitespace-nowrap">
                    {kind}, {shownSize(fileSize)}
                  </span>{" "}
                  · <span className="whitespace-nowrap">{shownDate(uploaded)}</span>
                </p>
              </div>
              <a
                href={pdfFile}
                target="_blank"
                rel="noopener"
                aria-label={`${copy.download} ${kind}: ${materialName}`}
                className={`${buttonStyle({ variant: "secondary" })} shrink-0 max-sm:px-3`}
              >
                <Download aria-hidden className="size-4.5" />
                <span>
                  <span className="max-sm:sr-only">{copy.download}</span> {kind}
                </span>
              </a>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
