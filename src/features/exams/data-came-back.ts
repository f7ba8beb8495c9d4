import "server-only";
import { may } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import { Prisma } from "@/server/generated/prisma/client";
import { actions } from "./rules";

/** Why the planned release of exam `x` was cancelled; null if it was not, or something was released or taken back since. */
export const whyStopped = Prisma.sql`(select e.detail ->> 'why' from exam_events e
  where e.exam_id = x.id and e.kind in ('unscheduled', 'released', 'taken_back') order by e.at desc, e.id desc limit 1)`;

/**
 * True if the planned release of exam `x` was cancelled because something changed, for those who may plan another one. `findBefore`
 * reads the same rule for one exam.
 */
export const hasComeBack = (
  principal: Principal,
) => Prisma.sql`(${may(principal, actions.release)} and x.state = 'draft'
  and coalesce(${whyStopped} = 'changed', false))`;
