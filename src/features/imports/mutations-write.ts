import "server-only";
import type { Transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { type Cut, cutBefore } from "@/server/roster/enrolments";
import { usernameOf } from "@/server/roster/students";
import { loginNameAfter } from "./data-undo";
import type { Written } from "./mutations-apply";
import type { TargetYear } from "./rules-places";
import { identityFields } from "./rules-plan";

/** Inserts new students and updates known ones, in a fixed number of statements. */
export async function writeIdentities(tx: Transaction, written: readonly Written[], byId: string, now: Date) {
  const nameIds = newIds(written.length);
  const rows = written.map(({ planned: { known, after, attach, was }, studentId }, index) => {
    // An attached account keeps its address.
    const email = attach ? (known?.email ?? null) : after.email;
    const username = usernameOf({ email, admissionNo: after.admissionNo }, known?.username);
    const isRenamed = known !== null && known.name !== after.name;
    return {
      id: studentId,
      ...after,
      email,
      username,
      isNew: known === null,
      isChanged: known !== null && identityFields.some((field) => field in was),
      hasLogin: known?.hasLogin ?? false,
      nameBefore: isRenamed ? known.name : null,
      nameId: nameIds[index],
    };
  });
  const added = JSON.stringify(rows.filter(({ isNew }) => isNew));
  const changed = JSON.stringify(rows.filter(({ isChanged }) => isChanged));
  await tx.$executeRaw`
    insert into users (id, name, email, username, created_at)
    select id, name, email, username, ${now} from json_to_recordset(${added}::json) as row (id uuid, name text, email text, username text)`;
  await tx.$executeRaw`
    insert into students (user_id, admission_no, born_on, origin)
    select id, "admissionNo", "bornOn", 'import'
    from json_to_recordset(${added}::json) as row (id uuid, "admissionNo" text, "bornOn" date)`;
  await tx.$executeRaw`
    insert into person_names (id, user_id, name, until_at, changed_by_id)
    select "nameId", id, "nameBefore", ${now}, ${byId}::uuid
    from json_to_recordset(${changed}::json) as row ("nameId" uuid, id uuid, "nameBefore" text) where "nameBefore" is not null`;
  await tx.$executeRaw`
    update students s set admission_no = row."admissionNo", born_on = row."bornOn"
    from json_to_recordset(${changed}::json) as row (id uuid, "admissionNo" text, "bornOn" date) where s.user_id = row.id`;
  await tx.$executeRaw`
    update users u set name = row.name, email = row.email, username = row.username,
      email_confirmed_at = case when u.email is not distinct from row.email then u.email_confirmed_at end
    from json_to_recordset(${changed}::json) as row (id uuid, name text, email text, username text) where u.id = row.id`;
}

/** Writes the classes. Returns the ends of enrolments that were cut for them. */
export async function writePlaces(tx: Transaction, written: readonly Written[], year: TargetYear, batchId: string) {
  const rows = written.flatMap(({ planned: { step }, studentId, opened }) => {
    if (step.kind === "none") return [];
    const { className, section, rollNo } = step;
    const { closes, fromDay } = step.kind === "open" ? step : { closes: null, fromDay: null };
    const id = step.kind === "change" ? step.id : null;
    return [
      {
        id,
        opened,
        fromDay,
        studentId,
        className,
        section,
        rollNo,
        closed: closes?.id,
        day: closes?.day,
        reason: closes?.reason,
      },
    ];
  });
  const values = JSON.stringify(rows);
  await tx.$executeRaw`
    update enrolments e set to_day = row.day, end_reason = row.reason::end_reason
    from json_to_recordset(${values}::json) as row (closed uuid, day date, reason text) where e.id = row.closed`;
  const cuts: Cut[] = [];
  for (const day of new Set(rows.flatMap(({ fromDay }) => fromDay ?? []))) {
    const opening = rows.flatMap(({ fromDay, studentId }) => (fromDay === day ? studentId : []));
    cuts.push(...(await cutBefore(tx, opening, new Date(day))));
  }
  // Clear them first, because no number may be used twice, not even temporarily.
  await tx.$executeRaw`
    update enrolments e set roll_no = null, section = row.section
    from json_to_recordset(${values}::json) as row (id uuid, section text) where e.id = row.id`;
  await tx.$executeRaw`
    insert into enrolments (id, student_id, school_year_id, class_name, section, roll_no, from_day, batch_id)
    select opened, "studentId", ${year.id}::uuid, "className", section, "rollNo", "fromDay", ${batchId}::uuid
    from json_to_recordset(${values}::json)
      as row (opened uuid, "studentId" uuid, "className" smallint, section text, "rollNo" text, "fromDay" date)
    where opened is not null`;
  await tx.$executeRaw`
    update enrolments e set roll_no = row."rollNo"
    from json_to_recordset(${values}::json) as row (id uuid, "rollNo" text) where e.id = row.id`;
  return cuts;
}

/** Inserts new guardians, updates phone numbers and addresses of known ones, and links them. */
export async function writeGuardians(tx: Transaction, written: readonly Written[], byId: string, now: Date) {
  const people = JSON.stringify(
    written.flatMap(({ guardians }) => guardians.map(({ id, isNew, after }) => ({ id, isNew, ...after }))),
  );
  await tx.$executeRaw`
    insert into users (id, name, email, phone, created_at)
    select id, name, email, phone, ${now}
    from json_to_recordset(${people}::json) as row (id uuid, name text, email text, phone text, "isNew" bool) where "isNew"`;
  await tx.$executeRaw`
    update users u set phone = row.phone, email = row.email, username = ${loginNameAfter},
      email_confirmed_at = case when u.email is not distinct from row.email then u.email_confirmed_at end
    from json_to_recordset(${people}::json) as row (id uuid, email text, phone text, "isNew" bool)
    where not "isNew" and u.id = row.id`;
  const links = JSON.stringify(
    written.flatMap(({ studentId, links: own }) => own.map((link) => ({ ...link, studentId }))),
  );
  await tx.$executeRaw`
    insert into guardianships (id, guardian_id, student_id, relation, contact_order, origin, created_at, created_by_id)
    select id, "guardianId", "studentId", relation, "order", 'import', ${now}, ${byId}::uuid
    from json_to_recordset(${links}::json)
      as row (id uuid, "guardianId" uuid, "studentId" uuid, relation text, "order" smallint)`;
}
