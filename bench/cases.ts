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

/** A search text with four digits that few names contain, in mixed case, so that few repeat. */
const text = () =>
  randomUUID()
    .slice(0, 4)
    .replace(/[a-f]/g, (digit) => (Math.random() < 0.5 ? digit : digit.toUpperCase()));
const someTime = () => new Date(Date.now() - Math.random() * 1000 * 60_000).toISOString();
const cursor = () => Buffer.from(`${someTime()}|${randomUUID()}`).toString("base64url");

/** @param students logged-in students @param cookie of the first */
export function casesFor(students: readonly Student[], cookie: string): Case[] {
  const own = ({ email }: Pick<Student, "email">) => `/api/admin/results/${email}`;
  return [
    { name: "the list as a ready buffer", path: "/buffer", isFloor: true, isAnySize: true },
    { name: `\`GET ${list}\``, goal: "6", path: list, isAnySize: true },
    { name: "the same with a class", goal: "6", path: `${list}&className=7`, isAnySize: true },
    { name: "the same with a search seen before", goal: "6", path: `${list}&q=Optics`, isAnySize: true },
    { name: "`GET /study-materials`, packed", goal: "6", path: "/study-materials", headers: packed },
    { name: "`GET /show-schedule`, packed", goal: "6", path: "/show-schedule", headers: packed },
    { name: "`GET /`, packed", goal: "6", path: "/", headers: packed },
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
      each: students.map((one) => ({ path: own(one), headers: { authorization: `Bearer ${one.token}` } })),
      isAnySize: true,
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
