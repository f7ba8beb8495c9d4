import "server-only";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { Prisma } from "@/server/generated/prisma/client";
import { actions } from "./rules";

/**
 * True if the planned release of exam `x` was cancelled because something changed, for those who may plan another one. `findBefore`
 * reads the same rule for one exam.
 */
export const hasComeBack = (
  principal: Principal,
) => Prisma.sql`(${may(principal, actions.release)} and x.state = 'draft'
  and coalesce((select e.kind = 'unscheduled' and e.detail ->> 'why' = 'changed' from exam_events e
    where e.exam_id = x.id and e.kind in ('unscheduled', 'released', 'taken_back')
    order by e.at desc, e.id desc limit 1), false))`;
