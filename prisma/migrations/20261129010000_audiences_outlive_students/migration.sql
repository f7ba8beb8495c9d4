-- A notice that named a student as well stays the office's alone after an erasure: one row keeps its place without the student.
ALTER TABLE "notice_audiences" DROP CONSTRAINT "notice_audiences_student_check",
    ADD CONSTRAINT "notice_audiences_student_check" CHECK ("kind" = 'student' OR "student_id" IS NULL);
