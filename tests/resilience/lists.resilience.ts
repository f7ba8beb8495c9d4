import { administrator } from "../harness/product";
import { publisher } from "../harness/publisher";
import type { Figure, ResilienceTest } from "./figures";
import { type Asked, ask, percentile, statusesOf, withProduct } from "./product";

const sizes = {
  quick: { rows: 5_000, times: 3 },
  long: { rows: 100_000, times: 100 },
} as const;

/** 95th percentile in milliseconds. */
const mostMilliseconds = 300;

/** Lists and searches on tables with decades of data. */
export const run: ResilienceTest = (scale) =>
  withProduct("lists", async ({ url, sql }) => {
    const { rows, times } = sizes[scale];
    for (const statement of seedOf(rows)) await sql(statement);
    const { call } = await publisher(url, administrator);
    const trpc = (procedure: string, input: unknown) =>
      `/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`;
    const lists: [what: string, path: string][] = [
      ["the study materials", "/api/materials?limit=100"],
      ["those of a class", "/api/materials?limit=100&className=7"],
      ["a search that finds many", "/api/materials?limit=100&q=Chapter"],
      ["a search with one match", `/api/materials?limit=100&q=Chapter%20${rows - 7}%20`],
      [
        "a search without a match",
        `/api/materials?limit=100&q=${"nothing at all ".repeat(6).trim().replaceAll(" ", "%20")}`,
      ],
      ["the test schedules", "/api/notifications?limit=100"],
      ["a search in them", "/api/notifications?limit=100&q=Biology"],
      ["the applications", "/api/services?limit=100"],
      ["the mails", trpc("records.listMails", { limit: 100 })],
      ["the audit trail", trpc("records.listEvents", { limit: 100 })],
      ["the audit trail of one action", trpc("records.listEvents", { limit: 100, action: "logout" })],
    ];
    const figures: Figure[] = [];
    for (const [what, path] of lists) {
      const asked: Asked[] = [];
      // Vary the page size, so that no response is cached.
      for (let time = 0; time < times; time += 1) {
        asked.push(await ask(path.replace(/(limit(=|%22%3A))100/, `$1${100 - time}`), {}, call));
      }
      const measured = percentile(asked, 95);
      figures.push({
        requirement: "R30",
        what: `${rows} rows, a page of up to 100, 95th percentile: ${what}`,
        wanted: `${mostMilliseconds} ms`,
        measured: `${measured} ms (${statusesOf(asked)})`,
        // Timings mean nothing while other tests run.
        holds: (scale === "quick" || measured <= mostMilliseconds) && asked.every(({ status }) => status === 200),
      });
    }
    return figures;
  });

/** SQL that fills each table with `rows` rows. */
function seedOf(rows: number): string[] {
  const series = `from generate_series(1, ${rows}) n`;
  const at = "now() - n * interval '1 minute'";
  return [
    `insert into uploads (key, state, name, size, type, changed_at)
     select 'row-' || n, 'published', 'notes.pdf', 1000, 'application/pdf', now() ${series}`,
    `insert into materials (id, class_name, subject, material_name, file_key, file_name, file_kind, file_size, file_hash, uploaded_at)
     select gen_random_uuid(), n % 12 + 1, (array['Biology', 'Physics', 'History'])[n % 3 + 1], 'Chapter ' || n || ' of the book',
       'row-' || n, 'notes.pdf', 'pdf', 1000, sha256(n::text::bytea), ${at} ${series}`,
    `insert into test_schedules (id, class_name, subject, test_date, test_time)
     select gen_random_uuid(), n % 12 + 1, (array['Biology', 'Physics', 'History'])[n % 3 + 1], current_date + n % 300, '09:30' ${series}`,
    `insert into submissions (id, reference, selected_class, name, parent_name, email, phone, created_at)
     select gen_random_uuid(), overlay(upper(lpad(to_hex(n), 8, '0')) placing '-' from 5 for 0), n % 12 + 1, 'Kiran Das', 'Mohan Das',
       'das.' || n || '@home.example', '+91 98765 43210', ${at} ${series}`,
    `insert into mails (id, event, kind, recipient, about, state, created_at, sent_at)
     select gen_random_uuid(), 'row:' || n, 'admissionReceipt', 'das.' || n || '@home.example', '{}', 'sent', ${at}, ${at} ${series}`,
    `insert into audit_events (id, at, action, detail)
     select gen_random_uuid(), ${at}, (array['login', 'logout', 'refused'])[n % 3 + 1], '{"count": 1}' ${series}`,
    "analyze",
  ];
}
