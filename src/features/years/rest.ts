import "server-only";
import { z } from "zod";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import type { yearsRouter } from "./router";
import { yearView } from "./schema";

type Caller = { years: ReturnType<typeof yearsRouter.createCaller> };

const example = {
  _id: "019376a0-7a1b-7c2d-8e3f-4a5b6c7d8e9f",
  label: "2026-27",
  firstDay: "2026-04-01",
  lastDay: "2027-03-31",
};

const list = call({
  method: "get",
  path: "/years",
  operationId: "listYears",
  tags: ["Roster"],
  summary: "Lists the school years, latest first",
  description: "For the office.",
  security: forMembers,
  refuses: ["FORBIDDEN"],
  responses: { 200: response("The years", z.array(yearView.meta({ id: "SchoolYear" })), [example]) },
});

/** The REST path of the school years. */
export const yearsRest = restOf<Caller>().openapi(list, async (context) =>
  context.json((await context.var.caller.years.list()).years, 200),
);
