import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { bodyOf, readAllowed } from "@/server/rest/input";
import { screens } from "./messages-screens";
import type { enrolmentsRouter } from "./router";
import * as schema from "./schema-promotion";

type Caller = { enrolments: ReturnType<typeof enrolmentsRouter.createCaller> };

const office = { security: forMembers, tags: ["Roster"] as [string], description: "For the office." };
const batchId = "019376a0-9c3d-7e4f-8a5b-6c7d8e9f0a1b";
const sent = {
  fromYear: "019376a0-7a1b-7c2d-8e3f-4a5b6c7d8e9f",
  toYear: "019376a0-7a1b-7c2d-8e3f-5a6b7c8d9e0f",
  className: 7,
};
const nothing = z.strictObject({});
const counts = { up: 1, stays: 0, leaves: 0, refused: 0 };
const preview = {
  rows: [
    {
      studentId: "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d",
      name: "Asha Rao",
      from: { className: "7", section: "A", rollNo: "12" },
      to: { className: "8", section: "A" },
      what: "up" as const,
      why: null,
    },
  ],
  counts,
  digest: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
};
const batch = {
  _id: batchId,
  createdAt: new Date("2027-03-20T09:30:00.000Z"),
  by: "Meera Iyer",
  counts: { ...counts, class: 7, section: null, from: "2026-27", to: "2027-28" },
  undoneAt: null,
  undoUntil: new Date("2027-04-19T09:30:00.000Z"),
};

const see = call({
  ...office,
  method: "post",
  path: "/promotions/preview",
  operationId: "previewPromotion",
  summary: "Previews a promotion: what happens to each student, and the digest that confirms it",
  description: "For the office. Changes nothing.",
  takes: { json: { schema: schema.promotionInput, example: sent } },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The students of the class", schema.promotionView, preview) },
});

const promote = call({
  ...office,
  method: "post",
  path: "/promotions",
  operationId: "promoteClass",
  summary: "Promotes a class to a later school year",
  description:
    "For the office. The enrolments of the class end on the day before the later year, and the new ones begin on the first day of that year. 409 if the promotion would differ from the preview with this `digest`.",
  takes: { json: { schema: schema.promoteInput, example: { ...sent, digest: preview.digest, numberByName: true } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: {
    201: response("What was done with each student", schema.promotedView.extend({ message: z.string() }), {
      message: screens.promoted(1),
      ...preview,
      batchId,
    }),
  },
});

const list = call({
  ...office,
  method: "get",
  path: "/promotions",
  operationId: "listPromotions",
  summary: "Lists the promotions, newest first, at most 100",
  refuses: ["FORBIDDEN"],
  responses: { 200: response("The promotions", z.array(schema.batchView.meta({ id: "Promotion" })), [batch]) },
});

const undo = call({
  ...office,
  method: "post",
  path: "/promotions/{batchId}/undo",
  operationId: "undoPromotion",
  summary: "Undoes a promotion within thirty days",
  description:
    "For the office. A student who was changed since then stays unchanged; the response names these students, with the reason.",
  takes: { path: schema.batchInput, json: { schema: nothing, example: {}, isOptional: true } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: {
    200: response("The number of restored students, and the students who were not restored", schema.undoneView, {
      reversed: 1,
      rows: [],
    }),
  },
});

/** The REST paths of promotions. */
export const promotionRest = restOf<Caller>()
  .openapi(see, async (context) =>
    context.json(await context.var.caller.enrolments.previewPromotion(bodyOf(context)), 200),
  )
  .openapi(promote, async (context) => {
    const promoted = await context.var.caller.enrolments.promote(bodyOf(context));
    const { up, stays, leaves } = promoted.counts;
    return context.json({ message: screens.promoted(up + stays + leaves), ...promoted }, 201);
  })
  .openapi(list, async (context) => context.json(await context.var.caller.enrolments.promotions(), 200))
  .openapi(undo, async (context) => {
    const { undoPromotion } = context.var.caller.enrolments;
    await readAllowed(context, nothing, undoPromotion);
    return context.json(await undoPromotion({ batchId: context.req.param("batchId") }), 200);
  });
