import "server-only";
import { z } from "zod";
import { onceForSender } from "@/server/rest/once-for-form";
import { allow, nothing, resolver } from "@/server/trpc/trpc";
import {
  listAnswers,
  listNoticePeople,
  listNotices,
  listPreviewPeople,
  previewReach,
  readNotice,
  readText,
} from "./data-office";
import { addNotice, editNotice, removeNotice } from "./mutations";
import { changeNotice, takeBackNotice, withdrawNotice } from "./mutations-change";
import { addFile, removeFile, requireFilePlace } from "./mutations-files";
import { remindRest } from "./mutations-mails";
import { callOffNotice, publishNotice, settleMails } from "./mutations-publish";
import { actions, placesToWriteTo } from "./rules";
import * as schema from "./schema";
import * as office from "./schema-office";

const write = allow(actions.write);

/** The procedures for staff; teachers only have notices to their own classes. */
export const officeProcedures = {
  /** The notices that the caller may edit, and those to classes that the caller teaches. */
  list: write.input(schema.listNoticesInput).output(office.noticesPage).query(resolver(listNotices)),

  /** The classes and sections that a teacher may write to; null for everyone. */
  places: write
    .output(z.array(z.object({ className: z.number(), section: z.string().nullable() })).nullable())
    .query(({ ctx }) => placesToWriteTo(ctx.principal)),

  /** A notice with its reach and answers. */
  get: write.input(schema.noticeIdInput).output(office.noticePage).query(resolver(readNotice)),

  /** The text and files of a notice, including published ones of the office to the caller's classes. */
  read: write.input(schema.noticeIdInput).output(office.noticeToRead).query(resolver(readText)),

  /** The answers to published notices that the caller may edit. */
  answers: write
    .input(office.answersInput)
    .output(z.array(office.answersView))
    .query(({ ctx, input }) => listAnswers(input.ids, ctx.principal)),

  /** The list behind a number of a notice. */
  people: write
    .input(office.peopleInput)
    .output(office.peoplePage)
    .query(({ ctx, input }) => listNoticePeople(input.id, input.fact, input.cursor, ctx.principal)),

  /** The reach of an unsaved notice. */
  preview: write.input(office.previewInput).output(office.previewView).query(resolver(previewReach)),

  /** The list behind a number of a preview. */
  previewPeople: write.input(office.previewPeopleInput).output(office.peoplePage).query(resolver(listPreviewPeople)),

  /** Writes a draft. */
  add: write
    .input(schema.addNoticeForm)
    .output(office.noticeView)
    .mutation(({ ctx: { principal }, input }) =>
      onceForSender(principal.userId, "notices.add", input, (notice) => addNotice(notice, principal)),
    ),

  /** Edits an unpublished notice. */
  edit: write.input(schema.editNoticeInput).output(office.noticeView).mutation(resolver(editNotice)),

  /** Publishes a notice, now or at a time. */
  publish: write.input(schema.publishInput).output(office.noticeView).mutation(resolver(publishNotice)),

  /** Returns a planned notice to draft. */
  callOff: write.input(schema.seenNoticeInput).output(office.noticeView).mutation(resolver(callOffNotice)),

  /** Publishes a new version of a notice. */
  change: write.input(schema.changeNoticeInput).output(office.noticeView).mutation(resolver(changeNotice)),

  /** Returns a notice published in the last ten minutes to draft. */
  takeBack: write.input(schema.seenNoticeInput).output(office.noticeView).mutation(resolver(takeBackNotice)),

  /** Withdraws a notice with its files. */
  withdraw: write.input(schema.withdrawNoticeInput).output(office.noticeView).mutation(resolver(withdrawNotice)),

  /** Sends a reminder to everyone who has not read or confirmed it. */
  remind: write
    .input(schema.seenNoticeInput)
    .output(z.object({ count: z.number() }))
    .mutation(async ({ ctx, input }) => ({ count: await remindRest(input, ctx.principal, new Date()) })),

  /** Sends or drops the emails that were held back after a restore. */
  settle: write
    .input(schema.settleInput)
    .output(nothing)
    .mutation(({ ctx, input: { isToLeave, ...seen } }) => settleMails(seen, isToLeave, ctx.principal, new Date())),

  /** Deletes a draft or a withdrawn notice. */
  remove: write
    .input(schema.seenNoticeInput)
    .output(z.object({ _id: z.string() }))
    .mutation(resolver(removeNotice)),

  /** Checks, before the upload, who may add a file. */
  mayAddFile: write
    .input(schema.noticeIdInput)
    .output(nothing)
    .query(({ ctx, input }) => requireFilePlace(input.id, ctx.principal)),

  /** Adds an uploaded file to a notice. */
  addFile: write.input(schema.noticeFileInput).output(office.noticeView).mutation(resolver(addFile)),

  /** Removes a file from a notice. */
  removeFile: write.input(schema.noticeFileInput).output(office.noticeView).mutation(resolver(removeFile)),
};
