import "server-only";
import { z } from "zod";
import { allow, router } from "@/server/trpc/trpc";
import { examViewOf, findTestExam, getExam, listExams } from "./data";
import { listAbsences } from "./data-absences";
import { listExamEvents } from "./data-events";
import { listHalves } from "./data-halves";
import { listPreviewPeople, previewRelease } from "./data-release";
import { getSheet, listChanges } from "./data-sheet";
import { getStatistics } from "./data-statistics";
import { getYearStatistics } from "./data-years";
import { addExams, editExam, removeExam } from "./mutations";
import { saveCells, setExempt } from "./mutations-marks";
import { callOffRelease, planExamRelease } from "./mutations-plan";
import { releaseExam } from "./mutations-release";
import { takeBackRelease, withdrawExam } from "./mutations-takeback";
import { fileProcedures } from "./router-files";
import { actions } from "./rules";
import * as schema from "./schema";
import * as absences from "./schema-absences";
import * as releases from "./schema-release";
import * as sheets from "./schema-sheet";
import * as statistics from "./schema-statistics";

export const examsRouter = router({
  /** Released exams from which the student or a guardian's child was absent or excused. */
  absences: allow(actions.readFamily)
    .input(absences.absencesInput)
    .output(z.array(absences.absenceView))
    .query(({ ctx, input }) => listAbsences(ctx.principal, input?.studentId)),

  /** The exams of a year, those of one name together. */
  list: allow(actions.mark)
    .input(schema.listExamsInput)
    .output(schema.examsPage)
    .query(({ ctx, input }) => listExams(input, ctx.principal, new Date())),

  /** An exam with a row for each student who was in the class on its day. */
  get: allow(actions.mark)
    .input(schema.examIdInput)
    .output(sheets.sheetView)
    .query(({ ctx, input }) => getSheet(input.id, ctx.principal, new Date())),

  /** What the marks of an exam come to. */
  statistics: allow(actions.mark)
    .input(schema.examIdInput)
    .output(statistics.examStatisticsView)
    .query(({ ctx, input }) => getStatistics(input.id, ctx.principal, new Date())),

  /** What the released exams of a year come to, by class and subject. */
  yearStatistics: allow(actions.mark)
    .input(statistics.yearStatisticsInput)
    .output(statistics.yearStatisticsView)
    .query(({ ctx, input }) => getYearStatistics(input, ctx.principal, new Date())),

  /** The middle halves behind the results of a student, of exams that the caller may see. */
  halves: allow(actions.mark)
    .input(statistics.halvesInput)
    .output(z.array(statistics.halfView))
    .query(({ ctx, input }) => listHalves(input.studentId, ctx.principal)),

  /** The exam of an announced test, or what it would begin with. */
  ofTest: allow(actions.mark)
    .input(schema.testInput)
    .output(schema.testExamView)
    .query(({ ctx, input }) => findTestExam(input.scheduleId, ctx.principal)),

  /** The marks that others have changed since a version. */
  changesSince: allow(actions.mark)
    .input(sheets.changesInput)
    .output(sheets.changesView)
    .query(({ ctx, input }) => listChanges(input.id, input.since, ctx.principal, new Date())),

  /** Makes an exam for each subject of a class under one name. */
  addMany: allow(actions.mark)
    .input(schema.addExamsInput)
    .output(z.array(schema.examView.pick({ _id: true, subject: true })))
    .mutation(({ ctx, input }) => addExams(input, ctx.principal, new Date())),

  /** Changes an exam before its release. */
  edit: allow(actions.mark)
    .input(schema.editExamInput)
    .output(schema.examView)
    .mutation(async ({ ctx, input }) => {
      await editExam(input, ctx.principal, new Date());
      return examViewOf(await getExam(input.id, ctx.principal));
    }),

  /** Deletes a draft without marks. */
  remove: allow(actions.mark)
    .input(schema.examIdInput)
    .output(schema.examView.pick({ _id: true }))
    .mutation(async ({ ctx, input }) => {
      await removeExam(input.id, ctx.principal);
      return { _id: input.id };
    }),

  /** Writes changed rows of a sheet. */
  saveCells: allow(actions.mark)
    .input(sheets.saveCellsInput)
    .output(sheets.savedCellsView)
    .mutation(({ ctx, input }) => saveCells(input, ctx.principal, new Date())),

  /** What a release would do now. */
  preview: allow(actions.release)
    .input(schema.examIdInput)
    .output(releases.releaseView)
    .query(({ ctx, input }) => previewRelease(input.id, ctx.principal, new Date())),

  /** Whom a number of the preview counts. */
  previewPeople: allow(actions.release)
    .input(releases.previewPeopleInput)
    .output(z.array(releases.previewPersonView))
    .query(({ ctx, input }) => listPreviewPeople(input, ctx.principal, new Date())),

  /** Makes results of the marks. */
  release: allow(actions.release)
    .input(releases.releaseInput)
    .output(schema.examView)
    .mutation(async ({ ctx, input }) => {
      await releaseExam(input, ctx.principal, new Date());
      return examViewOf(await getExam(input.id, ctx.principal));
    }),

  /** Plans the release for a minute of the institute's clocks, or moves it. */
  plan: allow(actions.release)
    .input(releases.planReleaseInput)
    .output(schema.examView)
    .mutation(async ({ ctx, input }) => {
      await planExamRelease(input, ctx.principal, new Date());
      return examViewOf(await getExam(input.id, ctx.principal));
    }),

  /** Calls a planned release off. */
  callOff: allow(actions.release)
    .input(schema.examIdInput)
    .output(schema.examView)
    .mutation(async ({ ctx, input }) => {
      await callOffRelease(input.id, ctx.principal);
      return examViewOf(await getExam(input.id, ctx.principal));
    }),

  /** Takes the last release back before anybody is told. */
  takeBack: allow(actions.release)
    .input(schema.examIdInput)
    .output(schema.examView)
    .mutation(async ({ ctx, input }) => {
      await takeBackRelease(input.id, ctx.principal, new Date());
      return examViewOf(await getExam(input.id, ctx.principal));
    }),

  /** Withdraws a released exam for good. */
  withdraw: allow(actions.release)
    .input(releases.withdrawExamInput)
    .output(schema.examView)
    .mutation(async ({ ctx, input }) => {
      await withdrawExam(input, ctx.principal, new Date());
      return examViewOf(await getExam(input.id, ctx.principal));
    }),

  /** What happened to an exam, the latest first. */
  events: allow(actions.mark)
    .input(schema.examIdInput)
    .output(z.array(releases.examEventView))
    .query(({ ctx, input }) => listExamEvents(input.id, ctx.principal)),

  /** Says whether a student takes the subject this year. */
  exempt: allow(actions.mark)
    .input(sheets.exemptInput)
    .output(sheets.exemptInput)
    .mutation(async ({ ctx, input }) => {
      await setExempt(input, ctx.principal, new Date());
      return input;
    }),

  ...fileProcedures,
});
