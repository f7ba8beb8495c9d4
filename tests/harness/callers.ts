import type { ErrorCode } from "@/lib/errors";
import type { Caller } from "../factories";
import type { Asked } from "../rest/rest-client";

export type Outcome = "ok" | ErrorCode;

export type World = {
  admin: Caller;
  emailOfA: string;
  idOfA: string;
  yearId: string;
  nextYearId: string;
  password: string;
  materialId: string;
  expiredId: string;
  mailId: string;
  /** A code of the administrator's unconfirmed authenticator app. */
  appCode: () => Promise<string>;
  /** The token of an emailed link to student A. */
  mailedToken: (purpose: "reset" | "confirm") => Promise<string>;
  /** Uploads a PDF to the store. */
  storedFile: () => Promise<{ key: string; name: string; type: string; size: number }>;
};

/** Which outcome a valid call of a procedure has for each caller. */
export type Permission = {
  visitor: Outcome;
  userA: Outcome;
  userB: Outcome;
  /** A guardian of student A, whose link shows the results. */
  guardian: Outcome;
  /** A guardian of another student. */
  strangersGuardian: Outcome;
  /** A teacher of Biology in 7 A. */
  teacher: Outcome;
  /** A teacher of Biology in 8. */
  otherTeacher: Outcome;
  office: Outcome;
  admin: Outcome;
  /** An administrator's session after logout. */
  loggedOut: Outcome;
  why?: string;
  /** A valid input, so that only the caller matters; none by default. */
  input?: (world: World) => unknown;
  /** Whether it works on a read-only database; by default only refusals do. */
  readOnly?: boolean;
};

/** A row of a table without these callers. */
export const without = <Row extends object>(row: Row, callers: readonly string[]): Partial<Row> =>
  Object.fromEntries(Object.entries(row).filter(([who]) => !callers.includes(who))) as Partial<Row>;

export const everyone = {
  visitor: "ok",
  userA: "ok",
  userB: "ok",
  guardian: "ok",
  strangersGuardian: "ok",
  teacher: "ok",
  otherTeacher: "ok",
  office: "ok",
  admin: "ok",
  loggedOut: "ok",
} as const;

export const administrator = {
  visitor: "UNAUTHORIZED",
  userA: "FORBIDDEN",
  userB: "FORBIDDEN",
  guardian: "FORBIDDEN",
  strangersGuardian: "FORBIDDEN",
  teacher: "FORBIDDEN",
  otherTeacher: "FORBIDDEN",
  office: "FORBIDDEN",
  admin: "ok",
  loggedOut: "UNAUTHORIZED",
} as const;

export const office = { ...administrator, office: "ok" } as const;

/** Of a class and subject that `teacher` teaches. */
export const teaching = { ...office, teacher: "ok" } as const;

/** Of any class. */
export const staff = { ...teaching, otherTeacher: "ok" } as const;

export const member = { ...everyone, visitor: "UNAUTHORIZED", loggedOut: "UNAUTHORIZED" } as const;

export const student = {
  visitor: "UNAUTHORIZED",
  userA: "ok",
  userB: "ok",
  guardian: "ok",
  strangersGuardian: "ok",
  teacher: "FORBIDDEN",
  otherTeacher: "FORBIDDEN",
  office: "FORBIDDEN",
  admin: "FORBIDDEN",
  loggedOut: "UNAUTHORIZED",
  why: "Nobody has results on the admin side.",
} as const;

/** About student A, and open to A's guardian. For all others A is an unknown student. */
export const family = {
  ...student,
  userB: "NOT_FOUND",
  strangersGuardian: "NOT_FOUND",
  why: "Whoever is not the student or a guardian gets the answer of an unknown student.",
} as const;

/** The database contents for each REST request. */
export type RestWorld = Pick<
  World,
  "admin" | "emailOfA" | "idOfA" | "yearId" | "nextYearId" | "password" | "materialId"
> & { pdf: Buffer };

export type RestWho =
  | "visitor"
  | "userA"
  | "userB"
  | "guardian"
  | "strangersGuardian"
  | "teacher"
  | "office"
  | "admin"
  | "expired"
  | "revoked";

type Sent = Asked & { path?: string };

/** Who gets which status of a valid request. `expired` and `revoked` are sessions of the administrator. */
export type RestRow = Record<RestWho, number> & { request?: (world: RestWorld) => Sent | Promise<Sent> };

export const everyoneGets = (status: number) => ({
  ...{ visitor: status, userA: status, userB: status, guardian: status, strangersGuardian: status },
  ...{ teacher: status, office: status, admin: status, expired: status, revoked: status },
});

export const membersGet = (status: number) => ({ ...everyoneGets(status), visitor: 401, expired: 401, revoked: 401 });

export const administratorGets = (status: number) => ({
  ...{ visitor: 401, userA: 403, userB: 403, guardian: 403, strangersGuardian: 403 },
  ...{ teacher: 403, office: 403 },
  ...{ admin: status, expired: 401, revoked: 401 },
});

export const officeGets = (status: number) => ({ ...administratorGets(status), office: status });

/** Of a class and subject that `teacher` teaches. */
export const teachersGet = (status: number) => ({ ...officeGets(status), teacher: status });
