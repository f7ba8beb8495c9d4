import { keepPreviousData } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Pin } from "lucide-react";
import { Col } from "@/components/table/col";
import { tableStyle } from "@/components/table/table-style";
import type { Stale } from "@/components/table/use-last";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { Failed } from "@/components/ui/failed";
import { Link } from "@/components/ui/link";
import { dateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { readers } from "../messages-readers";
import { screens as copy } from "../messages-screens";
import { audienceInWords, shownState } from "../rules";
import type { AnswersView, NoticeRowView } from "../schema-office";

const head = "h-9 border-line border-b px-2.25 text-start font-semibold text-xs whitespace-nowrap";
const cell = "h-10 border-line border-b px-2.25 group-last:border-b-0 max-md:h-15 max-md:py-1.5";
const fromMd = "hidden md:table-cell";

const tones = {
  draft: "neutral",
  scheduled: "accent",
  published: "success",
  withdrawn: "neutral",
  held: "warning",
  ended: "neutral",
} as const;

/** The state of a notice as a badge. */
export function NoticeStateBadge({ notice }: { notice: Pick<NoticeRowView, "state" | "isHeld" | "until"> }) {
  const shown = shownState(notice, dateHere(new Date()));
  return <Badge tone={notice.isHeld ? "warning" : tones[shown]}>{copy.states[shown]}</Badge>;
}

/** A row for each notice; on a phone, all in one cell. */
export function NoticesTable({ notices, stale }: { notices: readonly NoticeRowView[]; stale: Stale }) {
  const ids = notices.flatMap(({ _id, state }) => (state === "published" ? [_id] : []));
  const answers = api.notices.answers.useQuery({ ids }, { enabled: ids.length > 0, placeholderData: keepPreviousData });
  const answersOf = new Map(answers.data?.map((one) => [one._id, one]));
  return (
    <>
      {answers.isError && <Failed of={answers}>{copy.answersFailed}</Failed>}
      <table
        aria-label={copy.title}
        aria-busy={stale === "coming" || undefined}
        className={clsx(tableStyle, stale && "opacity-60")}
      >
        <thead className="max-md:sr-only">
          <tr>
            <Col className={clsx(head, "ps-3.25")}>{copy.heads.title}</Col>
            <Col className={head}>{copy.heads.audience}</Col>
            <Col className={head}>{copy.heads.date}</Col>
            <Col className={head}>{copy.heads.read}</Col>
            <Col className={clsx(head, "pe-3.25")}>{copy.heads.state}</Col>
          </tr>
        </thead>
        <tbody>
          {notices.map((notice) => (
            <Row key={notice._id} notice={notice} answers={answersOf.get(notice._id)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ notice, answers }: { notice: NoticeRowView; answers: AnswersView | undefined }) {
  const { _id, title, pinned, publishAt, publishedAt, mustConfirm } = notice;
  const audience = audienceInWords(notice.audience);
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
            className="block rounded-sm font-semibold hover:text-accent hover:underline max-md:line-clamp-2 max-md:leading-snug max-md:after:absolute max-md:after:inset-0 md:truncate"
          >
            {title}
          </Link>
        </span>
        <span className="figures text-ink-soft text-xs max-md:line-clamp-2 md:hidden">
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
      <td className={clsx(cell, fromMd, "whitespace-nowrap")}>
        {answers && answers.all > 0 ? (
          <Link href={`/admin/notices/${_id}`} className="figures rounded-sm hover:text-accent hover:underline">
            {copy.readOf(answers.read, answers.all)}
            {mustConfirm && <span className="block text-ink-soft text-xs">{copy.confirmedBy(answers.confirmed)}</span>}
          </Link>
        ) : (
          copy.nothing
        )}
      </td>
      <td className={clsx(cell, "whitespace-nowrap pe-3.25")}>
        <NoticeStateBadge notice={notice} />
      </td>
    </tr>
  );
}
