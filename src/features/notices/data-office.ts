import "server-only";
import { emailDelay } from "@/lib/email-delay";
import type { Principal } from "@/lib/principal";
import { db } from "@/server/db/client";
import type { Prisma } from "@/server/generated/prisma/client";
import { nextDigest } from "@/server/mail/choices";
import { addressOf } from "@/server/mail/email";
import { forecast } from "@/server/mail/forecast";
import { isMailConfigured } from "@/server/mail/outbox";
import {
  audienceOf,
  endOf,
  getNotice,
  getToRead,
  include,
  type NoticeRow,
  noticeViewOf,
  requireAudience,
  rowViewOf,
} from "./data";
import { countAnswers, countAnswersOf, countReach, listPeople, type Meant } from "./data-audience";
import { answeringOf, groupText, knowsGuardians, placesToWriteTo, tellAtOf } from "./rules";
import { plainOf } from "./rules-text";
import type { ListNoticesInput } from "./schema";
import {
  type AnswersView,
  type Fact,
  type NoticePage,
  type NoticesPage,
  type NoticeToRead,
  noticeToRead,
  type PreviewInput,
  type ReachView,
} from "./schema-office";

const minute = 60_000;

/** True if a notice whose emails are due at a time ends before the email of the day that would contain it leaves. */
export function isBrief(endsAt: Date | null, dueAt: Date): boolean {
  // Due emails are gathered once a minute.
  return endsAt !== null && endsAt <= nextDigest(new Date(dueAt.getTime() + minute)).at;
}

/** The people of a stored notice. */
export function meantBy(row: NoticeRow): Meant {
  const { id, toStudents, toGuardians, mustConfirm, askedVersion, expiresAt, tellAt, publishAt } = row;
  return {
    audience: audienceOf(row),
    toStudents,
    toGuardians,
    mustConfirm,
    isBrief: isBrief(expiresAt, tellAt ?? tellAtOf(publishAt ?? new Date())),
    asked: { noticeId: id, version: askedVersion },
  };
}

/** Notices that the caller may edit: for a teacher, those whose whole audience the teacher may write to. */
function reached(principal: Principal): Prisma.NoticeWhereInput {
  const places = placesToWriteTo(principal);
  if (places === null) return {};
  // The section of a whole class is null, and `every` does not reject a null that is only compared.
  const own = places.map(({ className, section }) => ({
    className,
    ...(section !== null && { section: { equals: section, not: null } }),
  }));
  const isOwn = { kind: "class", OR: own } as const;
  return { audiences: { some: isOwn, every: isOwn } };
}

/** The same, and for a teacher also published ones for the classes or sections taught. */
function readable(principal: Principal): Prisma.NoticeWhereInput {
  const places = placesToWriteTo(principal);
  if (places === null) return {};
  const taught = places.map(({ className, section }) => ({
    kind: "class" as const,
    className,
    ...(section !== null && { OR: [{ section }, { section: null }] }),
  }));
  const isTaught = { none: { kind: "student" as const }, some: { OR: [{ kind: "students" as const }, ...taught] } };
  return places.length === 0
    ? reached(principal)
    : { OR: [reached(principal), { state: "published", audiences: isTaught }] };
}

/** The notices, unpublished ones first, then newest first. */
export async function listNotices(input: ListNoticesInput, principal: Principal): Promise<NoticesPage> {
  const { page, limit, state } = input;
  const heldWhere = { AND: [reached(principal), { heldAt: { not: null } }] };
  const ofState = state === "scheduled" ? { state, heldAt: null } : { ...(state && state !== "held" && { state }) };
  const where = state === "held" ? heldWhere : { AND: [readable(principal), ofState] };
  const [rows, states, heldStates, held] = await Promise.all([
    db().notice.findMany({
      where,
      include: {
        createdBy: { select: { name: true } },
        audiences: { include: { student: { select: { user: { select: { name: true } } } } }, take: 60 },
      },
      orderBy: [{ publishedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "desc" }],
      take: limit,
      skip: (page - 1) * limit,
    }),
    db().notice.groupBy({ by: ["state"], where: readable(principal), _count: true }),
    db().notice.groupBy({ by: ["state"], where: heldWhere, _count: true }),
    db().notice.findMany({ where: heldWhere, select: { id: true, title: true }, take: 100, orderBy: { id: "asc" } }),
  ]);
  const counts = { all: 0, draft: 0, scheduled: 0, published: 0, withdrawn: 0, held: 0 };
  for (const one of states) {
    counts[one.state] = one._count;
    counts.all += one._count;
  }
  for (const one of heldStates) {
    counts.held += one._count;
    if (one.state === "scheduled") counts.scheduled -= one._count;
  }
  const total = counts[state ?? "all"];
  return { items: rows.map(rowViewOf), page, total, counts, held: held.map(({ id, title }) => ({ _id: id, title })) };
}

/** The answers to published notices that the caller may edit. */
export async function listAnswers(ids: string[], principal: Principal): Promise<AnswersView[]> {
  const where = { AND: [reached(principal), { id: { in: ids }, state: "published" as const }] };
  const rows = await db().notice.findMany({ where, include });
  return countAnswersOf(rows.map((row) => ({ id: row.id, meant: meantBy(row) })));
}

/** When the emails of a notice would be sent if it were published now. */
async function leavesOf({ mailed, inDigest }: ReachView) {
  return forecast({ atOnce: mailed, inDigest }, new Date(), emailDelay);
}

/** A notice with its reach and answers. @throws AppError NOT_FOUND, FORBIDDEN */
export async function readNotice({ id }: { id: string }, principal: Principal): Promise<NoticePage> {
  const row = await getNotice(id, principal);
  const meant = meantBy(row);
  const [reach, answers, mails] = await Promise.all([
    countReach(meant),
    countAnswers(meant),
    db().mail.groupBy({ by: ["state"], where: { subjectId: id }, _count: true }),
  ]);
  const view = noticeViewOf(row);
  const isPublic = view.audience.some(({ kind }) => kind === "public");
  const { hasStudents, hasStaff } = answeringOf(view.audience);
  const own = hasStaff && !hasStudents ? `/admin/notices/for-me/${id}` : `/user/notices/${id}`;
  const href = addressOf(isPublic ? `/notices?notice=${id}#${id}` : own);
  return {
    ...view,
    reach,
    answers,
    isMailOn: isMailConfigured(),
    leaves: await leavesOf(reach),
    hasEnded: row.expiresAt !== null && row.expiresAt <= new Date(),
    groupText: groupText({ title: view.title, paragraphs: plainOf(view.blocks, addressOf), href }),
    mails: Object.fromEntries(mails.map(({ state, _count }) => [state, _count])),
  };
}

/** A notice without answers. @throws AppError NOT_FOUND, FORBIDDEN */
export async function readText({ id }: { id: string }, principal: Principal): Promise<NoticeToRead> {
  return noticeToRead.parse(noticeViewOf(await getToRead(id, principal)));
}

/** The list behind a number of a notice. @throws AppError NOT_FOUND, FORBIDDEN */
export async function listNoticePeople(id: string, fact: Fact, page: number, principal: Principal) {
  const meant = meantBy(await getNotice(id, principal));
  return listPeople(meant, fact, page, knowsGuardians(principal, meant.audience));
}

const meantByTyped = ({ until, ...meant }: PreviewInput): Meant => ({
  ...meant,
  isBrief: isBrief(endOf(until), tellAtOf(new Date())),
});

/** The reach of an unsaved notice. @throws AppError FORBIDDEN */
export async function previewReach(input: PreviewInput, principal: Principal) {
  requireAudience(principal, input.audience);
  const reach = await countReach(meantByTyped(input));
  return { ...reach, isMailOn: isMailConfigured(), leaves: await leavesOf(reach) };
}

/** The list behind a number of a preview. @throws AppError FORBIDDEN */
export function listPreviewPeople(input: PreviewInput & { fact: Fact; cursor: number }, principal: Principal) {
  requireAudience(principal, input.audience);
  return listPeople(meantByTyped(input), input.fact, input.cursor, knowsGuardians(principal, input.audience));
}

/** Deletes notices that ended before `time`; one without an end is kept until it is withdrawn. Returns their number. */
export async function purgeNotices(time: Date): Promise<number> {
  const ended = { OR: [{ expiresAt: { lt: time } }, { withdrawnAt: { lt: time } }] };
  const drafts = { state: "draft", createdAt: { lt: time } } as const;
  return (await db().notice.deleteMany({ where: { OR: [ended, drafts] } })).count;
}
