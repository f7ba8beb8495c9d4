import { everyone, everyoneGets, type Permission, type RestRow, student } from "../harness/callers";

const unknown = `${"x".repeat(43)}.ics`;
const own = { ...student, why: "The calendar of a person belongs to the user side." } as const;

const nobody = Object.fromEntries(Object.keys(everyone).map((who) => [who, "NOT_FOUND"])) as Record<
  keyof typeof everyone,
  "NOT_FOUND"
>;

export const procedures = {
  "calendars.feed": { ...everyone, input: () => ({ feed: "class-7.ics" }), readOnly: true },
  "calendars.ownFeed": {
    ...nobody,
    why: "The link alone opens it, whoever is logged in.",
    input: () => ({ token: unknown }),
    readOnly: true,
  },
  "calendars.mine": { ...own, readOnly: true },
  "calendars.renew": { ...own },
  "calendars.end": { ...own },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/calendar/{feed}": { ...everyoneGets(200), request: () => ({ path: "/api/calendar/class-7.ics" }) },
  "GET /api/calendar/own/{token}": {
    ...everyoneGets(404),
    request: () => ({ path: `/api/calendar/own/${unknown}` }),
  },
} satisfies Record<string, RestRow>;
