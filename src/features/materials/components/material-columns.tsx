import { Download } from "lucide-react";
import type { Column } from "@/components/table/data-table";
import { Badge } from "@/components/ui/badge";
import { dateHere, shownDateHere } from "@/content/institute";
import { shownSize } from "@/lib/file-kinds";
import { shortDate } from "@/lib/short-days";
import { copy } from "../messages";
import { officeCopy as words } from "../messages-office";
import { endsSoon, hasExpired } from "../rules";
import type { MaterialView } from "../schema";

const { heads } = words;

/** The line below a material's name on a phone; near or past ends, and later starts, are badges. */
export function lineOf({ className, subject, downloads = 0, ...times }: MaterialView): string {
  const end = farEndOf(times);
  const isPlain = times.expiresAt === null && !times.availableFrom;
  const fact = end ? words.untilDay(dayOf(end)) : isPlain && words.downloads(downloads);
  return [words.className(className), subject, fact].filter(Boolean).join(" · ");
}

export const columns: readonly Column<MaterialView>[] = [
  { name: heads.class, from: "md", numeric: true, cell: ({ className }) => className },
  {
    name: heads.subject,
    from: "lg",
    // At most two lines, so that the name has enough space.
    cell: ({ subject }) => (
      <span className="line-clamp-2 w-max max-w-40 whitespace-normal wrap-anywhere print:line-clamp-none">
        {subject}
      </span>
    ),
  },
  {
    name: heads.uploaded,
    from: "xl",
    cell: ({ uploadedAt, uploadedBy }) => (
      <span title={uploadedBy ?? copy.formerColleague} className="text-ink-soft">
        {shownDateHere(uploadedAt)}
        <span className="sr-only">, {uploadedBy ?? copy.formerColleague}</span>
      </span>
    ),
  },
  { name: heads.until, cell: (material) => <Until {...material} /> },
  { name: heads.size, from: "md", numeric: true, cell: ({ fileSize }) => shownSize(fileSize) },
  { name: heads.downloads, from: "lg", numeric: true, cell: ({ downloads = 0 }) => downloads.toLocaleString("en-IN") },
  {
    name: heads.file,
    from: "md",
    cell: ({ materialName, pdfFile }) => (
      <a
        href={pdfFile}
        target="_blank"
        rel="noopener"
        title={words.open}
        aria-label={`${words.open}: ${materialName}`}
        className="-my-1 -ms-1.5 inline-grid size-9 place-items-center rounded-sm align-middle text-ink-soft hover:bg-sunken hover:text-ink focus-visible:outline-offset-1 dense:size-7.5"
      >
        <Download aria-hidden className="size-4.5" />
      </a>
    ),
  },
];

const dayOf = (moment: Date) => shortDate(dateHere(moment), dateHere(new Date()));

type Times = Pick<MaterialView, "expiresAt" | "availableFrom">;

/** The end of a material that is available now, unless the end is near or past. */
function farEndOf({ expiresAt, availableFrom }: Times): Date | null {
  return availableFrom || !expiresAt || endsSoon(expiresAt, new Date()) ? null : expiresAt;
}

function Until({ expiresAt, availableFrom }: Times) {
  if (availableFrom) return <Badge>{copy.startsOn(dayOf(availableFrom))}</Badge>;
  if (expiresAt === null) return <span className="text-ink-soft max-md:hidden print:inline">{words.always}</span>;
  const day = dayOf(expiresAt);
  if (hasExpired(expiresAt, new Date())) return <Badge tone="danger">{words.expiredOn(day)}</Badge>;
  if (endsSoon(expiresAt, new Date())) return <Badge tone="warning">{words.endsOn(day)}</Badge>;
  return <span className="max-md:hidden print:inline">{words.untilDay(day)}</span>;
}
