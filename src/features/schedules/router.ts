import "server-only";
import { dateHere } from "@/content/institute";
import { subjectCounts } from "@/lib/fields";
import { allow, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import { listSchedules, listTestSubjects } from "./data";
import { previewReach } from "./data-news";
import { getForStaff, listChanges, listForStaff } from "./data-staff";
import { checkPlace } from "./data-warnings";
import { addSchedule, removeSchedule } from "./mutations";
import { cancelSchedule, editSchedule, restoreSchedule } from "./mutations-changes";
import { actions } from "./rules";
import {
  cancelScheduleInput,
  editScheduleInput,
  listSchedulesInput,
  listTestSubjectsInput,
  placeInput,
  removeScheduleInput,
  restoreScheduleInput,
  scheduleIdInput,
  scheduleInput,
  schedulesPage,
  scheduleView,
  staffSchedulesPage,
  staffScheduleView,
  writtenScheduleView,
} from "./schema";
import { changeView } from "./schema-changes";
import { reachInput, reachView } from "./schema-news";
import { checkView } from "./schema-warnings";

export const schedulesRouter = router({
  /** The announced tests, latest date first. */
  list: publicProcedure
    .input(listSchedulesInput)
    .output(schedulesPage)
    .query(({ input }) => listSchedules(input, dateHere(new Date()))),

  /** The subjects with the most announced tests. */
  subjects: publicProcedure
    .input(listTestSubjectsInput)
    .output(subjectCounts)
    .query(({ input }) => listTestSubjects(input, dateHere(new Date()))),

  /** The tests for staff, with authors, including hidden ones. */
  listForStaff: allow(actions.manage)
    .input(listSchedulesInput)
    .output(staffSchedulesPage)
    .query(resolver(listForStaff)),

  /** A test for staff. */
  get: allow(actions.manage).input(scheduleIdInput).output(staffScheduleView).query(resolver(getForStaff)),

  /** The history of a test, newest first. */
  changes: allow(actions.manage)
    .input(scheduleIdInput)
    .output(changeView.array())
    .query(({ input }) => listChanges(input.id)),

  /** The warnings about a date and time. */
  check: allow(actions.manage)
    .input(placeInput)
    .output(checkView)
    .query(({ input }) => checkPlace(input, new Date())),

  /** When a change would be announced, and to how many people. */
  reach: allow(actions.manage).input(reachInput).output(reachView).query(resolver(previewReach)),

  /** Announces a test. */
  add: allow(actions.manage).input(scheduleInput).output(writtenScheduleView).mutation(resolver(addSchedule)),

  /** Edits or moves a test. */
  edit: allow(actions.manage).input(editScheduleInput).output(writtenScheduleView).mutation(resolver(editSchedule)),

  /** Cancels a test, or hides a mistaken entry. */
  cancel: allow(actions.manage)
    .input(cancelScheduleInput)
    .output(writtenScheduleView)
    .mutation(resolver(cancelSchedule)),

  /** Restores a cancelled test. */
  restore: allow(actions.manage)
    .input(restoreScheduleInput)
    .output(writtenScheduleView)
    .mutation(resolver(restoreSchedule)),

  /** Deletes a test. */
  remove: allow(actions.manage)
    .input(removeScheduleInput)
    .output(scheduleView.pick({ _id: true }))
    .mutation(resolver(removeSchedule)),
});
