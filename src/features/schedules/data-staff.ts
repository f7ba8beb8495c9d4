import "server-only";
import { classOf } from "@/lib/classes";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { listEventRows } from "@/server/audit/audit";
import { namesOfPeople } from "@/server/auth/users";
import { listSchedules } from "./data";
import { actions } from "./rules";
import type { ListSchedulesInput } from "./schema";

/** The tests that match, with who announced each, as the trail has it, and whether the caller may take it back. */
export async function listForStaff(input: ListSchedulesInput, principal: Principal) {
  const { items, nextCursor } = await listSchedules(input);
  const ids = items.map(({ _id }) => _id);
  const events = await listEventRows({ action: "schedule-added", subjectId: { in: ids } }, ids.length);
  const actors = new Map(events.map(({ subjectId, actorId }) => [subjectId, actorId]));
  const nameOf = new Map(await namesOfPeople([...new Set(events.flatMap(({ actorId }) => actorId ?? []))]));
  return {
    items: items.map((item) => {
      const scope = { className: Number(classOf(item.className)), subject: item.subject };
      const announcedBy = nameOf.get(actors.get(item._id) ?? "") ?? null;
      return { ...item, announcedBy, mayRemove: may(principal, actions.manage, scope) };
    }),
    nextCursor,
  };
}
