import "server-only";
import { z } from "zod";
import type { Principal } from "@/lib/principal";
import { allow, resolver, router, thenShow } from "@/server/trpc/trpc";
import { examViewOf, getExam, listExams } from "./data";
import { listAbsences } from "./data-absences";
import { listExamEvents } from "./data-events";
import { listHalves } from "./data-halves";
import { listPreviewPeople, previewRelease, previewTogether } from "./data-release";
import { getSheet, listChanges } from "./data-sheet";
import { getStatistics } from "./data-statistics";
import { findTestExam } from "./data-tests";
import { getYearStatistics } from "./data-years";
import { addExams, editExam, removeExam } from "./mutations";
import { saveCells, setExempt } from "./mutations-marks";
import { callOffRelease, planExamRelease } from "./mutations-plan";
import { releaseExam } from "./mutations-release";
import { takeBackRelease, withdrawExam } from "./mutations-takeback";
import { releaseTogether } from "./mutations-together";
import { fileProcedures } from "./router-files";
import { actions } from "./rules";
import * as schema from "./schema";
import * as absences from "./schema-absences";
import * as releases from "./schema-release";
import * as sheets from "./schema-sheet";
import * as statistics from "./schema-statistics";
import * as together from "./schema-together";

const shown = async ({ id }: { id: string }, by: Principal) => examViewOf(await getExam(id, by));

export const examsRouter = router({
  /** Released exams that the student or a guardian's child missed or was excused from. */
  absences: allow(actions.readFamily)
    .input(absences.absencesInput)
    .output(z.array(absences.absenceView))
    .query(({ ctx, input }) => listAbsences(ctx.principal, input?.studentId)),

  /** The exams of a year, grouped by name. */
  list: allow(actions.mark).input(schema.listExamsInput).output(schema.examsPage).query(resolver(listExams)),

  /** An exam with a row for each student who was in the class on its day. */
  get: allow(actions.mark)
    .input(schema.examIdInput)
    .output(sheets.sheetView)
    .query(({ ctx, input }) => getSheet(input.id, ctx.principal, new Date())),

  /** The statistics of an exam's marks. */
  statistics: allow(actions.mark)
    .input(schema.examIdInput)
    .output(statistics.examStatisticsView)
    .query(({ ctx, input }) => getStatistics(input.id, ctx.principal, new Date())),

  /** The statistics of a year's released exams, by class and subject. */
  yearStatistics: allow(actions.mark)
    .input(statistics.yearStatisticsInput)
    .output(statistics.yearStatisticsView)
    .query(resolver(getYearStatistics)),

  /** The middle half of the marks behind each result of a student, in exams that the caller may see. */
  halves: allow(actions.mark)
    .input(statistics.halvesInput)
    .output(z.array(statistics.halfView))
    .query(({ ctx, input }) => listHalves(input.studentId, ctx.principal)),

  /** The exam of an announced test, or the initial values for one. */
  ofTest: allow(actions.mark)
    .input(schema.testInput)
    .output(schema.testExamView)
    .query(({ ctx, input }) => findTestExam(input.scheduleId, ctx.principal)),

  /** The marks changed since a version. */
  changesSince: allow(actions.mark).input(sheets.changesInput).output(sheets.changesView).query(resolver(listChanges)),

  /** Creates an exam for each subject of a class under one name. */
  addMany: allow(actions.mark)
    .input(schema.addExamsInput)
    .output(z.array(schema.examView.pick({ _id: true, subject: true })))
    .mutation(resolver(addExams)),

  /** Edits an exam before its release. */
  edit: allow(actions.mark).input(schema.editExamInput).output(schema.examView).mutation(thenShow(editExam, shown)),

  /** Deletes a draft without marks or remarks. */
  remove: allow(actions.mark)
    .input(schema.examIdInput)
    .output(schema.examView.pick({ _id: true }))
    .mutation(resolver(removeExam)),

  /** Saves changed rows of a sheet. */
  saveCells: allow(actions.mark)
    .input(sheets.saveCellsInput)
    .output(sheets.savedCellsView)
    .mutation(resolver(saveCells)),

  /** A preview of a release. */
  preview: allow(actions.release)
    .input(schema.examIdInput)
    .output(releases.releaseView)
    .query(({ ctx, input }) => previewRelease(input.id, ctx.principal, new Date())),

  /** The people behind a number of the preview. */
  previewPeople: allow(actions.release)
    .input(releases.previewPeopleInput)
    .output(z.array(releases.previewPersonView))
    .query(resolver(listPreviewPeople)),

  /** Releases the marks as results. */
  release: allow(actions.release)
    .input(releases.releaseInput)
    .output(schema.examView)
    .mutation(thenShow(releaseExam, shown)),

  /** A preview of releasing exams together. */
  previewTogether: allow(actions.release)
    .input(together.previewTogetherInput)
    .output(together.togetherView)
    .query(({ ctx, input }) => previewTogether(input.ids, ctx.principal, new Date())),

  /** Releases exams at one moment, or plans them for one: all or none. */
  releaseTogether: allow(actions.release)
    .input(together.releaseTogetherInput)
    .output(z.number())
    .mutation(async ({ ctx, input }) => {
      await releaseTogether(input, ctx.principal, new Date());
      return input.exams.length;
    }),

  /** Plans the release for a minute in the institute's zone, or changes its time. */
  plan: allow(actions.release)
    .input(releases.planReleaseInput)
    .output(schema.examView)
    .mutation(thenShow(planExamRelease, shown)),

  /** Cancels a planned release. */
  callOff: allow(actions.release)
    .input(releases.seenExamInput)
    .output(schema.examView)
    .mutation(thenShow(callOffRelease, shown)),

  /** Undoes the last release before anybody is notified. */
  takeBack: allow(actions.release)
    .input(releases.seenExamInput)
    .output(schema.examView)
    .mutation(thenShow(takeBackRelease, shown)),

  /** Withdraws a released exam permanently. */
  withdraw: allow(actions.release)
    .input(releases.withdrawExamInput)
    .output(schema.examView)
    .mutation(thenShow(withdrawExam, shown)),

  /** The history of an exam, newest first. */
  events: allow(actions.mark)
    .input(schema.examIdInput)
    .output(z.array(releases.examEventView))
    .query(resolver(listExamEvents)),

  /** Sets whether a student takes the subject this year. */
  exempt: allow(actions.mark)
    .input(sheets.exemptInput)
    .output(sheets.exemptInput)
    .mutation(async ({ ctx, input }) => {
      await setExempt(input, ctx.principal, new Date());
      return input;
    }),

  ...fileProcedures,
});
