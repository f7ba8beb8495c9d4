import { emailDelay } from "@/lib/email-delay";
import { type Choices, pageAsked } from "@/lib/list-address";
import { listed } from "@/lib/listed";
import { type Actions, type Taught, taughtFor } from "@/lib/may";
import { placeName } from "@/lib/place-name";
import type { Principal } from "@/lib/principal";
import { storedClasses } from "@/lib/stored-classes";
import { copy } from "./messages";
import type { Audience, AudienceView } from "./schema";
import { type NoticeState, noticeFilters } from "./schema-states";

/** Permissions of this room. */
export const actions = { write: "teaching", read: "member" } as const satisfies Actions;

/** Number of notices per page. */
export const onPage = 30;

/** Maximum number of files per notice. */
export const mostFiles = 3;

/** The actions on a notice. */
export type Act = "edit" | "publish" | "callOff" | "change" | "takeBack" | "withdraw" | "remove";

const allowed: Record<NoticeState, readonly Act[]> = {
  draft: ["edit", "publish", "remove"],
  scheduled: ["edit", "publish", "callOff"],
  published: ["change", "takeBack", "withdraw"],
  withdrawn: ["remove"],
};

/** Whether a notice in this state allows the action. */
export const takes = (state: NoticeState, act: Act): boolean => allowed[state].includes(act);

type Shown = { state: NoticeState; isHeld: boolean; until: string | null };

/** The state of a notice as lists show it: a held one waits for a decision, a published one has ended after its last day. */
export function shownState({ state, isHeld, until }: Shown, today: string): NoticeState | "held" | "ended" {
  if (isHeld) return state === "scheduled" ? "held" : state;
  return state === "published" && until !== null && until < today ? "ended" : state;
}

/** When the emails about what is published or asked at a time are due. */
export const tellAtOf = (at: Date) => new Date(at.getTime() + emailDelay);

type Notified = { publishedAt: Date | null; tellAt: Date | null; toldAt: Date | null };

/** True if no email about a published notice was or is being sent. */
export function isNotificationPending({ publishedAt, tellAt, toldAt }: Notified, now: Date): boolean {
  if (publishedAt === null || tellAt === null || toldAt !== null || tellAt <= now) return false;
  // The first emails are sent after this delay; later ones belong to a new version that asks again.
  return tellAt.getTime() - publishedAt.getTime() <= emailDelay;
}

const coversWholly = (taught: Taught, one: Audience) =>
  one.kind === "class" &&
  taught.className === one.className &&
  (taught.section === null || taught.section === one.section);

const touches = (taught: Taught, one: Extract<Audience, { kind: "class" }>) =>
  coversWholly(taught, one) || (taught.className === one.className && (one.section ?? null) === null);

/** Whether a person may write to the whole audience: the office to everyone, a teacher to granted classes and sections. */
export function mayWriteTo(principal: Principal, audience: readonly Audience[]): boolean {
  const taught = taughtFor(principal, actions.write);
  if (taught === null) return true;
  return taught.length > 0 && audience.every((part) => taught.some((one) => coversWholly(one, part)));
}

/** Whether a person knows the guardians of a whole audience: the office all, a teacher those of their own classes (decision 157). */
export function knowsGuardians(principal: Principal, audience: readonly Audience[]): boolean {
  const taught = taughtFor(principal, actions.write);
  if (taught === null) return true;
  const own = taught.filter(({ subjectKeys }) => subjectKeys === null);
  return taught.length > 0 && audience.every((part) => own.some((one) => coversWholly(one, part)));
}

/**
 * Whether a person may read what is published for this audience: anyone who may write to it, and teachers of one of its
 * classes or sections. Notices for single students are only for the office.
 */
export function mayReadFor(principal: Principal, audience: readonly Audience[]): boolean {
  const taught = taughtFor(principal, actions.write);
  if (taught === null) return true;
  const isTaught = (part: Audience) =>
    part.kind === "students" || (part.kind === "class" && taught.some((one) => touches(one, part)));
  return taught.length > 0 && audience.every(({ kind }) => kind !== "student") && audience.some(isTaught);
}

/** The classes and sections that a person may write to; null for everyone. */
export function placesToWriteTo(principal: Principal): { className: number; section: string | null }[] | null {
  const taught = taughtFor(principal, actions.write);
  if (taught === null) return null;
  const places = new Map(
    taught.map(({ className, section }) => [`${className} ${section ?? ""}`, { className, section }]),
  );
  return [...places.values()].sort(
    (one, other) => one.className - other.className || (one.section ?? "").localeCompare(other.section ?? ""),
  );
}

/** Parses typed classes and sections: `5, 7, 8 B`. Null if invalid: `5-8` may be a section or four classes. */
export function placesOf(text: string): { className: number; section: string | null }[] | null {
  const places = text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => /^(?:class\s+)?(\d{1,2})(?:\s*-\s*(?=[a-z]))?\s*([a-z0-9]{1,3})?$/i.exec(one));
  const read = places.map((found) => {
    const className = Number(found?.[1]);
    return found && storedClasses.includes(className) ? { className, section: found[2]?.toUpperCase() ?? null } : null;
  });
  return read.every((one) => one !== null) ? read : null;
}

/** Whose answers to a notice are counted. */
export function answeringOf(audience: readonly Pick<Audience, "kind">[]) {
  return {
    hasStudents: audience.some(({ kind }) => kind !== "public" && kind !== "staff"),
    hasStaff: audience.some(({ kind }) => kind === "staff"),
  };
}

/** A part of an audience as it is stored. */
export const rowOf = (one: Audience) => ({
  kind: one.kind,
  className: one.kind === "class" ? one.className : null,
  section: one.kind === "class" ? (one.section ?? null) : null,
  studentId: one.kind === "student" ? one.studentId : null,
});

/** A stored audience in words: `Classes 5, 6 and 8 B`. */
export function audienceInWords(audience: readonly AudienceView[]): string {
  const has = (kind: Audience["kind"]) => audience.some((one) => one.kind === kind);
  const places = audience.flatMap(({ className, section }) =>
    className === null ? [] : [placeName(className, section)],
  );
  const names = audience.flatMap(({ studentId, studentName }) =>
    studentId === null ? [] : [studentName ?? copy.oneStudent],
  );
  const words = [
    ...(has("public") ? [copy.everyone] : []),
    ...(has("students") ? [copy.allClasses] : []),
    ...(places.length > 0 && !has("students") ? [copy.classes(listed(places), places.length)] : []),
    ...names,
    ...(has("staff") ? [copy.staff] : []),
  ];
  return words.join(" · ");
}

/** A message for a class chat: the text and its link. It contains no names. */
export function groupText({ title, paragraphs, href }: { title: string; paragraphs: string[]; href: string }): string {
  return [title, ...paragraphs, href].join("\n\n");
}

/** Parses the query string of the office's page. */
export function askedOf({ page, state }: Choices) {
  const known = noticeFilters.find((one) => one === state);
  return { page: pageAsked(page), limit: onPage, ...(known && { state: known }) };
}

type Place = { className: number; section: string | null };

/**
 * The initial audience of a new notice: the class of a teacher who teaches only one, or the student whose page linked here.
 */
export function begunBy(places: readonly Place[] | null, student: { _id: string; name: string } | null = null) {
  const [first, ...others] = places ?? [];
  const isOne = first !== undefined && others.length === 0;
  return {
    title: "",
    text: "",
    toStudents: true,
    toGuardians: true,
    mustConfirm: false,
    pinned: false,
    until: null,
    audience: student
      ? [{ ...rowOf({ kind: "student", studentId: student._id }), studentName: student.name }]
      : isOne
        ? [{ ...rowOf({ kind: "class", ...first }), studentName: null }]
        : [],
  };
}
