import "server-only";
import { z } from "zod";
import { allow, resolver, router } from "@/server/trpc/trpc";
import { listNames } from "./data";
import { listSubjectsWithUsage } from "./data-usage";
import { addSubject, editSubject, retireSubject } from "./mutations";
import { actions } from "./rules";
import {
  changedSubject,
  editSubjectInput,
  retireSubjectInput,
  subjectInput,
  subjectNameView,
  subjectView,
} from "./schema";

export const subjectsRouter = router({
  list: allow(actions.manage).output(z.array(subjectView)).query(listSubjectsWithUsage),

  names: allow(actions.read).output(z.array(subjectNameView)).query(listNames),

  add: allow(actions.manage).input(subjectInput).output(changedSubject).mutation(resolver(addSubject)),

  /** Edits a subject; missing fields stay unchanged. */
  edit: allow(actions.manage)
    .input(editSubjectInput)
    .output(changedSubject)
    .mutation(({ ctx, input: { id, ...changes } }) => editSubject(id, changes, ctx.principal)),

  /** Retires a subject, or restores it. */
  retire: allow(actions.manage)
    .input(retireSubjectInput)
    .output(changedSubject)
    .mutation(({ ctx, input }) => retireSubject(input.id, input.retired, ctx.principal)),
});
