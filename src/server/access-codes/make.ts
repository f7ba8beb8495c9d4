import "server-only";
import { dateHere } from "@/content/institute";
import { shownCode } from "@/lib/access-code";
import type { Principal } from "@/lib/principal";
import { lockPeople } from "@/server/auth/users";
import { endOfDay } from "@/server/clock";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import type { CodePurpose } from "@/server/generated/prisma/client";
import { noteEnded } from "@/server/privacy/ended";
import { hashOfCode, newCode } from "./hash";

/** What a code is for: the login or the password of a person, or a guardian of that name for a student. */
export type CodeFor =
  | { purpose: "join" | "password"; userId: string; studentId?: null; label?: null; relation?: null }
  | { purpose: "link"; userId?: null; studentId: string; label: string; relation: string };

const day = 24 * 60 * 60 * 1000;

/** When a code made now ends. A letter names a day, and its code is good to the end of that day. */
export const endOfCode = (purpose: CodePurpose, now: Date): Date =>
  purpose === "password" ? new Date(now.getTime() + day) : endOfDay(dateHere(new Date(now.getTime() + 30 * day)));

const mostOpen = 5;

type Way = "shown" | "printed" | "mailed";

/**
 * Makes a code for each of `people` and returns the codes in that order; only hashes are stored. Up to five codes per person
 * and purpose stay valid; beyond that, the oldest is revoked. Emailed codes count separately, because each attempt to send one
 * makes a new code, and so do those that a student makes for guardians, because they prove less.
 */
export async function makeCodes(
  tx: Transaction,
  people: CodeFor[],
  by: Pick<Principal, "userId"> | null,
  now: Date,
  way: Way = "shown",
): Promise<string[]> {
  const ids = newIds(people.length);
  const made = people.map((person, index) => ({ person, id: ids[index], code: newCode() }));
  const owners = [...new Set(people.map(({ userId, studentId }) => userId ?? studentId))];
  await lockPeople(tx, owners);
  const rows = made.map(({ person: { purpose, userId, studentId, label, relation }, id, code }) => ({
    id,
    user_id: userId,
    student_id: studentId,
    purpose,
    label,
    relation,
    hash: hashOfCode(code).toString("hex"),
    expires_at: endOfCode(purpose, now),
  }));
  // One JSON value, because the number of parameters is limited.
  await tx.$executeRaw`
    insert into access_codes (id, user_id, student_id, purpose, label, relation, code_hash, expires_at, created_at,
      created_by_id, printed_at, mailed_at)
    select id, user_id, student_id, purpose, label, relation, decode(hash, 'hex'), expires_at, ${now}, ${by?.userId}::uuid,
      ${way === "printed" ? now : null}, ${way === "mailed" ? now : null}
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, user_id uuid, student_id uuid,
      purpose code_purpose, label text, relation text, hash text, expires_at timestamptz)`;
  const given = await tx.$queryRaw<{ id: string }[]>`
    update access_codes set revoked_at = ${now} from (
      select id, row_number() over (partition by purpose, user_id, student_id, lower(label), mailed_at is null,
        coalesce(created_by_id = student_id, false) order by created_at desc, id desc) as place
      from access_codes where (user_id = any(${owners}::uuid[]) or student_id = any(${owners}::uuid[]))
        and used_at is null and revoked_at is null and expires_at > ${now}) open
    where access_codes.id = open.id and open.place > ${mostOpen} returning access_codes.id`;
  await noteEnded("access_codes", given);
  return made.map(({ code }) => shownCode(code));
}
