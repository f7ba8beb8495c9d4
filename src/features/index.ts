import "server-only";
import type { AnyRouter } from "@trpc/server";
import { createCallerFactory, mergeRouters, router } from "@/server/trpc/trpc";
import { createAccount } from "./account/feature";
import { admissions } from "./admissions/feature";
import { auth } from "./auth/feature";
import { backups } from "./backups/feature";
import { calendars } from "./calendars/feature";
import { closedDays } from "./closed-days/feature";
import { codes } from "./codes/feature";
import { enrolments } from "./enrolments/feature";
import { exams } from "./exams/feature";
import type { Feature } from "./feature";
import { guardians } from "./guardians/feature";
import { imports } from "./imports/feature";
import { inquiries } from "./inquiries/feature";
import { institute } from "./institute/feature";
import { intakes } from "./intakes/feature";
import { letters } from "./letters/feature";
import { mailChoices } from "./mail-choices/feature";
import { materials } from "./materials/feature";
import { notices } from "./notices/feature";
import { overview } from "./overview/feature";
import { createPeopleData } from "./people/data";
import { createPeople } from "./people/feature";
import { createRecords, recordsDuties } from "./records/feature";
import { reportCards } from "./report-cards/feature";
import { results } from "./results/feature";
import { schedules } from "./schedules/feature";
import { settings } from "./settings/feature";
import { createStaff } from "./staff/feature";
import { students } from "./students/feature";
import { subjects } from "./subjects/feature";
import { createTasks } from "./tasks/feature";
import { today } from "./today/feature";
import { years } from "./years/feature";

/**
 * Rooms that do not depend on others, by router key. Their order is that of the REST document and of personal data exports.
 */
const own = {
  auth,
  materials,
  results,
  students,
  enrolments,
  guardians,
  codes,
  letters,
  schedules,
  calendars,
  closedDays,
  exams,
  notices,
  mailChoices,
  reportCards,
  imports,
  years,
  intakes,
  subjects,
  settings,
  today,
  overview,
  institute,
  backups,
};

/**
 * These share the router `services`, like the REST paths and the menu. (REST has two more exceptions: `/notifications`
 * belongs to schedules, `/student` to auth.)
 */
const services = { admissions, inquiries };

const independent: readonly Feature[] = Object.values({ ...own, ...services });
const peopleData = createPeopleData(independent.flatMap(({ personalData }) => personalData ?? []));
const people = createPeople(peopleData);
const account = createAccount(peopleData.listOwnData);
const tasks = createTasks(independent);
const staffed = [...independent, people, tasks];
const staff = createStaff([...staffed, { duties: recordsDuties }]);
const records = createRecords([...staffed, account, staff]);
const rooms = { ...own, ...services, account, people, tasks, staff, records };

/** Every room. Code that needs all rooms iterates over this list. */
export const features: readonly Feature[] = Object.values(rooms);

/** The root router: each room has a key of its own. */
export const appRouter = router({
  ...routersOf({ ...own, account, people, tasks, staff, records }),
  services: mergeRouters(admissions.router, inquiries.router),
});

type Routers<Rooms> = {
  [Key in keyof Rooms as Rooms[Key] extends { router: unknown } ? Key : never]: RouterOf<Rooms[Key]>;
};
type RouterOf<Room> = Room extends { router: infer Router extends AnyRouter } ? Router : never;

function routersOf<Rooms extends Record<string, Feature>>(from: Rooms) {
  const routers = Object.entries(from).flatMap(([key, { router }]) => (router ? [[key, router]] : []));
  return Object.fromEntries(routers) as Routers<Rooms>;
}

export type AppRouter = typeof appRouter;

type Rooms = typeof rooms;

export type AuditAction = {
  [Room in keyof Rooms]: Rooms[Room] extends { audit: infer Audit } ? keyof Audit & string : never;
}[keyof Rooms];

/** Calls a procedure from the server, with `{ principal }`. */
export const createCaller = createCallerFactory(appRouter);
