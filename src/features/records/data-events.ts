import "server-only";
import { isoDate, shownDate } from "@/lib/dates";
import { pageOf, placeOf } from "@/lib/pages";
import { db } from "@/server/db";
import type { AuditEvent, Prisma } from "@/server/generated/prisma/client";
import { copy } from "./copy";
import { kindOfSubject, nameOfKind, type SubjectKind } from "./rules";
import type { EventView, ListEventsInput } from "./schema";

/** The audit trail, the latest event first, a page at a time. */
export async function listEvents({ action, from, before, actor, limit, cursor }: ListEventsInput) {
  const where: Prisma.AuditEventWhereInput[] = [{ at: { ...(from && { gte: from }), ...(before && { lt: before }) } }];
  if (action) where.push({ action });
  if (actor) where.push({ actorId: actor });
  if (cursor) {
    const { date, id } = placeOf(cursor);
    where.push({ at: { lte: date }, OR: [{ at: { lt: date } }, { id: { lt: id } }] });
  }
  const rows = await db().auditEvent.findMany({
    where: { AND: where },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const names = await namesOf(rows);
  const items = rows.map((row) => eventViewOf(row, names));
  return pageOf(items, limit, (item) => ({ at: item.at, id: item._id }));
}

/** What is called how, by id, for each kind; what is gone is not among it. */
type Names = Record<SubjectKind, Map<string, string>>;

/** The events keep ids alone: what they stand for is looked up when somebody reads, in one query for each kind. */
async function namesOf(events: AuditEvent[]): Promise<Names> {
  const ids: Record<SubjectKind, Set<string>> = {
    person: new Set(events.flatMap(({ actorId }) => actorId ?? [])),
    material: new Set(),
    test: new Set(),
    mail: new Set(),
  };
  for (const { action, subjectId } of events) if (subjectId !== null) ids[kindOfSubject(action)].add(subjectId);
  const look = async (kind: SubjectKind) => (ids[kind].size > 0 ? lookUp[kind]([...ids[kind]]) : []);
  const [person, material, test, mail] = await Promise.all((["person", "material", "test", "mail"] as const).map(look));
  return { person: new Map(person), material: new Map(material), test: new Map(test), mail: new Map(mail) };
}

const lookUp: Record<SubjectKind, (ids: string[]) => Promise<[id: string, name: string][]>> = {
  person: async (ids) =>
    (await db().user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })).map(({ id, name }) => [
      id,
      name,
    ]),
  material: async (ids) => {
    const select = { id: true, subject: true, materialName: true };
    const rows = await db().material.findMany({ where: { id: { in: ids } }, select });
    return rows.map(({ id, subject, materialName }) => [id, copy.material(materialName, subject)]);
  },
  test: async (ids) => {
    const select = { id: true, subject: true, testDate: true };
    const rows = await db().testSchedule.findMany({ where: { id: { in: ids } }, select });
    return rows.map(({ id, subject, testDate }) => [id, copy.test(subject, shownDate(isoDate(testDate)))]);
  },
  mail: async (ids) => {
    const select = { id: true, kind: true, recipient: true };
    const rows = await db().mail.findMany({ where: { id: { in: ids } }, select });
    return rows.map(({ id, kind, recipient }) => [id, copy.mail(nameOfKind(kind), recipient)]);
  },
};

function eventViewOf({ id, at, detail, ...rest }: AuditEvent, names: Names): EventView {
  return {
    _id: id,
    at,
    ...rest,
    actor: actorOf(rest, names),
    subject: subjectOf(rest, names),
    detail: detail as EventView["detail"],
  };
}

type Who = Pick<AuditEvent, "actorId" | "actorRole" | "address">;

function actorOf({ actorId, actorRole, address }: Who, names: Names): string {
  // What came through no door was done by a command beside the site, or by the site on its own.
  if (actorId === null) return address === null ? copy.itself : copy.visitor;
  return names.person.get(actorId) ?? (actorRole === "admin" ? copy.formerColleague : copy.deleted);
}

function subjectOf({ action, actorId, subjectId }: Omit<Who, "address"> & SubjectOfEvent, names: Names): string | null {
  // Who did something to themselves is named once.
  if (subjectId === null || subjectId === actorId) return null;
  const kind = kindOfSubject(action);
  const name = names[kind].get(subjectId);
  // What the event itself says is gone needs no more words.
  if (name === undefined) return /-(?:removed|deleted|erased)$/.test(action) ? null : copy.gone[kind];
  if (kind !== "person") return name;
  return action === "results-added" ? copy.resultOf(name) : copy.subject(name);
}

type SubjectOfEvent = Pick<AuditEvent, "action" | "subjectId">;
