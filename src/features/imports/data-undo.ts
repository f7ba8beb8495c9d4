import "server-only";
import { isAdministrator, makesColleague } from "@/server/auth/grants";
import { sql } from "@/server/db/client";
import { Prisma } from "@/server/generated/prisma/client";
import type { Cut } from "@/server/roster/enrolments";
import { type Noted, notedOf } from "@/server/roster/noted";
import type { Field } from "./schema";

export type Contact = { phone: string | null; email: string | null };

export type Before = {
  was: Partial<Record<Field, string | null>>;
  created: boolean;
  attached: boolean;
  person: Record<"name" | "email" | "admissionNo" | "bornOn" | "username", string | null> | null;
  opened: string | null;
  closed: string | null;
  /** Absent from older imports. */
  cut?: Cut[];
  seat: { id: string; section: string | null; rollNo: string | null } | null;
  links: string[];
  /** What the import wrote of each link. Absent from older imports. */
  linked?: { id: string; relation: string; order: number }[];
  guardians: (Contact & { id: string; isNew: boolean; version: number })[];
};

/** A row with changes, and what prevents restoring it. */
export type UndoRow = {
  rowNo: number;
  studentId: string | null;
  before: Before | null;
  isChanged: boolean;
  /** A later import or promotion has changed the student, even if it was undone. */
  hasLaterChange: boolean;
  hasLogin: boolean;
  hasCode: boolean;
  hasResults: boolean;
  noted: Noted | null;
  hasLinks: boolean;
  /** A guardian who works here would change, and the caller is not an administrator (decision 194). */
  needsAdministrator: boolean;
  isTaken: boolean;
  /** The class place that the student would return to. */
  yearId: string | null;
  className: number | null;
  section: string | null;
  rollNo: string | null;
};

/**
 * The login name of a guardian `u` with the phone number and address of `row`: a guardian who logs in with the phone number
 * then logs in with the new one (decision 194).
 */
export const loginNameAfter = Prisma.sql`case when u.password_hash is not null
  and (row.email is null or u.username = u.phone) then coalesce(row.phone, u.username) else u.username end`;

/** The rows of an import with changes, and later changes of their people. */
export async function findUndoRows(batchId: string, byId: string): Promise<UndoRow[]> {
  const mayChangeAll = await isAdministrator(byId);
  return sql<UndoRow>(Prisma.sql`
    with r as materialized (
      select row_no, subject_id, seen_version, before, coalesce((before ->> 'created')::bool, false) as created,
        coalesce((before ->> 'attached')::bool, false) as attached
      from batch_rows where batch_id = ${batchId}::uuid and state in ('created', 'updated')
    ), links as (
      select distinct r.row_no from r cross join lateral jsonb_array_elements_text(r.before -> 'links') l
        left join guardianships k on k.id = l::uuid
        left join lateral jsonb_to_recordset(r.before -> 'linked') as w (id uuid, relation text, "order" int) on w.id = k.id
      where k.id is null or k.ended_at is not null or not k.sees_results or not k.gets_mails
        or k.relation <> w.relation or k.contact_order <> w.order
    ), guardians as (
      select r.row_no, (x ->> 'id')::uuid as id, (x ->> 'isNew')::bool as is_new, (x ->> 'version')::int as version,
        x ->> 'phone' as phone, x ->> 'email' as email
      from r cross join lateral jsonb_array_elements(r.before -> 'guardians') x
    ), taken as (
      select row.row_no from guardians as row join users u on u.id = row.id
        join users x on x.id <> u.id and (x.email = row.email or x.username = ${loginNameAfter})
      where not row.is_new
    ), colleagues as (
      select row.row_no from guardians as row join users u on u.id = row.id join staff_grants g on g.user_id = u.id
      where not row.is_new and (u.phone, u.email) is distinct from (row.phone, row.email) and ${makesColleague}
    ), changed as (
      select g.row_no from guardians g left join users u on u.id = g.id where u.row_version is distinct from g.version
    ), linked as (
      select r.row_no, bool_or(n.is_new and u.password_hash is not null) as joined,
        bool_or(n.is_new and exists (select from access_codes a where a.user_id = u.id)) as invited,
        bool_or(exists (select from consents x where x.student_id = k.student_id and x.guardian_id = u.id)) as consented
      from r cross join lateral jsonb_array_elements_text(r.before -> 'links') l
        join guardianships k on k.id = l::uuid join users u on u.id = k.guardian_id
        left join guardians n on n.id = u.id and n.is_new
      group by r.row_no
    )
    select r.row_no as "rowNo", u.id as "studentId", r.before,
      r.seen_version is distinct from u.row_version + s.row_version + coalesce(e.row_version, 0)
        or r.row_no in (select row_no from links) or r.row_no in (select row_no from changed)
        or (r.created and exists (select from enrolments x where x.student_id = u.id and x.id is distinct from e.id))
        or (r.before ->> 'closed' is not null and (c.to_day is null
          or c.school_year_id <> e.school_year_id and c.end_reason is distinct from 'promoted'
          or exists (select from enrolments x
            where x.student_id = u.id and x.to_day is null and x.id is distinct from e.id))) as "isChanged",
      exists (select from batch_rows x join batches b on b.id = x.batch_id where x.subject_id = u.id
        and b.kind in ('students', 'promotion') and x.state in ('updated', 'reversed', 'kept', 'failed')
        and b.applied_at > (select applied_at from batches where id = ${batchId}::uuid)) as "hasLaterChange",
      ((r.created or r.attached) and u.password_hash is not null) or coalesce(k.joined, false) as "hasLogin",
      (r.created and exists (select from access_codes a where a.user_id = u.id or a.student_id = u.id))
        or coalesce(k.invited, false) as "hasCode",
      r.created and exists (select from results x where x.student_id = u.id) as "hasResults",
      case when k.consented then 'hasConsent' when r.created then ${notedOf(Prisma.sql`u.id`)} end as noted,
      r.created and exists (select from guardianships k where k.student_id = u.id
        and not (r.before -> 'links') ? k.id::text) as "hasLinks",
      not ${mayChangeAll} and r.row_no in (select row_no from colleagues) as "needsAdministrator",
      r.row_no in (select row_no from taken) or (not r.created and exists (select from users x where x.id <> u.id
        and (x.email = r.before -> 'person' ->> 'email' or x.username = r.before -> 'person' ->> 'username'))) as "isTaken",
      p.school_year_id as "yearId", p.class_name as "className",
      case when c.id is null then r.before -> 'seat' ->> 'section' else c.section end as section,
      case when c.id is null then r.before -> 'seat' ->> 'rollNo' else c.roll_no end as "rollNo"
    from r left join linked k on k.row_no = r.row_no
      left join users u on u.id = r.subject_id left join students s on s.user_id = u.id
      left join enrolments e on e.id = coalesce(r.before ->> 'opened', r.before -> 'seat' ->> 'id')::uuid
      left join enrolments c on c.id = (r.before ->> 'closed')::uuid
      left join enrolments p on p.id = coalesce(r.before ->> 'closed', r.before -> 'seat' ->> 'id')::uuid
    order by r.row_no`);
}
