import "server-only";
import { referencesOf } from "@/features/admissions/data";
import { sendersOf } from "@/features/inquiries/data";
import { findMaterialNames } from "@/features/materials/data";
import { titlesOfNotices } from "@/features/notices/data";
import { findTestNames } from "@/features/schedules/data";
import { setting } from "@/features/settings/data";
import { decodeCursor, pageOf } from "@/lib/cursor";
import { type ClockStyle, shownDate } from "@/lib/dates";
import { listEventRows } from "@/server/audit/audit";
import { namesOfPeople } from "@/server/auth/users";
import type { AuditEvent, Prisma } from "@/server/generated/prisma/client";
import { findMailNames } from "@/server/mail/records";
import { peopleNamed } from "./data";
import type { Words } from "./data-words";
import { copy } from "./messages";
import type { EventView, ListEventsInput } from "./schema";

/** A page of the audit trail, newest first. @throws AppError BAD_REQUEST for a name that too many people have */
export async function listEvents(input: ListEventsInput, words: Words) {
  const { action, from, before, actor, person, routine, refused, limit, cursor } = input;
  const where: Prisma.AuditEventWhereInput[] = [{ at: { ...(from && { gte: from }), ...(before && { lt: before }) } }];
  if (action) where.push({ action });
  if (actor) where.push({ actorId: actor });
  if (routine === false) where.push({ action: { notIn: words.routine } });
  if (refused === false) where.push({ action: { notIn: ["refused", "login-refused"] } });
  if (person !== undefined) {
    const ids = await peopleNamed(person);
    where.push({ OR: [{ actorId: { in: ids } }, { subjectId: { in: ids } }] });
  }
  if (cursor) {
    const { date, id } = decodeCursor(cursor);
    where.push({ at: { lte: date }, OR: [{ at: { lt: date } }, { id: { lt: id } }] });
  }
  const rows = await listEventRows({ AND: where }, limit + 1);
  const [names, clock] = await Promise.all([namesOf(rows, words), setting("clock")]);
  const items = rows.map((row) => eventViewOf(row, names, words, clock));
  return pageOf(items, limit, (item) => ({ at: item.at, id: item._id }));
}

const kinds = ["person", "material", "test", "mail", "notice", "application", "message"] as const;

type SubjectKind = (typeof kinds)[number];

/** The kind of an event's subject; null for none, or if the details contain its name, as those of newer events do. */
function kindOf({ action, subjectId, detail }: AuditEvent, words: Words): SubjectKind | null {
  const { about = "person" } = words.ofAction(action);
  if (subjectId === null || about === "detail") return null;
  return (about === "material" || about === "test") && Object.hasOwn(Object(detail), "subject") ? null : about;
}

/** Names by kind and id; deleted ones are missing. */
type Names = Record<SubjectKind, Map<string, string>>;

/** The trail only stores ids, so the names of people and emails are looked up on reading, in one query per kind. */
async function namesOf(events: AuditEvent[], words: Words): Promise<Names> {
  const ids: Record<SubjectKind, Set<string>> = {
    person: new Set(events.flatMap(({ actorId }) => actorId ?? [])),
    material: new Set(),
    test: new Set(),
    mail: new Set(),
    notice: new Set(),
    application: new Set(),
    message: new Set(),
  };
  for (const event of events) {
    const kind = kindOf(event, words);
    if (kind && event.subjectId) ids[kind].add(event.subjectId);
  }
  const found = await Promise.all(
    kinds.map(async (kind) => [kind, new Map(ids[kind].size > 0 ? await lookUp[kind]([...ids[kind]], words) : [])]),
  );
  return Object.fromEntries(found) as Names;
}

const lookUp: Record<SubjectKind, (ids: string[], words: Words) => Promise<Iterable<[id: string, name: string]>>> = {
  person: namesOfPeople,
  material: async (ids) =>
    (await findMaterialNames(ids)).map(({ id, subject, materialName }) => [id, copy.material(materialName, subject)]),
  test: async (ids) =>
    (await findTestNames(ids)).map(({ id, subject, testDate }) => [id, copy.test(subject, shownDate(testDate))]),
  mail: async (ids, words) =>
    (await findMailNames(ids)).map(({ id, kind, recipient }) => [id, copy.mail(words.ofEmail(kind), recipient)]),
  notice: async (ids) => [...(await titlesOfNotices(ids))].map(([id, title]) => [id, copy.notice(title)]),
  application: referencesOf,
  message: async (ids) => [...(await sendersOf(ids))].map(([id, name]) => [id, copy.sender(name)]),
};

function eventViewOf(event: AuditEvent, names: Names, words: Words, clock: ClockStyle): EventView {
  const { id, detail, ...rest } = event;
  const { words: what, icon, alarming = false } = words.ofAction(event.action);
  const facts = [...subjectOf(event, names, words), ...words.ofDetail(event.action, detail, clock)];
  const href = hrefOf(event, names, words);
  return { _id: id, ...rest, words: what, icon, alarming, actor: actorOf(event, names), facts, href };
}

const pages: Partial<Record<SubjectKind, string>> = { notice: "/admin/notices", application: "/admin/get-info" };

function hrefOf(event: AuditEvent, names: Names, words: Words): string | null {
  const kind = kindOf(event, words);
  const page = kind && pages[kind];
  return page && event.subjectId && names[kind].has(event.subjectId) ? `${page}/${event.subjectId}` : null;
}

function actorOf({ actorId, actorRole, address }: AuditEvent, names: Names): string {
  // Events without a request come from a command or from the product itself.
  if (actorId === null) return address === null ? copy.itself : copy.visitor;
  return names.person.get(actorId) ?? (actorRole === "admin" ? copy.formerColleague : copy.deleted);
}

function subjectOf(event: AuditEvent, names: Names, words: Words): string[] {
  const { action, actorId, subjectId } = event;
  const kind = kindOf(event, words);
  // If actor and subject are the same person, name them once.
  if (kind === null || subjectId === null || subjectId === actorId) return [];
  const name = names[kind].get(subjectId);
  // If the action says that it was deleted, do not add that again.
  if (name === undefined) return /-(?:removed|deleted|erased)$/.test(action) ? [] : [copy.gone[kind]];
  if (kind !== "person") return [name];
  return [action === "results-added" ? copy.resultOf(name) : name];
}
