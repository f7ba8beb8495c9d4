import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { changeOf, idOf } from "@/server/rest/input";
import { screens } from "./messages-screens";
import type { examsRouter } from "./router";
import { editExamInput, examIdInput, examView } from "./schema";
import { examples } from "./schema-examples";
import { exemptInput } from "./schema-sheet";

type Caller = { exams: ReturnType<typeof examsRouter.createCaller> };

const staff = { security: forMembers, tags: ["Exams"] as [string] };
const callers = "For the office, and for teachers of the class and subject.";

const edit = call({
  ...staff,
  method: "patch",
  path: "/exams/{id}",
  operationId: "editExam",
  summary: "Changes an exam before its release",
  description: `${callers} Missing fields stay unchanged; \`examDate\` as null or empty removes the date. A change calls a scheduled release off; equal values change nothing. 409 if there is a newer version than \`rowVersion\`, if such an exam already exists, or if a mark is above the new total.`,
  takes: {
    path: examIdInput,
    json: {
      schema: editExamInput.partial().required({ rowVersion: true }).omit({ id: true }),
      example: { rowVersion: 1, totalMarks: 100 },
    },
  },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: {
    200: response("The exam as it is now", examView.meta({ id: "Exam" }), {
      ...examples.exam,
      totalMarks: 100,
      rowVersion: 2,
    }),
  },
});

const remove = call({
  ...staff,
  method: "delete",
  path: "/exams/{id}",
  operationId: "removeExam",
  summary: "Deletes a draft without marks or remarks",
  description: `${callers} 409 for an exam with marks or remarks, and for one that is scheduled or was released.`,
  takes: { path: examIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: {
    200: response("The exam is deleted", z.object({ message: z.string(), _id: z.string() }), {
      message: screens.removed,
      _id: examples.exam._id,
    }),
  },
});

const exemption = {
  ...staff,
  path: "/exams/{id}/exemptions/{studentId}",
  takes: { path: exemptInput.omit({ isExempt: true }) },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
} as const;
const exempted = exemptInput.omit({ id: true });

const exempt = call({
  ...exemption,
  method: "put",
  operationId: "exemptStudent",
  summary: "Notes that a student does not take the subject in the school year of the exam",
  description: `${callers} A scheduled release is called off. 409 if the student has an unreleased mark in the subject, or an absence that was released.`,
  responses: { 200: response("The student does not take the subject", exempted, examples.exempt) },
});

const endExemption = call({
  ...exemption,
  method: "delete",
  operationId: "endExemption",
  summary: "Notes that a student takes the subject after all",
  description: `${callers} A scheduled release is called off.`,
  responses: {
    200: response("The student takes the subject", exempted, { ...examples.exempt, isExempt: false }),
  },
});

/** The REST paths that change and delete exams, and exempt students from their subject. */
export const changesRest = restOf<Caller>()
  .openapi(edit, async (context) => {
    const given = changeOf<z.input<typeof editExamInput>>(context);
    const { exams } = context.var.caller;
    const { className, sections, examName, examDate, totalMarks } = (await exams.get({ id: given.id })).exam;
    const known = { className, sections, examName, examDate, totalMarks };
    return context.json(await exams.edit({ ...known, ...given }), 200);
  })
  .openapi(remove, async (context) => {
    const removed = await context.var.caller.exams.remove(idOf(context));
    return context.json({ message: screens.removed, ...removed }, 200);
  })
  .openapi(exempt, async (context) => {
    const { studentId } = context.req.param();
    const { isExempt } = await context.var.caller.exams.exempt({ ...idOf(context), studentId, isExempt: true });
    return context.json({ studentId, isExempt }, 200);
  })
  .openapi(endExemption, async (context) => {
    const { studentId } = context.req.param();
    const { isExempt } = await context.var.caller.exams.exempt({ ...idOf(context), studentId, isExempt: false });
    return context.json({ studentId, isExempt }, 200);
  });
