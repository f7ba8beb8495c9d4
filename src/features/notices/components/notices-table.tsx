import { clsx } from "clsx";
import { Pin } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { readers } from "../messages-readers";
import { screens as copy } from "../messages-screens";
import { audienceNamed } from "../rules";
import type { NoticeRowView } from "../schema-office";

const head = "h-9 border-line border-b px-2.25 text-start font-semibold text-xs whitespace-nowrap";
const cell = "h-10 border-line border-b px-2.25 group-last:border-b-0 max-md:h-15";
const fromMd = "hidden md:table-cell";

const tones = { draft: "neutral", scheduled: "accent", published: "success", withdrawn: "warning" } as const;

/** The state of a notice as a badge. */
export function NoticeStateBadge({ state, isHeld }: Pick<NoticeRowView, "state" | "isHeld">) {
  return <Badge tone={isHeld ? "warning" : tones[state]}>{copy.states[state]}</Badge>;
}

/** A row for each notice; on a phone, all in one cell. */
export function NoticesTable({ notices, stale }: { notices: readonly NoticeRowView[]; stale: boolean }) {
  return (
    <table
      aria-label={copy.title}
      aria-busy={stale || undefined}
      className={clsx(
        "w-full border-separate border-spacing-0 rounded-md border border-line bg-surface text-sm",
        stale && "opacity-60",
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={clsx(head, "ps-3.25")}>
            {copy.heads.title}
          </th>
          <th scope="col" className={head}>
            {copy.heads.audience}
          </th>
          <th scope="col" className={head}>
            {copy.heads.date}
          </th>
          <th scope="col" className={clsx(head, "pe-3.25")}>
            {copy.heads.state}
          </th>
        </tr>
      </thead>
      <tbody>
        {notices.map((notice) => (
          <Row key={notice._id} notice={notice} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ notice }: { notice: NoticeRowView }) {
  const { _id, title, pinned, publishAt, publishedAt } = notice;
  const audience = audienceNamed(notice.audience);
  const at = publishAt ?? publishedAt;
  return (
    <tr className="group relative hover:bg-paper">
      <th scope="row" className={clsx(cell, "w-full max-w-0 ps-3.25 text-start font-normal")}>
        <span className="flex items-center gap-1.5">
          {pinned && <Pin role="img" aria-label={readers.pinned} className="size-3.5 shrink-0 text-accent" />}
          <Link
            href={`/admin/notices/${_id}`}
            title={title}
            dir="auto"
            className="block truncate rounded-sm font-semibold hover:text-accent hover:underline max-md:after:absolute max-md:after:inset-0"
          >
            {title}
          </Link>
        </span>
        <span className="figures block truncate text-ink-soft text-xs md:hidden">
          {audience}
          {at && (
            <>
              {" · "}
              <Moment at={at} />
            </>
          )}
        </span>
      </th>
      <td className={clsx(cell, fromMd, "max-w-70 truncate")} title={audience}>
        {audience}
      </td>
      <td className={clsx(cell, fromMd, "whitespace-nowrap")}>{at ? <Moment at={at} /> : copy.nothing}</td>
      <td className={clsx(cell, "whitespace-nowrap pe-3.25")}>
        <NoticeStateBadge state={notice.state} isHeld={notice.isHeld} />
      </td>
    </tr>
  );
}
