import { beforeEach, describe, expect, it } from "vitest";
import { pool } from "@/server/db/client";
import { createAdmin, createStudent, material, result, schedule, submission, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";

beforeEach(async () => {
  await resetDatabase();
  const asha = await createStudent({ email: "asha@example.org" });
  await createStudent({ email: "bilal@example.org" });
  await createAdmin();
  await tokenFor(asha);
  await Promise.all([material(), result(asha), schedule(), submission()]);
  await pool().query(`
    insert into school_years values (gen_random_uuid(), '2025-26', '2025-06-09', '2026-04-30'),
      (gen_random_uuid(), '2026-27', '2026-06-08', '2027-04-30');
    insert into subjects (id, name, key) values (gen_random_uuid(), 'Mathematics', 'mathematics'),
      (gen_random_uuid(), 'Physics', 'physics');
    insert into subject_spellings select 'maths', id from subjects where key = 'mathematics';
    insert into settings (key, value) values ('clock', '"24"')`);
});

// Each statement tries to make valid rows invalid; the constraints must reject it.
const refused: [string, string, string][] = [
  ["a material of class 0", "update materials set class_name = 0", "materials_class_name_check"],
  ["a material of class 13", "update materials set class_name = 13", "materials_class_name_check"],
  ["a material without a name", "update materials set material_name = ''", "materials_material_name_check"],
  ["a material without a file", "delete from uploads", "materials_file_key_fkey"],
  ["a material of another file", "update materials set file_key = 'x'", "materials_file_key_fkey"],
  ["a hash that is too short", "update materials set file_hash = '\\x00'", "materials_file_hash_check"],
  ["a result of class 0", "update results set class_name = 0", "results_class_name_check"],
  ["a result of class 13", "update results set class_name = 13", "results_class_name_check"],
  ["a score above the total", "update results set score = total_marks + 0.01", "results_score_check"],
  ["a score below zero", "update results set score = -0.01", "results_score_check"],
  ["a total below one", "update results set score = 0, total_marks = 0.99", "results_total_marks_check"],
  ["a GPA above ten", "update results set gpa = 10.01", "results_gpa_check"],
  ["a result of nobody", "update results set student_id = gen_random_uuid()", "results_student_id_fkey"],
  ["a test of class 13", "update test_schedules set class_name = 13", "test_schedules_class_name_check"],
  ["a test at 24:00", "update test_schedules set test_time = '24:00'", "test_schedules_test_time_check"],
  ["a test at 9:30", "update test_schedules set test_time = '9:30'", "test_schedules_test_time_check"],
  ["a test at 12:60", "update test_schedules set test_time = '12:60'", "test_schedules_test_time_check"],
  ["an application for class 0", "update submissions set selected_class = 0", "submissions_selected_class_check"],
  ["an application for class 13", "update submissions set selected_class = 13", "submissions_selected_class_check"],
  ["one address twice", "update users set email = 'x@example.org' where role = 'user'", "users_email_key"],
  ["a capital in an address", "update users set email = 'Asha@example.org' where email like 'a%'", "users_email_check"],
  ["a space before an address", "update users set email = ' ' || email where email like 'a%'", "users_email_check"],
  [
    "a wide letter in an address",
    "update users set email = 'asha＠example.org' where email like 'a%'",
    "users_email_check",
  ],
  [
    "an administrator without a username",
    "update users set username = null where role = 'admin'",
    "users_identity_check",
  ],
  [
    "an administrator with an address",
    "update users set email = 'h@example.org' where role = 'admin'",
    "users_identity_check",
  ],
  ["a student without an address", "update users set email = null where role = 'user'", "users_identity_check"],
  ["a student who becomes administrator", "update users set role = 'admin'", "users_identity_check"],
  ["a session of nobody", "update sessions set user_id = gen_random_uuid()", "sessions_user_id_fkey"],
  ["a token that is not hashed", "update sessions set token_hash = 'a token in clear'", "sessions_token_hash_check"],
  ["a session that ends before it begins", "update sessions set expires_at = created_at", "sessions_expires_at_check"],
  ["a year that ends before it begins", "update school_years set last_day = first_day", "school_years_last_day_check"],
  [
    "a year that begins in another one",
    "update school_years set first_day = '2026-04-30' where label = '2026-27'",
    "school_years_overlap_check",
  ],
  ["two years of one name", "update school_years set label = '2025-26'", "school_years_label_key"],
  ["a year without a name", "update school_years set label = ''", "school_years_label_check"],
  ["a subject twice", "update subjects set key = 'physics'", "subjects_key_key"],
  ["a subject under another one's spelling", "update subjects set key = 'maths'", "subjects_key_key"],
  ["a spelling that is a subject", "update subject_spellings set key = 'physics'", "subjects_key_key"],
  ["a spelling with two spaces", "update subject_spellings set key = 'a  b'", "subject_spellings_key_check"],
  [
    "a spelling of nothing",
    "update subject_spellings set subject_id = gen_random_uuid()",
    "subject_spellings_subject_id_fkey",
  ],
  ["a setting with a strange name", "update settings set key = 'a b'", "settings_key_check"],
];

describe("the database constraints reject", () => {
  it.each(refused)("%s", async (_case, statement, constraint) => {
    await expect(pool().query(statement)).rejects.toMatchObject({ constraint });
  });
});

describe("deleting a student", () => {
  it("deleting a student deletes their sessions and results", async () => {
    await pool().query("delete from users where email = 'asha@example.org'");
    const { rows } = await pool().query(
      "select (select count(*) from results) + (select count(*) from sessions) as left",
    );
    expect(rows).toEqual([{ left: "0" }]);
  });
});
