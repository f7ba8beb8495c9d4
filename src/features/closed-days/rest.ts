import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { linkHeader } from "@/server/rest/headers";
import { bodyOf, idOf } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { copy } from "./messages";
import type { closedDaysRouter } from "./router";
import { addedClosedDaysView, closedDayIdInput, closedDayInput, closedDayView, listClosedDaysInput } from "./schema";

type Caller = { closedDays: ReturnType<typeof closedDaysRouter.createCaller> };

const shared = {
  tags: ["Closed days"] as [string],
  description: "For the office.",
  security: forMembers,
};

const id = "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f";
const sent = { firstDay: "2026-11-06", lastDay: "2026-11-11", kind: "closed", name: "Diwali" } as const;

const list = call({
  ...shared,
  method: "get",
  path: "/closed-days",
  operationId: "listClosedDays",
  summary: "Lists the days on which the institute is closed, or open for half the day, latest first",
  takes: { query: listClosedDaysInput },
  refuses: ["FORBIDDEN"],
  responses: {
    200: response(
      "The closed days",
      z.array(closedDayView.meta({ id: "ClosedDays" })),
      [{ _id: id, ...sent }],
      linkHeader,
    ),
  },
});

const add = call({
  ...shared,
  method: "post",
  path: "/closed-days",
  operationId: "addClosedDays",
  summary: "Adds closed days, which must not overlap others",
  takes: { json: { schema: closedDayInput, example: sent } },
  refuses: ["FORBIDDEN", "CONFLICT"],
  responses: {
    201: response("The closed days are added", addedClosedDaysView.extend({ message: z.string() }), {
      message: copy.added,
      _id: id,
      ...sent,
      tests: [],
    }),
  },
});

const remove = call({
  ...shared,
  method: "delete",
  path: "/closed-days/{id}",
  operationId: "removeClosedDays",
  summary: "Deletes closed days",
  takes: { path: closedDayIdInput },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: {
    200: response("The closed days are deleted", z.object({ message: z.string(), _id: z.string() }), {
      message: copy.removed,
      _id: id,
    }),
  },
});

/** The REST paths of the closed days. */
export const closedDaysRest = restOf<Caller>()
  .openapi(list, async (context) => {
    const { items, nextCursor } = await context.var.caller.closedDays.list(queryOf(context, listClosedDaysInput));
    linkNext(context, nextCursor);
    return context.json(items, 200);
  })
  .openapi(add, async (context) => {
    const added = await context.var.caller.closedDays.add(bodyOf(context));
    return context.json({ message: copy.added, ...added }, 201);
  })
  .openapi(remove, async (context) => {
    const removed = await context.var.caller.closedDays.remove(idOf(context));
    return context.json({ message: copy.removed, ...removed }, 200);
  });
