import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { linkHeader } from "@/server/rest/headers";
import { readBody } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { copy } from "./messages";
import type { admissionsRouter } from "./router";
import { listedView, listSubmissionsInput, submissionInput, submittedView } from "./schema";

type Caller = { services: ReturnType<typeof admissionsRouter.createCaller> };

const sent = {
  selectedClass: 7,
  name: "Kiran Das",
  parentName: "Mohan Das",
  email: "das@example.org",
  phone: "+91 98765 43210",
  previousSchool: "Green Valley School",
};
const example = {
  _id: "019376a0-6c2f-7d4b-8e3a-5b7c9d1e2f30",
  reference: "K7Q2-9XMD",
  ...sent,
  createdAt: new Date("2026-11-20T09:30:00.000Z"),
  isNew: true,
  state: "received" as const,
  answerDue: new Date("2026-11-23T12:30:00.000Z"),
  answeredAt: null,
  mergedInto: null,
};

const submit = call({
  method: "post",
  path: "/services/submit",
  operationId: "submitApplication",
  tags: ["Admission"],
  summary: "Hands in an application for admission",
  description:
    "The sender agrees to the Terms of Use and the Privacy Policy; the time and the version of the text are stored.",
  takes: { json: { schema: submissionInput, example: sent, mostBytes: 16 * 1024 } },
  refuses: ["TOO_MANY_REQUESTS"],
  responses: {
    201: response("The application has arrived", submittedView.extend({ message: z.string() }), {
      message: copy.appliedHint,
      ...example,
      mailed: true,
    }),
  },
});

const list = call({
  method: "get",
  path: "/services",
  operationId: "listApplications",
  tags: ["Admission"],
  summary: "The applications, newest first",
  description: "For the office.",
  security: forMembers,
  takes: { query: listSubmissionsInput },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response(
      "The applications",
      z.object({ data: z.array(listedView.meta({ id: "Application" })) }),
      { data: [{ ...example, givenClass: null, visitAt: null }] },
      linkHeader,
    ),
  },
});

export const admissionsRest = restOf<Caller>()
  .openapi(submit, async (context) => {
    const submitted = await context.var.caller.services.submit(readBody(context, submissionInput));
    const message = submitted.state === "waiting" ? copy.onWaitingList : copy.appliedHint;
    return context.json({ message, ...submitted }, 201);
  })
  .openapi(list, async (context) => {
    const { items, nextCursor } = await context.var.caller.services.list(queryOf(context, listSubmissionsInput));
    linkNext(context, nextCursor);
    return context.json({ data: items }, 200);
  });
