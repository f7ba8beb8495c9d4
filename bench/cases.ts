import { randomUUID } from "node:crypto";
import type { Student } from "./institute";

/** A request and its target ratio to B. */
export type Case = {
  name: string;
  goal?: string;
  path: string;
  headers?: Record<string, string>;
  /** The path on the bare server. */
  isFloor?: boolean;
  isBehindNginx?: boolean;
  /** Also compared with a bare server that sends the same bytes and headers. */
  isKept?: boolean;
  /** Measured with a thousand and a million materials; both must take the same time. */
  isAnySize?: boolean;
  /** A different path for each request. */
  anew?: () => string;
  /** The paths that each connection requests in a cycle. */
  each?: { path: string; headers: Record<string, string> }[];
};

const batch = encodeURIComponent(JSON.stringify({ 0: { json: { limit: 24 } } }));
const packed = { "accept-encoding": "br" };
const list = "/api/materials?limit=24";
const page = { goal: "6", headers: packed, isKept: true };

/** A search text with four digits that few names contain, in mixed case, so that few repeat. */
const text = () =>
  randomUUID()
    .slice(0, 4)
    .replace(/[a-f]/g, (digit) => (Math.random() < 0.5 ? digit : digit.toUpperCase()));
const someTime = () => new Date(Date.now() - Math.random() * 1000 * 60_000).toISOString();
const cursor = () => Buffer.from(`${someTime()}|${randomUUID()}`).toString("base64url");

type People = { students: readonly Student[]; guardians: readonly Student[]; cookie: string };

/** @param people logged-in students, a guardian of each, and the cookie of the first student */
export function casesFor({ students, guardians, cookie }: People): Case[] {
  const own = ({ email }: Pick<Student, "email">) => `/api/admin/results/${email}`;
  const look = (path: string, { token }: Student) => ({ path, headers: { authorization: `Bearer ${token}` } });
  return [
    { name: "the list as a ready buffer", path: "/buffer", isFloor: true, isAnySize: true },
    { name: `\`GET ${list}\``, goal: "6", path: list, isAnySize: true, isKept: true },
    { name: "the same with a class", goal: "6", path: `${list}&className=7`, isAnySize: true },
    { name: "the same with a search seen before", goal: "6", path: `${list}&q=Optics`, isAnySize: true },
    { name: "`GET /study-materials`, packed", path: "/study-materials", ...page },
    { name: "`GET /show-schedule`, packed", path: "/show-schedule", ...page },
    { name: "`GET /notices`, packed", path: "/notices", ...page },
    { name: "`GET /`, packed", path: "/", ...page },
    { name: "the calendar of a class, packed", path: "/api/calendar/class-7.ics", ...page },
    { name: "`GET /api/notifications`, packed", path: "/api/notifications?limit=24", ...page },
    {
      name: "tRPC `materials.list` as the browser calls it",
      goal: "4",
      path: `/api/trpc/materials.list?batch=1&input=${batch}`,
      headers: { "trpc-accept": "application/jsonl", ...packed },
    },
    {
      name: "students' own results, by bearer",
      goal: "0.5",
      path: "/",
      each: students.map((one) => look(own(one), one)),
      isAnySize: true,
    },
    {
      name: "guardians' looks at the results of a child, by bearer",
      goal: "0.5",
      path: "/",
      each: guardians.map((one, n) => look(own(students[n] ?? one), one)),
    },
    {
      name: "a student's own results, by cookie",
      goal: "0.5",
      path: own({ email: "student1@school.example" }),
      headers: { cookie },
    },
    {
      name: "a search not seen before",
      goal: "p50 5 ms, p99 25 ms",
      path: "/",
      anew: () => `${list}&q=${text()}`,
      isAnySize: true,
    },
    {
      name: "the same from the bare server",
      path: "/",
      isFloor: true,
      anew: () => `/search?q=${text()}`,
      isAnySize: true,
    },
    {
      name: "a page of the list not seen before",
      path: "/",
      anew: () => `${list}&cursor=${cursor()}`,
      isAnySize: true,
    },
    {
      name: "a page of a class not seen before",
      path: "/",
      anew: () => `${list}&className=7&cursor=${cursor()}`,
      isAnySize: true,
    },
  ];
}

/** The public cases again, through nginx in front of the product. */
export function behindNginx(cases: readonly Case[]): Case[] {
  const alike = cases.filter(({ isFloor, headers, anew, each }) => !isFloor && !anew && !each && !headers?.cookie);
  return alike.map((one) => ({ ...one, name: `nginx in front: ${one.name}`, goal: "18", isBehindNginx: true }));
}
