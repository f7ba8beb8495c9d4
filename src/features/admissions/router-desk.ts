import "server-only";
import { z } from "zod";
import { institute } from "@/content/institute";
import { tableView } from "@/lib/fields";
import { recordNow, recordReading } from "@/server/audit/audit";
import { allow } from "@/server/trpc/trpc";
import { getApplication } from "./data-application";
import { countViews, listDesk, listForTable } from "./data-desk";
import { readFigures } from "./data-figures";
import { checkVisit, listColleagues } from "./data-office";
import { findSimilar } from "./data-similar";
import { markOpened } from "./mutations";
import { addNote, assign, takeBack, writeToFamily } from "./mutations-desk";
import { markFamilyRead } from "./mutations-family";
import { mergeSubmissions, separateSubmission } from "./mutations-merge";
import { moveMany, moveOne } from "./mutations-moves";
import { actions, submissionsCsv } from "./rules";
import { submissionIdInput } from "./schema";
import * as desk from "./schema-desk";
import { figuresView } from "./schema-figures";
import { mergeInput, similarView } from "./schema-similar";

/** Export limit: more than a year of any institute's, and older rows are purged. */
const mostExported = 20_000;

/** The procedures of the office's desk; they stand among those of the form. */
export const deskProcedures = {
  /** The applications that match, a page at a time; each reading goes on record. */
  desk: allow(actions.read)
    .input(desk.deskInput)
    .output(desk.deskPage)
    .query(async ({ ctx, input }) => {
      const page = await listDesk(input, ctx.principal.userId, new Date());
      await recordReading("submissions-read", ctx.principal, page.items.length);
      return page;
    }),

  /** How many applications stand in each view; it names nobody. */
  countViews: allow(actions.read)
    .output(desk.viewCounts)
    .query(() => countViews(new Date())),

  /** What the applications come to; it names nobody. */
  figures: allow(actions.read)
    .output(figuresView)
    .query(() => readFigures(new Date())),

  /** One application with everything that became of it. It is new no more; the reading goes on record. */
  get: allow(actions.read)
    .input(submissionIdInput)
    .output(desk.applicationView)
    .query(async ({ ctx, input }) => {
      const found = await getApplication(input.id, new Date());
      if (found.isNew) await markOpened(found._id);
      if (found.hasWritten) await markFamilyRead(found._id, found.at);
      await recordReading("submissions-read", ctx.principal, 1);
      return found;
    }),

  /** The applications that match as a table; it goes on record who took it. */
  exportSubmissions: allow(actions.read)
    .input(desk.exportInput)
    .output(tableView)
    .mutation(async ({ ctx, input }) => {
      const items = await listForTable(input, ctx.principal.userId, mostExported, new Date());
      const detail = { count: items.length };
      await recordNow({ action: "submissions-exported", by: ctx.principal, detail, address: ctx.address });
      return { csv: submissionsCsv(items, institute.timeZone) };
    }),

  /** Others with the same contact as an application, and those merged with it; the reading goes on record. */
  similar: allow(actions.read)
    .input(submissionIdInput)
    .output(similarView)
    .query(async ({ ctx, input }) => {
      const found = await findSimilar(input.id);
      await recordReading("submissions-read", ctx.principal, found.similar.length + found.merged.length);
      return found;
    }),

  /** Makes one of two open applications about the same child; answers which one is kept. */
  merge: allow(actions.handle)
    .input(mergeInput)
    .output(z.object({ _id: z.string() }))
    .mutation(async ({ ctx, input }) => ({
      _id: await mergeSubmissions([input.id, input.otherId], ctx.principal, new Date()),
    })),

  separate: allow(actions.handle)
    .input(submissionIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await separateSubmission(input.id, ctx.principal, new Date());
      return null;
    }),

  move: allow(actions.handle)
    .input(desk.moveInput)
    .output(desk.applicationView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      await moveOne(input, ctx.principal, now);
      return getApplication(input.id, now);
    }),

  moveMany: allow(actions.handle)
    .input(desk.moveManyInput)
    .output(desk.movedView)
    .mutation(({ ctx, input }) => moveMany(input, ctx.principal, new Date())),

  note: allow(actions.handle)
    .input(desk.noteInput)
    .output(desk.applicationView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      await addNote(input, ctx.principal, now);
      return getApplication(input.id, now);
    }),

  write: allow(actions.handle)
    .input(desk.writeInput)
    .output(desk.applicationView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      await writeToFamily(input, ctx.principal, now);
      return getApplication(input.id, now);
    }),

  /** Takes back a message whose mail has not left. */
  takeBack: allow(actions.handle)
    .input(desk.takeBackInput)
    .output(desk.applicationView)
    .mutation(async ({ ctx, input }) => {
      const now = new Date();
      await takeBack(input, ctx.principal, now);
      return getApplication(input.id, now);
    }),

  colleagues: allow(actions.handle)
    .output(desk.colleaguesView)
    .query(() => listColleagues(new Date())),

  /** Whether the institute is open at the time of a visit. */
  checkVisit: allow(actions.handle)
    .input(desk.visitInput)
    .output(desk.visitCheckView)
    .query(({ input }) => checkVisit(input)),

  /** Takes applications over, gives them to a colleague, or gives them back. */
  assign: allow(actions.handle)
    .input(desk.assignInput)
    .output(z.object({ changed: z.number() }))
    .mutation(async ({ ctx, input }) => ({ changed: await assign(input.ids, input.to, ctx.principal, new Date()) })),
};
