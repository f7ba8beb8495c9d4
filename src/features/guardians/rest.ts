import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { changeOf, readAllowed } from "@/server/rest/input";
import { queryOf } from "@/server/rest/read";
import { copy } from "./messages";
import type { guardiansRouter } from "./router";
import { childView } from "./schema";
import * as schema from "./schema-links";

type Caller = { guardians: ReturnType<typeof guardiansRouter.createCaller> };

const example = {
  _id: "019376a0-9c3d-7e4f-8a5b-6c7d8e9f0a1b",
  studentId: "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d",
  guardianId: "019376a0-4e6d-7b29-8c1e-3f5a7b9c0d1e",
  name: "Mira Rao",
  email: "mira@example.org",
  phone: "+919876543210",
  relation: "mother",
  seesResults: true,
  getsMails: true,
  contactOrder: 1,
  origin: "office" as const,
  since: new Date("2026-11-20T09:30:00.000Z"),
  endedAt: null,
  endReason: null,
  endedQuietly: false,
};
const { studentId, name, phone, email, relation } = example;

const link = schema.linkView.meta({ id: "Guardianship" });
const written = schema.linkView.extend({ message: z.string() });
const office = { security: forMembers, tags: ["Guardians"] as [string], description: "For the office." };

const children = call({
  security: forMembers,
  tags: office.tags,
  method: "get",
  path: "/me/children",
  operationId: "listOwnChildren",
  summary: "The children of the calling guardian",
  description:
    "Empty for a caller who is not a guardian. `/api/me/results` and `/api/report-cards` accept the `_id` of a child, and return what `seesResults` allows.",
  responses: {
    200: response("The children", z.array(childView.meta({ id: "Child" })), [
      {
        _id: studentId,
        name: "Asha Rao",
        className: "7",
        section: "A",
        rollNo: "12",
        coming: null,
        follows: "7",
        classes: ["7"],
        relation,
        seesResults: true,
        getsMails: true,
        unread: 1,
      },
    ]),
  },
});

const list = call({
  ...office,
  method: "get",
  path: "/guardianships",
  operationId: "listGuardianships",
  summary: "Lists the guardians of a student: current links in contact order, then ended links",
  takes: { query: schema.studentIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The links of the student, at most fifty", z.array(link), [example]) },
});

const add = call({
  ...office,
  method: "post",
  path: "/guardianships",
  operationId: "addGuardianship",
  summary: "Links a guardian to a student: a known person by `guardianId`, or a new one by name",
  takes: { json: { schema: schema.addLinkInput, example: { studentId, name, phone, email, relation } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: { 201: response("The guardian is linked", written, { message: copy.linked, ...example }) },
});

const changes = schema.editLinkInput.omit({ id: true });

const edit = call({
  ...office,
  method: "patch",
  path: "/guardianships/{id}",
  operationId: "editGuardianship",
  summary: "Changes relation, access to results, emails or contact order; absent fields stay unchanged",
  takes: { path: schema.linkIdInput, json: { schema: changes, example: { seesResults: false } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: { 200: response("The link is saved", written, { message: copy.saved, ...example, seesResults: false }) },
});

const ending = z.strictObject(schema.endLinkInput.shape).omit({ id: true });

const end = call({
  ...office,
  method: "post",
  path: "/guardianships/{id}/end",
  operationId: "endGuardianship",
  summary: "Ends a link, with effect from the next request",
  description:
    "For the office. The student and all other guardians are notified by email if their address is confirmed, unless `quietly` is true, which needs a reason.",
  takes: { path: schema.linkIdInput, json: { schema: ending, example: { reason: "Asked for by the mother" } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: {
    200: response("The link has ended", written, {
      message: copy.ended,
      ...example,
      endedAt: example.since,
      endReason: "Asked for by the mother",
    }),
  },
});

export const guardiansRest = restOf<Caller>()
  .openapi(children, async (context) => context.json(await context.var.caller.guardians.children(), 200))
  .openapi(list, async (context) =>
    context.json(await context.var.caller.guardians.list(queryOf(context, schema.studentIdInput)), 200),
  )
  .openapi(add, async (context) => {
    // Parse only one member of the union, so that errors name the fields.
    const isKnown = Object(context.var.body).guardianId != null;
    const asked = await readAllowed(
      context,
      isKnown ? schema.knownGuardianInput : schema.newGuardianInput,
      context.var.caller.guardians.add,
    );
    const added = await context.var.caller.guardians.add(asked);
    return context.json({ message: copy.linked, ...added }, 201);
  })
  .openapi(edit, async (context) => {
    const saved = await context.var.caller.guardians.edit(changeOf(context));
    return context.json({ message: copy.saved, ...saved }, 200);
  })
  .openapi(end, async (context) => {
    const ended = await context.var.caller.guardians.end(changeOf(context));
    return context.json({ message: copy.ended, ...ended }, 200);
  });
