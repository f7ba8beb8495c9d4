import { clsx } from "clsx";
import { FileText, Megaphone } from "lucide-react";
import type { ReactNode } from "react";
import { ChangeNote } from "@/components/ui/change-note";
import { Moment, Time } from "@/components/ui/clock";
import { DaysLeft } from "@/components/ui/days-left";
import { Link } from "@/components/ui/link";
import { shownDateHere } from "@/content/institute";
import { leafOf } from "@/lib/dates";
import { shownSize } from "@/lib/file-kinds";
import { listed } from "@/lib/listed";
import { copy } from "../messages";
import type { OwnToday, Today } from "../schema";

const row = "relative flex flex-wrap items-center gap-x-4 gap-y-1 py-3.5";
const wide = "rounded-sm font-semibold after:absolute after:inset-0 hover:text-accent hover:underline";

/** A coming test with the remaining days. */
export function TestLine({ test, today }: { test: OwnToday["tests"][number]; today: string }) {
  const { subject, className, testDate, testTime, state, note, distance } = test;
  const { day, weekday, month, year } = leafOf(testDate, today);
  const isCancelled = state === "cancelled";
  return (
    <li className={row}>
      <time
        dateTime={testDate}
        className={clsx(
          "grid w-13 shrink-0 justify-items-center rounded-t-full rounded-b-md px-1 pt-2.5 pb-1.5 leading-tight",
          testDate === today && !isCancelled ? "bg-accent text-on-accent" : "bg-sunken",
        )}
      >
        <span className="font-bold text-lg leading-tight">{day}</span>
        <span className="text-xs">{month}</span>
        {year && <span className="text-xs">{year}</span>}
      </time>
      <div className="grid min-w-0 grow basis-20 gap-0.5">
        <p dir="auto" className={clsx("break-words font-semibold", isCancelled && "text-ink-soft line-through")}>
          {subject}
        </p>
        <p className="text-ink-soft text-sm">
          {className !== null && `${className} · `}
          {weekday}, <Time at={testTime} />
        </p>
        {note !== null && <ChangeNote cancelled={isCancelled}>{note}</ChangeNote>}
      </div>
      {distance !== null && (
        <DaysLeft day={testDate} today={today}>
          {distance}
        </DaysLeft>
      )}
    </li>
  );
}

type MaterialLineProps = {
  material: Today["materials"][number];
  /** The children in the class, if there are several. */
  names: string[];
  /** Their marks. */
  marks: ReactNode;
};

/** A recent material with a link to its file. */
export function MaterialLine({ material, names, marks }: MaterialLineProps) {
  const { materialName, subject, fileKind, fileSize, uploadedAt, pdfFile } = material;
  const facts = [subject, `${fileKind.toUpperCase()}, ${shownSize(fileSize)}`, ""];
  return (
    <li className={row}>
      <FileText aria-hidden className="size-5 shrink-0 text-accent" />
      <div className="grid min-w-0 grow basis-20 gap-0.5">
        <p className="wrap-anywhere">
          <a href={pdfFile} target="_blank" rel="noopener" dir="auto" className={wide}>
            {materialName}
          </a>
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {facts.join(" · ")}
          <span className="inline-block">{shownDateHere(uploadedAt)}</span>
        </p>
        {names.length > 0 && <p className="sr-only">{copy.forNames(listed(names))}</p>}
      </div>
      {marks}
    </li>
  );
}

/** An unread notice. */
export function NoticeLine({ notice }: { notice: Today["notices"][number] }) {
  const { _id, title, publishedAt, names } = notice;
  return (
    <li className={row}>
      <Megaphone aria-hidden className="size-5 shrink-0 text-accent" />
      <div className="grid min-w-0 grow basis-20 gap-1">
        <p className="wrap-anywhere">
          <Link href={`/user/notices/${_id}`} dir="auto" className={wide}>
            {title}
          </Link>
        </p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {names.length > 0 && `${copy.forNames(listed(names))} · `}
          <span className="inline-block">
            <Moment at={publishedAt} />
          </span>
        </p>
      </div>
    </li>
  );
}
