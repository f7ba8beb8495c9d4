import { classes } from "@/lib/classes";
import { type Actions, reachOf, type Taught } from "@/lib/may";
import { pause } from "@/lib/pause";
import type { Principal } from "@/lib/principal";
import { copy } from "./messages";
import type { Audience, AudienceView } from "./schema";

/** Who may do what here. */
export const actions = { write: "teaching", read: "member" } as const satisfies Actions;

/** So many notices are on a page. */
export const onPage = 30;

/** So many files stand beside a notice. */
export const mostFiles = 3;

/** The states of a notice, in their usual order. */
export const noticeStates = ["draft", "scheduled", "published", "withdrawn"] as const;

export type NoticeState = (typeof noticeStates)[number];

/** What is done to a notice. */
export type Act = "edit" | "publish" | "callOff" | "change" | "takeBack" | "withdraw" | "remove";

const allowed: Record<NoticeState, readonly Act[]> = {
  draft: ["edit", "publish", "remove"],
  scheduled: ["edit", "publish", "callOff"],
  published: ["change", "takeBack", "withdraw"],
  withdrawn: ["remove"],
};

/** Whether a notice in this state takes this. */
export const takes = (state: NoticeState, act: Act): boolean => allowed[state].includes(act);

type Told = { publishedAt: Date | null; tellAt: Date | null; toldAt: Date | null };

/** Whether nobody was ever written to about a notice that is out, and nobody will be in this moment. */
export function isUntold({ publishedAt, tellAt, toldAt }: Told, now: Date): boolean {
  if (publishedAt === null || tellAt === null || toldAt !== null || tellAt <= now) return false;
  // Its first mails leave so long after it is out; later ones are those of a change that asks again.
  return tellAt.getTime() - publishedAt.getTime() <= pause;
}

const covers = (taught: Taught, one: Audience) =>
  one.kind === "class" &&
  taught.className === one.className &&
  (taught.section === null || taught.section === one.section);

const touches = (taught: Taught, one: Extract<Audience, { kind: "class" }>) =>
  covers(taught, one) || (taught.className === one.className && (one.section ?? null) === null);

/** Whether somebody may write to all of these: the office to everyone, a teacher to classes and sections of a grant. */
export function mayWriteTo(principal: Principal, audience: readonly Audience[]): boolean {
  const reach = reachOf(principal, actions.write);
  if (reach === "all") return true;
  if (reach === "none" || !("taught" in reach)) return false;
  return audience.every((one) => reach.taught.some((taught) => covers(taught, one)));
}

/**
 * Whether somebody may read what is out for all of these: whoever may write to them, and a teacher of one of the classes or
 * sections. What is also for a single student is the office's.
 */
export function mayReadFor(principal: Principal, audience: readonly Audience[]): boolean {
  const reach = reachOf(principal, actions.write);
  if (reach === "all") return true;
  if (reach === "none" || !("taught" in reach)) return false;
  const isTaught = (one: Audience) =>
    one.kind === "students" || (one.kind === "class" && reach.taught.some((taught) => touches(taught, one)));
  return audience.every(({ kind }) => kind !== "student") && audience.some(isTaught);
}

/** The classes and sections that somebody may write to; null for whoever may write to everyone. */
export function placesToWriteTo(principal: Principal): { className: number; section: string | null }[] | null {
  const reach = reachOf(principal, actions.write);
  if (reach === "all") return null;
  const taught = reach !== "none" && "taught" in reach ? reach.taught : [];
  const places = new Map(
    taught.map(({ className, section }) => [`${className}${section ?? ""}`, { className, section }]),
  );
  return [...places.values()].sort(
    (one, other) => one.className - other.className || (one.section ?? "").localeCompare(other.section ?? ""),
  );
}

/** A class or section as it is named: `7`, `8 B`. */
export const placeName = (className: number, section: string | null) =>
  section === null ? String(className) : `${className} ${section}`;

/** Reads classes and sections as they are typed: `5, 7, 8 B`. Null for what is none. */
export function placesOf(text: string): { className: number; section: string | null }[] | null {
  const places = text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter(Boolean)
    .map((one) => /^(?:class\s+)?(\d{1,2})(?:\s*-?\s*([a-z]|[a-z0-9]{1,3}))?$/i.exec(one));
  const read = places.map((found) => {
    const className = Number(found?.[1]);
    return found && classes.some((one) => one === className)
      ? { className, section: found[2]?.toUpperCase() ?? null }
      : null;
  });
  return read.every((one) => one !== null) ? read : null;
}

type Named = Audience & { studentName?: string | null };

/** The same of a stored notice. */
export function audienceNamed(audience: readonly AudienceView[]): string {
  return audienceInWords(
    audience.flatMap(({ kind, className, section, studentId, studentName }): Named[] => {
      if (kind === "class") return className === null ? [] : [{ kind, className, section }];
      if (kind === "student") return studentId === null ? [] : [{ kind, studentId, studentName }];
      return [{ kind }];
    }),
  );
}

/** Whom a notice is for, in words: `Classes 5, 6 and 8 B`. */
export function audienceInWords(audience: readonly Named[]): string {
  const has = (kind: Audience["kind"]) => audience.some((one) => one.kind === kind);
  const places = audience.flatMap((one) =>
    one.kind === "class" ? [placeName(one.className, one.section ?? null)] : [],
  );
  const names = audience.flatMap((one) => (one.kind === "student" ? [one.studentName ?? copy.oneStudent] : []));
  const words = [
    ...(has("public") ? [copy.everyone] : []),
    ...(has("students") ? [copy.allClasses] : []),
    ...(places.length > 0 && !has("students") ? [copy.classes(listed(places), places.length)] : []),
    ...names,
    ...(has("staff") ? [copy.staff] : []),
  ];
  return words.join(" · ");
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

/** What the group of a class can be sent: the text, and where it stands. It names nobody. */
export function groupText({ title, paragraphs, href }: { title: string; paragraphs: string[]; href: string }): string {
  return [title, ...paragraphs, href].join("\n\n");
}

/** The page of a list that an address asks for. */
export const pageAsked = (text: string | undefined) => (/^[1-9]\d{0,3}$/.test(text ?? "") ? Number(text) : 1);

/** What the page of the office asks for. */
export function askedOf({ page, state }: Readonly<Record<string, string>>) {
  const known = noticeStates.find((one) => one === state);
  return { page: pageAsked(page), limit: onPage, ...(known && { state: known }) };
}

type Place = { className: number; section: string | null };

/** What a new notice begins with: a teacher of one class writes to it, and the office to the student whose page led here. */
export function begunBy(places: readonly Place[] | null, student: { _id: string; name: string } | null = null) {
  const [first, ...others] = places ?? [];
  const isOne = first !== undefined && others.length === 0;
  const none = { className: null, section: null, studentId: null, studentName: null };
  return {
    ...{ title: "", text: "", toStudents: true, toGuardians: true, mustConfirm: false, pinned: false, until: null },
    audience: student
      ? [{ ...none, kind: "student" as const, studentId: student._id, studentName: student.name }]
      : isOne
        ? [{ ...none, kind: "class" as const, ...first }]
        : [],
  };
}
