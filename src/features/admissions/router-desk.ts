import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { tableView } from "@/lib/fields";
import { recordNow, recordReading } from "@/server/audit/audit";
import { onceForSender } from "@/server/rest/once-for-form";
import { allow, nothing, resolver, thenShow } from "@/server/trpc/trpc";
import { getApplication } from "./data-application";
import { countViews, countWaiting, listDesk, listForTable } from "./data-desk";
import { readFigures } from "./data-figures";
import { checkVisit, listColleagues } from "./data-office";
import { findSimilar } from "./data-similar";
import { markOpened } from "./mutations";
import { correctSubmission } from "./mutations-correct";
import { addNote, assign, takeBack, writeToFamily } from "./mutations-desk";
import { markFamilyRead } from "./mutations-family";
import { mergeSubmissions, separateSubmission } from "./mutations-merge";
import { moveMany, moveOne } from "./mutations-moves";
import { actions, submissionsCsv } from "./rules";
import { submissionIdInput } from "./schema";
import * as desk from "./schema-desk";
import { figuresView } from "./schema-figures";
import { mergeInput, similarView } from "./schema-similar";

/** Maximum number of exported rows: more than any institute gets in a year, and older rows are purged. */
const mostExported = 20_000;

const shown = ({ id }: { id: string }, _by: unknown, now: Date) => getApplication(id, now);

/** The procedures of the admissions desk, merged into those of the form. */
export const deskProcedures = {
  /** A page of matching applications; each read is audited. */
  desk: allow(actions.read)
    .input(desk.deskInput)
    .output(desk.deskPage)
    .query(async ({ ctx, input }) => {
      const page = await listDesk(input, ctx.principal.userId, new Date());
      await recordReading("submissions-read", ctx.principal, page.items.length);
      return page;
    }),

  /** How many applications are unopened, and how many answers are late. */
  countWaiting: allow(actions.read)
    .output(desk.waitingCounts)
    .query(() => countWaiting(new Date())),

  /** The number of applications in each view, without personal data. */
  countViews: allow(actions.read)
    .output(desk.viewCounts)
    .query(() => countViews(new Date())),

  /** The statistics of applications, without personal data. */
  figures: allow(actions.read)
    .output(figuresView)
    .query(() => readFigures(new Date())),

  /** One application with its history. Marks it as opened; each read is audited. */
  get: allow(actions.read)
    .input(submissionIdInput)
    .output(desk.applicationView)
    .query(async ({ ctx, input }) => {
      const found = await getApplication(input.id, new Date());
      if (found.isNew) await markOpened(found._id);
      if (found.hasWritten) await markFamilyRead(found, found.at);
      await recordReading("submissions-read", ctx.principal, 1);
      return found;
    }),

  /** The matching applications as a table; each export is audited. */
  exportSubmissions: allow(actions.read)
    .input(desk.exportInput)
    .output(tableView)
    .mutation(async ({ ctx, input }) => {
      const items = await listForTable(input, ctx.principal.userId, mostExported, new Date());
      const detail = { count: items.length };
      await recordNow({ action: "submissions-exported", by: ctx.principal, detail, address: ctx.address });
      return { csv: submissionsCsv(items, institute.timeZone) };
    }),

  /** Applications with the same contact, and merged ones; each read is audited. */
  similar: allow(actions.read)
    .input(submissionIdInput)
    .output(similarView)
    .query(async ({ ctx, input }) => {
      const found = await findSimilar(input.id);
      await recordReading("submissions-read", ctx.principal, found.similar.length + found.merged.length);
      return found;
    }),

  /** Merges two open applications for the same child; returns the id of the remaining one. */
  merge: allow(actions.handle)
    .input(mergeInput)
    .output(z.object({ _id: z.string() }))
    .mutation(async ({ ctx, input }) => ({
      _id: await mergeSubmissions([input.id, input.otherId], ctx.principal, new Date()),
    })),

  separate: allow(actions.handle).input(submissionIdInput).output(nothing).mutation(resolver(separateSubmission)),

  move: allow(actions.handle).input(desk.moveInput).output(desk.applicationView).mutation(thenShow(moveOne, shown)),

  moveMany: allow(actions.handle).input(desk.moveManyInput).output(desk.movedView).mutation(resolver(moveMany)),

  /** Corrects what the family typed, but not the class. */
  correct: allow(actions.handle)
    .input(desk.correctInput)
    .output(desk.applicationView)
    .mutation(thenShow(correctSubmission, shown)),

  note: allow(actions.handle)
    .input(desk.noteInput)
    .output(desk.applicationView)
    .mutation(async ({ ctx: { principal }, input }) => {
      const now = new Date();
      await onceForSender(principal.userId, "services.note", input, (note) => addNote(note, principal, now));
      return getApplication(input.id, now);
    }),

  write: allow(actions.handle)
    .input(desk.writeInput)
    .output(desk.applicationView)
    .mutation(async ({ ctx: { principal }, input }) => {
      const now = new Date();
      await onceForSender(principal.userId, "services.write", input, (letter) => writeToFamily(letter, principal, now));
      return getApplication(input.id, now);
    }),

  /** Withdraws a message whose email has not been sent. */
  takeBack: allow(actions.handle)
    .input(desk.takeBackInput)
    .output(desk.applicationView)
    .mutation(thenShow(takeBack, shown)),

  colleagues: allow(actions.handle)
    .output(desk.colleaguesView)
    .query(() => listColleagues(new Date())),

  /** Whether the institute is open at the time of a visit. */
  checkVisit: allow(actions.handle)
    .input(desk.visitInput)
    .output(desk.visitCheckView)
    .query(({ input }) => checkVisit(input)),

  /** Assigns applications to the caller, a colleague or nobody. */
  assign: allow(actions.handle).input(desk.assignInput).output(desk.assignedView).mutation(resolver(assign)),
};
