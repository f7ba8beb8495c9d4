import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { listHeaders } from "@/server/rest/headers";
import { readAllowed } from "@/server/rest/input";
import { linkNext, queryOf } from "@/server/rest/read";
import { office } from "./messages-office";
import type { schedulesRouter } from "./router";
import { announcedInput, announcedView, listSchedulesInput } from "./schema";

type Caller = { schedules: ReturnType<typeof schedulesRouter.createCaller> };

// Their documented path differs from the room's name (spec §7): one of two exceptions, beside /student in the auth room.
const path = "/notifications";

const sent = { className: "Class 7", subject: "Biology", testDate: "2026-11-20", testTime: "09:30" };
const example = { _id: "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f", ...sent, description: "Chapters 3 and 4" };

const listInput = listSchedulesInput.omit({ state: true, section: true });

const list = call({
  method: "get",
  path,
  operationId: "listSchedules",
  tags: ["Test schedules"],
  summary: "Lists the announced tests, latest date first",
  takes: { query: listInput },
  responses: {
    200: response("The tests", z.array(announcedView.meta({ id: "Schedule" })), [example], listHeaders),
    304: { description: "The list has not changed" },
  },
});

const add = call({
  method: "post",
  path,
  operationId: "addSchedule",
  tags: ["Test schedules"],
  summary: "Announces a test",
  description: "For teachers in what they teach, and the office.",
  security: forMembers,
  takes: { json: { schema: announcedInput, example: { ...sent, description: example.description } } },
  refuses: ["FORBIDDEN"],
  responses: {
    201: response("The test is announced", announcedView.extend({ message: z.string() }), {
      message: office.added,
      ...example,
    }),
  },
});

/** The REST paths of the test schedules. */
export const schedulesRest = restOf<Caller>()
  .openapi(list, async (context) => {
    // Its clients only know tests that take place.
    const asked = { ...queryOf(context, listInput), state: "planned" as const };
    const { items, nextCursor } = await context.var.caller.schedules.list(asked);
    linkNext(context, nextCursor);
    return context.json(z.array(announcedView).parse(items), 200);
  })
  .openapi(add, async (context) => {
    const added = await context.var.caller.schedules.add(
      await readAllowed(context, announcedInput, context.var.caller.schedules.add),
    );
    return context.json({ message: office.added, ...announcedView.parse(added) }, 201);
  });
