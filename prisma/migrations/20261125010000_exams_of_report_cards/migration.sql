-- An exam of report cards is not deleted.
-- DropForeignKey
ALTER TABLE "report_card_set_exams" DROP CONSTRAINT "report_card_set_exams_exam_id_fkey";

-- AddForeignKey
ALTER TABLE "report_card_set_exams" ADD CONSTRAINT "report_card_set_exams_exam_id_fkey" FOREIGN KEY ("exam_id") REFERENCES "exams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
