import "server-only";
import { z } from "zod";
import { firstClass, lastClass } from "@/lib/classes";
import { call, restOf } from "@/server/rest/call";
import { tagHeader } from "@/server/rest/headers";
import type { calendarsRouter } from "./router";

type Caller = { calendars: ReturnType<typeof calendarsRouter.createCaller> };

const tags: [string] = ["Calendars"];
const type = "text/calendar";
const headers = { "content-type": `${type}; charset=utf-8` };
const content = { [type]: { schema: z.string() } };

const feed = call({
  method: "get",
  path: "/calendar/{feed}",
  operationId: "readCalendar",
  tags,
  summary: "Returns the tests of a class, or of all classes, as a calendar (RFC 5545)",
  description: "Cancelled tests stay for thirty days after their date.",
  takes: {
    path: z.object({
      feed: z.string().describe(`\`class-${firstClass}.ics\` to \`class-${lastClass}.ics\`, or \`all.ics\``),
    }),
  },
  refuses: ["NOT_FOUND"],
  responses: {
    200: { description: "The calendar", headers: tagHeader, content },
    304: { description: "The calendar has not changed" },
  },
});

const ownFeed = call({
  method: "get",
  path: "/calendar/own/{token}",
  operationId: "readOwnCalendar",
  tags,
  summary: "Returns a person's own tests, and those of all children, as a calendar",
  description: "The URL is a secret that the person creates and revokes. The calendar contains no names and no marks.",
  takes: { path: z.object({ token: z.string().describe("The secret from the person's calendar page") }) },
  refuses: ["NOT_FOUND"],
  responses: { 200: { description: "The calendar", content } },
});

const rest = restOf<Caller>();

// In robots.txt, the feeds are open to programs. A secret URL must be in no search engine, not even after it was revoked.
rest.use("/calendar/own/*", async (context, next) => {
  await next();
  context.header("x-robots-tag", "noindex");
});

export const calendarsRest = rest
  .openapi(feed, async (context) => {
    const text = await context.var.caller.calendars.feed({ feed: context.req.param("feed") });
    return context.body(text, 200, headers);
  })
  .openapi(ownFeed, async (context) => {
    const text = await context.var.caller.calendars.ownFeed({ token: context.req.param("token") });
    return context.body(text, 200, headers);
  });
