import type { Browser, Page } from "@playwright/test";
import { call } from "./browser-call";
import { ownProduct } from "./own-product";
import { startSmtp } from "./smtp";

/** A product of its own with a mail server, for the tests of a file; `name` names its log. */
export function mailedProduct(name: string) {
  const product = ownProduct(name, { mail: startSmtp });
  const sql = product.sql<{ id: string }>;
  const mailsFor = (email: string) => product.smtp.mailsFor(email);

  return {
    sql,
    mailsFor,
    /** The subjects of all mails to an address, oldest first. */
    subjectsTo: (email: string) => mailsFor(email).map(({ mail }) => mail.subject ?? ""),

    newPage: (browser: Browser) => product.newPage(browser, { viewport: { width: 1280, height: 900 } }),

    async addYear(office: Page) {
      const year = { label: "2026-27", firstDay: "2026-06-15", lastDay: "2027-04-30" };
      await call(office, "years.add", year);
    },

    /** A student of class 7 whose address is confirmed, with or without an account. */
    async pupil(email: string, studentName: string): Promise<string> {
      const [made] = await sql(
        `with known as (
           insert into users (id, name, role, email, email_confirmed_at) values (gen_random_uuid(), $2, 'user', $1, now())
           on conflict (email) do update set email_confirmed_at = now() returning id),
         listed as (insert into students (user_id, origin) select id, 'office' from known),
         placed as (insert into enrolments (id, student_id, school_year_id, class_name, from_day)
           select gen_random_uuid(), known.id, y.id, 7, y.first_day from known cross join school_years y)
         select id from known`,
        [email, studentName],
      );
      return made?.id ?? "";
    },

    /** A guardian whose address is confirmed, with or without an account. */
    guardian: (email: string, studentId: string, getsMails = true) =>
      sql(
        `with known as (insert into users (id, name, role, email, email_confirmed_at)
           values (gen_random_uuid(), 'Sunita Rao', 'user', $1, now())
           on conflict (email) do update set email_confirmed_at = now() returning id)
         insert into guardianships (id, guardian_id, student_id, relation, origin, gets_mails)
         select gen_random_uuid(), id, $2, 'Mother', 'import', $3 from known`,
        [email, studentId, getsMails],
      ),

    /** Makes due what eleven minutes would make due. */
    async passPause() {
      await sql("alter table schedule_changes disable trigger user");
      await sql("update schedule_changes set at = at - interval '11 minutes'");
      await sql("alter table schedule_changes enable trigger user");
      await sql("update notices set tell_at = now() where state = 'published' and told_at is null");
      await sql(
        "update mails set due_at = now(), created_at = created_at - interval '11 minutes' where state = 'waiting'",
      );
      await sql("select graphile_worker.add_job('publishNotices')");
      await sql("select graphile_worker.add_job('sendMails')");
    },
  };
}
