import type { ClientBase } from "pg";

/** The students' password; their rows share one hash. */
export const password = "mango-river-9";

const subjects = ["Mathematics", "Physics", "Chemistry", "Biology", "English", "Hindi", "History", "Geography"];
const topics = ["Fractions", "Optics", "Acids and bases", "Photosynthesis", "Tenses", "Poems", "The Mughals", "Rivers"];

/** Fills an empty product with `count` materials, a tenth as many students with ten results each, 16 guardians and 500 tests. */
export async function seed(database: ClientBase, count: number, passwordHash: string): Promise<void> {
  await database.query("begin");
  await database.query(
    `insert into uploads (key, state, name, size, type, changed_at)
     select 'bench-' || n, 'published', 'notes.pdf', 1000, 'application/pdf', now() from generate_series(1, $1::int) n`,
    [count],
  );
  await database.query(
    `insert into materials (id, class_name, subject, material_name, file_key, file_name, file_kind, file_size, file_hash, uploaded_at)
     select gen_random_uuid(), 1 + n % 12, ($2::text[])[1 + n % 8],
       ($3::text[])[1 + (n / 8) % 8] || ', sheet ' || n || ' ' || substr(md5(n::text), 1, 8),
       'bench-' || n, 'notes.pdf', 'pdf', 1000, sha256(n::text::bytea), now() - n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [count, subjects, topics],
  );
  await database.query(
    `insert into users (id, name, email, password_hash, email_confirmed_at)
     select gen_random_uuid(), 'Student ' || n, 'student' || n || '@school.example', $2, now()
     from generate_series(1, $1::int) n`,
    [count / 10, passwordHash],
  );
  await database.query(
    `insert into results (id, student_id, class_name, score, total_marks, exam_name, created_at)
     select gen_random_uuid(), u.id, 7, 50 + n * 4, 100, 'Test ' || n, now() - n * interval '1 day'
     from users u cross join generate_series(1, 10) n where u.role = 'user'`,
  );
  await database.query(
    `insert into students (user_id, origin)
     select id, 'self' from users where email = any(select 'student' || n || '@school.example' from generate_series(1, 16) n)`,
  );
  await database.query(
    `with made as (insert into users (id, name, email, password_hash, email_confirmed_at)
       select gen_random_uuid(), 'Guardian ' || n, 'guardian' || n || '@school.example', $1, now() from generate_series(1, 16) n
       returning id, substring(email from '\\d+') as n)
     insert into guardianships (id, guardian_id, student_id, relation, origin)
     select gen_random_uuid(), g.id, u.id, 'Mother', 'office'
     from made g join users u on u.email = 'student' || g.n || '@school.example'`,
    [passwordHash],
  );
  await database.query(
    `insert into test_schedules (id, class_name, subject, test_date, test_time)
     select gen_random_uuid(), 1 + n % 12, ($1::text[])[1 + n % 8], current_date + (n % 60) - 10, '10:00'
     from generate_series(1, 500) n`,
    [subjects],
  );
  await database.query("commit");
  await database.query("vacuum analyze");
}
