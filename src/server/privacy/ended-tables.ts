import "server-only";
import { Prisma } from "@/server/generated/prisma/client";
import { takeBackAgain } from "./ended-results";

/** The reason of what a restore reopened: the log has none, and it was lost with the row. */
const lostReason = "It had been withdrawn before an earlier state of the data was restored.";

/**
 * True for a grant `g` that has ended for good. A grant has not if it ended only because an open grant has covered its days
 * since two subjects were joined: a restore of both subjects leaves both grants open, and they end together.
 */
export const hasEndedForGood = Prisma.sql`g.ended_at is not null and not (g.ended_by_id is null and exists (
  select from staff_grants k where k.user_id = g.user_id and k.ended_at is null and k.subject_id = g.subject_id
    and k.class_name = g.class_name and k.section is not distinct from g.section and k.from_day <= g.from_day
    and coalesce(k.to_day, 'infinity') >= coalesce(g.to_day, 'infinity')))`;

/** Rows that end permanently, by table: how to find the ended ones in the database, and how to end those that a restore reopened. */
export const endings = {
  access_codes: {
    ended: Prisma.sql`select 'access_codes' as "tableName", id as "rowId" from access_codes
      where used_at is not null or revoked_at is not null`,
    open: (ids: Prisma.Sql) =>
      Prisma.sql`select from access_codes where id in (${ids}) and used_at is null and revoked_at is null limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`update access_codes set revoked_at = now()
      where id in (${ids}) and used_at is null and revoked_at is null`,
  },
  staff_grants: {
    ended: Prisma.sql`select 'staff_grants' as "tableName", g.id as "rowId" from staff_grants g where ${hasEndedForGood}`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from staff_grants where id in (${ids}) and ended_at is null limit 1`,
    end: (ids: Prisma.Sql) =>
      Prisma.sql`update staff_grants set ended_at = now() where id in (${ids}) and ended_at is null`,
  },
  // Rows of an earlier version have no kind.
  results: {
    of: "result_withdrawals",
    ended: Prisma.sql`select 'results' as "tableName", result_id as "rowId" from result_withdrawals w
      where to_jsonb(w) ->> 'kind' = 'taken_back'`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from results r where r.id in (${ids})
      and not exists (select from result_withdrawals w where w.result_id = r.id) limit 1`,
    end: takeBackAgain,
  },
  // A correction that was taken back has no row. A correction with a later one based on it stays.
  corrections: {
    of: "results",
    open: (ids: Prisma.Sql) => Prisma.sql`select from results r where ${isLastCorrection(ids)} limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`delete from results r where ${isLastCorrection(ids)}`,
  },
  result_withdrawals: {
    ended: Prisma.sql`select 'result_withdrawals' as "tableName", result_id as "rowId" from result_withdrawals w
      where to_jsonb(w) ->> 'kind' is distinct from 'taken_back'`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from results r where r.id in (${ids})
      and not exists (select from result_withdrawals w where w.result_id = r.id) limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`insert into result_withdrawals (result_id, reason)
      select r.id, ${lostReason} from results r
      where r.id in (${ids}) on conflict do nothing`,
  },
  exams: {
    ended: Prisma.sql`select 'exams' as "tableName", id as "rowId" from exams where state = 'withdrawn'`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from exams where id in (${ids}) and state <> 'withdrawn' limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`update exams set state = 'withdrawn', release_at = null, held_at = null
      where id in (${ids}) and state <> 'withdrawn'`,
  },
  notices: {
    ended: Prisma.sql`select 'notices' as "tableName", id as "rowId" from notices where state = 'withdrawn'`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from notices where id in (${ids}) and state <> 'withdrawn' limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`update notices set state = 'withdrawn', publish_at = null, held_at = null,
      published_at = coalesce(published_at, now()), withdrawn_at = now(), reason = coalesce(reason, ${lostReason})
      where id in (${ids}) and state <> 'withdrawn'`,
  },
  // Taking a notice back gives it its next version. It may be published again, and the texts that were read are deleted.
  notices_taken_back: {
    of: "notices",
    keys: "text",
    ended: Prisma.sql`select 'notices_taken_back' as "tableName", id || ':' || version as "rowId" from notices
      where state = 'draft' and version > 1`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from notices n join (${versionsIn(ids)}) as given using (id)
      where n.state in ('scheduled', 'published') and n.version < given.version limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`with back as (
        update notices n set state = 'draft', version = given.version, asked_version = given.version,
          publish_at = null, published_at = null, tell_at = null, held_at = null
        from (${versionsIn(ids)}) as given
        where n.id = given.id and n.state in ('scheduled', 'published') and n.version < given.version returning n.id)
      update notice_versions set body = '[]' where notice_id in (select id from back)`,
  },
  // A deleted material has no row. The sweep deletes its file.
  materials: {
    open: (ids: Prisma.Sql) => Prisma.sql`select from materials where id in (${ids}) limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`with gone as (delete from materials where id in (${ids}) returning file_key)
      update uploads set state = 'removed' where key in (select file_key from gone)`,
  },
  calendar_feeds: {
    ended: Prisma.sql`select 'calendar_feeds' as "tableName", id as "rowId" from calendar_feeds where revoked_at is not null`,
    open: (ids: Prisma.Sql) =>
      Prisma.sql`select from calendar_feeds where id in (${ids}) and revoked_at is null limit 1`,
    end: (ids: Prisma.Sql) =>
      Prisma.sql`update calendar_feeds set revoked_at = now() where id in (${ids}) and revoked_at is null`,
  },
  report_cards: {
    ended: Prisma.sql`select 'report_cards' as "tableName", id as "rowId" from report_cards where state = 'withdrawn'`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from report_cards where id in (${ids}) and state = 'issued' limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`update report_cards set state = 'withdrawn', ended_at = now(),
      reason = ${lostReason}
      where id in (${ids}) and state = 'issued'`,
  },
  // The last number issued.
  report_card_series: {
    keys: "text",
    ended: Prisma.sql`select 'report_card_series' as "tableName", prefix || ':' || last as "rowId" from report_card_series`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from (${ids}) as given (id)
      left join report_card_series s on s.prefix = split_part(id, ':', 1)
      where coalesce(s.last, 0) < split_part(id, ':', 2)::int limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`insert into report_card_series as s (prefix, last)
      select split_part(id, ':', 1), max(split_part(id, ':', 2)::int) from (${ids}) as given (id) group by 1
      on conflict (prefix) do update set last = excluded.last where s.last < excluded.last`,
  },
  // The log does not say which links were ended quietly.
  guardianships: {
    ended: Prisma.sql`select 'guardianships' as "tableName", id as "rowId" from guardianships where ended_at is not null`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from guardianships where id in (${ids}) and ended_at is null limit 1`,
    end: (ids: Prisma.Sql) =>
      Prisma.sql`update guardianships set ended_at = now(), ended_quietly = true
        where id in (${ids}) and ended_at is null`,
  },
  // Each change of a guardian's sight has the next number: odd ones forbid, even ones allow. Earlier versions have none, and
  // another tool may leave one that does not fit.
  sights: {
    of: "guardianships",
    keys: "text",
    ended: Prisma.sql`select 'sights' as "tableName", id || ':' || version as "rowId" from guardianships k,
      lateral (select coalesce((to_jsonb(k) ->> 'sight_changes')::int, 0) as n) as given,
      lateral (select n + (sees_results <> (n % 2 = 0))::int as version) as fitting where version > 0`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from guardianships k join (${versionsIn(ids)}) as given using (id)
      where k.sight_changes < given.version limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`update guardianships k
      set sees_results = given.version % 2 = 0, sight_changes = given.version
      from (${versionsIn(ids)}) as given where k.id = given.id and k.sight_changes < given.version`,
  },
  consents: {
    ended: Prisma.sql`select 'consents' as "tableName", id as "rowId" from consents where withdrawn_at is not null`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from consents where id in (${ids}) and withdrawn_at is null limit 1`,
    end: (ids: Prisma.Sql) =>
      Prisma.sql`update consents set withdrawn_at = now() where id in (${ids}) and withdrawn_at is null`,
  },
  // A withdrawn application may be reopened, in a later version of its row. Earlier versions have no state.
  submissions: {
    keys: "text",
    ended: Prisma.sql`select 'submissions' as "tableName", id || ':' || (to_jsonb(s) ->> 'row_version') as "rowId"
      from submissions s where to_jsonb(s) ->> 'state' = 'withdrawn'`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from submissions s join (${versionsIn(ids)}) as given using (id)
      where s.state not in ('withdrawn', 'enrolled') and s.row_version < given.version limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`update submissions s
      set state = 'withdrawn', state_at = now(), row_version = given.version,
        answer_due = case when answered_at is not null then answer_due end
      from (${versionsIn(ids)}) as given
      where s.id = given.id and s.state not in ('withdrawn', 'enrolled') and s.row_version < given.version`,
  },
  // Logins that their owners closed. They may be opened again, and the next closing has another number. Earlier versions have
  // no number, and logged these under the table's name.
  logins: {
    of: "users",
    formerly: "users",
    keys: "text",
    ended: Prisma.sql`select 'logins' as "tableName", id || ':' || greatest((to_jsonb(u) ->> 'login_closings')::int, 1) as "rowId"
      from users u where to_jsonb(u) ->> 'login_closed_at' is not null`,
    open: (ids: Prisma.Sql) => Prisma.sql`select from users u join (${versionsIn(ids)}) as given using (id)
      where u.login_closings < greatest(given.version, 1) limit 1`,
    end: (ids: Prisma.Sql) => Prisma.sql`with closed as (
        update users u set login_closed_at = coalesce(login_closed_at, now()), login_closings = greatest(given.version, 1)
        from (${versionsIn(ids)}) as given
        where u.id = given.id and u.login_closings < greatest(given.version, 1) returning u.id)
      delete from sessions where user_id in (select id from closed)`,
  },
  // Recovery codes leave their row when they are used.
  second_factors: {
    keys: "text",
    open: (hashes: Prisma.Sql) => Prisma.sql`select from second_factors, unnest(recovery_hashes) as hash
      where encode(hash, 'hex') in (${hashes}) limit 1`,
    end: (hashes: Prisma.Sql) => Prisma.sql`update second_factors set recovery_hashes = array(
        select hash from unnest(recovery_hashes) as hash where encode(hash, 'hex') not in (${hashes}))
      where exists (select from unnest(recovery_hashes) as hash where encode(hash, 'hex') in (${hashes}))`,
  },
} as const;

function isLastCorrection(ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`r.id in (${ids}) and r.supersedes_id is not null
    and not exists (select from results s where s.supersedes_id = r.id)`;
}

// A crash may have cut off the last line.
function versionsIn(ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`select split_part(value, ':', 1)::uuid as id, max(nullif(split_part(value, ':', 2), '')::int) as version
    from (${ids}) as line (value) group by 1`;
}
