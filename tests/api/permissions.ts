import { randomUUID } from "node:crypto";
import type { ErrorCode } from "@/lib/errors";

export type Outcome = "ok" | ErrorCode;

export type Permission = {
  visitor: Outcome;
  userA: Outcome;
  userB: Outcome;
  admin: Outcome;
  /** An administrator's session after its logout. */
  loggedOut: Outcome;
  why?: string;
};

const everyone = { visitor: "ok", userA: "ok", userB: "ok", admin: "ok", loggedOut: "ok" } as const;

const administrator = {
  visitor: "UNAUTHORIZED",
  userA: "FORBIDDEN",
  userB: "FORBIDDEN",
  admin: "ok",
  loggedOut: "UNAUTHORIZED",
} as const;

const member = { ...everyone, visitor: "UNAUTHORIZED", loggedOut: "UNAUTHORIZED" } as const;

const student = {
  visitor: "UNAUTHORIZED",
  userA: "ok",
  userB: "ok",
  admin: "FORBIDDEN",
  loggedOut: "UNAUTHORIZED",
  why: "The administrator has no results.",
} as const;

/** Who may call what. A procedure with a special input has a row of its own: the procedure, a comma, the input. */
export const permissions = {
  "materials.list": everyone,
  "materials.list, with includeExpired": {
    ...administrator,
    visitor: "FORBIDDEN",
    loggedOut: "FORBIDDEN",
    why: "What has expired is shown to the administrator alone; without a login the same list is open without it.",
  },
  "materials.classes": everyone,
  "materials.file": everyone,
  "materials.file, expired": {
    ...everyone,
    visitor: "GONE",
    userA: "GONE",
    userB: "GONE",
    loggedOut: "GONE",
    why: "From its expiry on only the administrator can open a file.",
  },
  "materials.check": administrator,
  "materials.add": administrator,
  "materials.remove": administrator,
  "results.mine": student,
  "results.classes": student,
  "results.unread": student,
  "results.markRead": student,
  "results.own": student,
  "results.of": {
    visitor: "UNAUTHORIZED",
    userA: "ok",
    userB: "NOT_FOUND",
    admin: "ok",
    loggedOut: "UNAUTHORIZED",
    why: "The results are A's; to another student the address looks unknown.",
  },
  "results.add": administrator,
  "schedules.list": everyone,
  "schedules.add": administrator,
  "schedules.remove": administrator,
  "services.submit": everyone,
  "services.list": administrator,
  "services.countNew": administrator,
  "services.markOpened": administrator,
  "services.sendMessage": everyone,
  "services.listMessages": administrator,
  "services.exportSubmissions": administrator,
  "services.exportMessages": administrator,
  "auth.login": everyone,
  "auth.signup": everyone,
  "auth.logout": member,
  "auth.requestReset": everyone,
  "auth.resetPassword": everyone,
  "auth.confirmEmail": everyone,
  "auth.resendConfirmation": { ...student, why: "The administrator has no address." },
  "auth.account": member,
  "auth.changeName": member,
  "auth.changePassword": member,
  "auth.signOutEverywhere": member,
  "auth.exportData": member,
  "auth.removeAccount": { ...student, why: "Without an administrator nobody could run the site." },
  "auth.findPerson": administrator,
  "auth.exportPerson": administrator,
  "auth.erasePerson": administrator,
  "auth.beginCodes": administrator,
  "auth.confirmCodes": administrator,
  "auth.endCodes": administrator,
  "records.listMails": administrator,
  "records.mailSummary": administrator,
  "records.resendMail": administrator,
  "records.resendMails": administrator,
  "records.dropMails": administrator,
  "records.listEvents": administrator,
  "records.status": administrator,
} as const satisfies Record<string, Permission>;

export type Row = keyof typeof permissions;

/**
 * What is answered while the database takes no writes. Reading the applications and the messages is not: it is personal, by
 * somebody else, and could not go on record. Neither is any login or password: wrong ones could not be counted.
 */
export const answeredWithoutWrites: readonly string[] = [
  ...["materials.list", "materials.classes", "materials.file", "materials.check", "schedules.list"],
  ...["results.mine", "results.classes", "results.unread", "results.own", "results.of"],
  ...["services.countNew", "auth.account", "auth.findPerson"],
  // Without mail there is none to order.
  "auth.resendConfirmation",
  ...["records.listMails", "records.mailSummary", "records.listEvents", "records.status"],
];

/** What lies in the database when a procedure is called. */
export type World = {
  emailOfA: string;
  password: string;
  materialId: string;
  expiredId: string;
  scheduleId: string;
  mailId: string;
  /** A code of an authenticator app that the administrator has begun to use. */
  appCode: () => Promise<string>;
  /** What the link of a mail to A carries. */
  mailedToken: (purpose: "reset" | "confirm") => Promise<string>;
  /** Puts a PDF into the store. */
  storedFile: () => Promise<{ key: string; name: string; type: string; size: number }>;
};

const about = { className: 7, subject: "Biology", materialName: "Photosynthesis", alwaysAvailable: true };

/** An input for every row that is right, so that only the caller decides. */
export const inputs: Record<Row, (world: World) => unknown> = {
  "materials.list": () => ({}),
  "materials.list, with includeExpired": () => ({ includeExpired: true }),
  "materials.classes": () => undefined,
  "materials.file": ({ materialId }) => ({ id: materialId }),
  "materials.file, expired": ({ expiredId }) => ({ id: expiredId }),
  "materials.check": () => ({ material: about, file: { name: "notes.pdf", type: "application/pdf", size: 1000 } }),
  "materials.add": async ({ storedFile }) => ({ material: about, file: await storedFile() }),
  "materials.remove": ({ materialId }) => ({ id: materialId }),
  "results.mine": () => undefined,
  "results.classes": () => undefined,
  "results.unread": () => undefined,
  // That of nobody: the caller is what decides.
  "results.markRead": () => ({ ids: [randomUUID()] }),
  "results.own": () => ({}),
  "results.of": ({ emailOfA }) => ({ email: emailOfA }),
  "results.add": ({ emailOfA }) => ({
    results: [{ studentEmail: emailOfA, className: 7, score: 40, totalMarks: 50 }],
  }),
  "schedules.list": () => ({}),
  "schedules.add": () => ({ className: 7, subject: "Biology", testDate: "2026-11-20", testTime: "09:30" }),
  "schedules.remove": ({ scheduleId }) => ({ id: scheduleId }),
  "services.submit": () => ({
    selectedClass: 7,
    name: "Kiran Das",
    parentName: "Mohan Das",
    email: "das@example.org",
    phone: "+91 98765 43210",
  }),
  "services.list": () => ({}),
  "services.countNew": () => undefined,
  "services.markOpened": () => ({ id: randomUUID() }),
  "services.sendMessage": () => ({
    name: "Mohan Das",
    email: "das@example.org",
    message: "May we visit a class?",
    consent: true,
  }),
  "services.exportSubmissions": () => undefined,
  "services.exportMessages": () => undefined,
  "services.listMessages": () => ({}),
  "auth.login": ({ emailOfA, password }) => ({ identifier: emailOfA, password, role: "user" }),
  "auth.signup": () => ({ name: "Nila", email: "nila@example.org", password: "six green hills" }),
  "auth.logout": () => undefined,
  "auth.requestReset": ({ emailOfA }) => ({ email: emailOfA }),
  "auth.resetPassword": async ({ mailedToken }) => ({
    token: await mailedToken("reset"),
    password: "a new green hill",
  }),
  "auth.confirmEmail": async ({ mailedToken }) => ({ token: await mailedToken("confirm") }),
  "auth.resendConfirmation": () => undefined,
  "auth.account": () => undefined,
  "auth.changeName": () => ({ name: "Nila Sen" }),
  "auth.changePassword": ({ password }) => ({ current: password, next: "a new green hill" }),
  "auth.signOutEverywhere": () => undefined,
  "auth.exportData": () => undefined,
  "auth.removeAccount": ({ password }) => ({ password }),
  "auth.findPerson": ({ emailOfA }) => ({ email: emailOfA }),
  "auth.exportPerson": ({ emailOfA, password }) => ({ email: emailOfA, password }),
  "auth.erasePerson": ({ emailOfA, password }) => ({ email: emailOfA, password }),
  "auth.beginCodes": ({ password }) => ({ password }),
  "auth.confirmCodes": async ({ appCode }) => ({ code: await appCode() }),
  "auth.endCodes": ({ password }) => ({ password }),
  "records.listMails": () => ({}),
  "records.mailSummary": () => undefined,
  "records.resendMail": ({ mailId }) => ({ id: mailId }),
  "records.resendMails": () => ({ state: "failed" }),
  "records.dropMails": () => ({}),
  "records.listEvents": () => ({}),
  "records.status": () => undefined,
};

/** The procedure of a row. */
export const procedureOf = (row: string): string => row.split(",")[0] ?? row;

/** What is wrong between the procedures there are and the rows of a table. */
export function tableFaults(procedures: string[], rows: string[]): string[] {
  const named = new Set(rows.map(procedureOf));
  return [
    ...procedures.filter((procedure) => !named.has(procedure)).map((procedure) => `${procedure} has no row`),
    ...[...named].filter((name) => !procedures.includes(name)).map((name) => `${name} is no procedure`),
  ];
}
