import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it, vi } from "vitest";
import { features } from "@/features";
import { pages } from "@/features/pages";
import { wordsOf } from "@/lib/catalogue";
import { db } from "@/server/db/client";
import type { Composer } from "@/server/mail/outbox";
import { say } from "@/server/messages";
import { appErrorOf } from "@/server/trpc/trpc";
import {
  biology,
  callerOf,
  createAdmin,
  createGuardian,
  createStaff,
  createStudent,
  openStore,
  tokenFor,
  usualPassword,
} from "../factories";
import { resetDatabase } from "../harness/database";
import { inDays } from "../harness/days";
import { scored } from "../harness/exams";
import { doJobs } from "../harness/jobs";
import { pagePaths, payloadOf } from "../harness/page-payload";
import { mutationNames, procedureNames, takes } from "../harness/procedures";
import { classOfTwo } from "../harness/releases";
import { permissions, procedureOf } from "../harness/rooms";
import { document, openDoor } from "./rest-client";

// A caller who may not see a mark reaches it by no path: every procedure that reads, every GET of REST, every page, every export and every
// email is requested by every kind of caller, with every id that could lead there. A new path that nobody reaches here fails until it has a
// row. A printout has what the page shows, and a file of marks is read by the product and never written.

/** Whose session the pages find. */
const opened = vi.hoisted((): { token: string | null } => ({ token: null }));
vi.mock("next/headers", () => ({
  headers: async () => new Headers(opened.token === null ? {} : { authorization: `Bearer ${opened.token}` }),
}));

const { ask } = await openDoor();
await openStore();
beforeEach(() => {
  const tell = console.error;
  // Parts that only a browser can draw complain here; what they are given is read instead.
  vi.spyOn(console, "error").mockImplementation((...words) => {
    if (!String(words[0]).startsWith("Invalid hook call")) tell(...words);
  });
});

/** A mark for each state, with a number that occurs nowhere else; its remark names the state. */
const marks = {
  ...{ draft: 11.13, scheduled: 22.27, takenBack: 33.31, withdrawn: 44.41, examWithdrawn: 55.57 },
  ...{ superseded: 66.67, current: 77.79, correctedTooEarly: 72.73 },
} as const;
type State = keyof typeof marks;
const states = Object.keys(marks) as State[];
const remarkOf = (state: State) => `remark of what is ${state}`;

const composers: Record<string, Composer> = Object.assign({}, ...features.map(({ emails }) => emails));
/** Procedures that change nothing, including searches, which are sent like a change to keep their words out of addresses. */
const changesNothing = new Set(
  Object.entries(permissions).flatMap(([row, one]) => (one.readOnly ? [procedureOf(row)] : [])),
);
const reads = procedureNames.filter((name) => !mutationNames.includes(name) || changesNothing.has(name));
const gets = Object.entries(document.paths).flatMap(([path, methods]) => ("get" in methods ? [path] : []));

/** Exports: by a person of their own data, and of all that the staff may export. */
const downloads: Record<string, (of: { id: string; email: string }) => object> = {
  "account.exportData": () => ({ password: usualPassword }),
  "people.export": ({ email }) => ({ email, password: usualPassword }),
  "people.exportById": ({ id }) => ({ id, password: usualPassword }),
  "students.export": () => ({}),
  "services.exportSubmissions": () => ({}),
  "services.exportMessages": () => ({}),
};

/** Paths that are not reached here: they ask for other things than results, students and exams, or lead on to another page. */
const withoutMarks = [
  ...[
    "materials.file",
    "materials.get",
    "materials.check",
    "materials.checkFile",
    "institute.picture",
    "guardians.get",
    "guardians.previewJoin",
    "students.getTaught",
  ],
  ...[
    "enrolments.previewPromotion",
    "enrolments.previewNumbers",
    "schedules.get",
    "schedules.changes",
    "schedules.check",
    "schedules.reach",
    "exams.ofTest",
  ],
  ...["calendars.feed", "calendars.ownFeed", "imports.get", "imports.rows", "tasks.get", "exams.file"],
  ...["closedDays.coming", "services.get", "services.checkVisit", "services.previewEnrolment"],
  ...["GET /api/materials/{id}/file", "GET /api/tests/{id}", "GET /api/tests/{id}/changes", "GET /api/guardians/{id}"],
  ...[
    "notices.file",
    "notices.getMine",
    "notices.get",
    "notices.read",
    "notices.people",
    "notices.preview",
    "notices.previewPeople",
  ],
  ...["GET /api/mail-choices/{token}", "page /unsubscribe"],
  ...["codes.invite", "codes.inviteMany", "codes.look", "codes.previewInvite", "letters.previewMany"],
  ...["guardians.find", "students.previewAttach", "students.who", "imports.refused", "imports.template"],
  "exams.refusedOfFile",
  ...["notices.mayAddFile", "GET /api/notices/{id}/files/{key}"],
  ...["GET /api/calendar/{feed}", "GET /api/calendar/own/{token}"],
  ...["page /admin", "page /admin/children", "page /admin/children/[id]", "page /admin/people", "page /user"],
  "page /admin/schedules",
  "page /admin/institute/[section]",
  "page /user/children",
  ...["page /login", "page /confirm-email", "page /reset-password"],
];

/** The answers by path, as JSON; empty where the path leads nowhere. */
type Answers = Record<string, string>;

async function prepare() {
  await resetDatabase();
  const of = await classOfTwo();
  const { id: subjectId } = await biology();
  const [other, stranger] = [await createStudent(), await createGuardian({ of: [await createStudent()] })];
  const tokens = {
    visitor: null,
    student: await tokenFor(of.asha),
    guardian: await tokenFor(of.mother),
    otherStudent: await tokenFor(other),
    strangersGuardian: await tokenFor(stranger),
    otherTeacher: (await createStaff({ role: "teacher", className: 8, subjectId })).token,
    administrator: await tokenFor(await createAdmin({ username: "principal" })),
  };
  const ids: string[] = [];
  async function make(state: State) {
    const subject = `Subject of ${state}`;
    const id = await of.examWith([[of.asha.id, scored(marks[state]), remarkOf(state)]], subject);
    ids.push(id);
    return id;
  }
  return { ...of, tokens, ids, make };
}

type World = Awaited<ReturnType<typeof prepare>>;
type Who = keyof World["tokens"];

/** The different answers, each once: another way to the same answer adds nothing. */
const different = (answers: (string | null | undefined)[]) => [...new Set(answers)].filter(Boolean).sort().join("\n");

type Room = Record<string, (input: unknown) => Promise<unknown>>;

/**
 * What `allow` says before it looks at the input: a caller who hears this is asked for nothing else. `materials.list`, which is open to
 * all, says it for one input that is not among those here.
 */
const shut: string[] = [say("logInFirst"), say("notAllowed")];
const shutWords = shut.map((message) => wordsOf(message));

async function asked(token: string | null, name: string, inputs: unknown[]): Promise<string> {
  const caller = (await callerOf(token)) as unknown as Record<string, Room>;
  const [room = "", procedure = ""] = name.split(".");
  // An input that the schema refuses is refused to everybody.
  const [first, ...others] = inputs.filter((input) => takes(name, input)).map((input) => ({ input }));
  let isClosed = false;
  const answerTo = async ({ input }: { input: unknown }) =>
    caller[room]?.[procedure]?.(input).catch((error) => {
      isClosed ||= shut.includes(appErrorOf(error).message);
    });
  const found = [first && (await answerTo(first))];
  if (!isClosed) found.push(...(await Promise.all(others.map(answerTo))));
  return different(found.map((one) => JSON.stringify(one)));
}

async function isShut(answer: Response | undefined): Promise<boolean> {
  if (answer?.status !== 401 && answer?.status !== 403) return false;
  const { message } = (await answer.clone().json()) as { message: string };
  return shutWords.includes(message);
}

/** Everything that a caller reads and that is the same the next time, by path. */
async function everything({ tokens, ids, asha }: World, who: Who): Promise<Answers> {
  const token = tokens[who];
  const about = [
    ...[undefined, {}, { studentId: asha.id }, { id: asha.id }, { personId: asha.id }, { email: asha.email }],
    ...[
      { search: "remark" },
      { search: "Subject" },
      { class: 7 },
      { years: 1 },
      { emails: [asha.email] },
      { text: "asha" },
    ],
    ...ids.flatMap((id) => [
      { id },
      { id, since: 0 },
      { id, fact: "results" },
      { ids: [id] },
      { id, kind: "csv" },
      { id, studentId: asha.id },
    ]),
  ];
  const leadsTo = async (template: string) => {
    const filled = (id: string) => template.replace("{email}", asha.email).replace(/\{\w+\}/g, id);
    const ofChild = `${template}?studentId=${asha.id}`;
    const paths = template.includes("{") ? [asha.id, ...ids].map(filled) : [template, ofChild];
    const [first = "", ...others] = paths;
    const found = [await ask("GET", first, { token })];
    if (!(await isShut(found[0])))
      found.push(...(await Promise.all(others.map((path) => ask("GET", path, { token })))));
    const told = found
      .filter(({ status }) => status < 300)
      .map(async (one) => [one.headers.get("etag"), await one.text()]);
    return different((await Promise.all(told)).map((one) => JSON.stringify(one)));
  };
  opened.token = token;
  const shown = async (path: string) => {
    const of = path.includes("[id]") ? [asha.id, ...ids].map((id) => ({ id })) : [{}, { child: asha.id }];
    return different(await Promise.all(of.map((one) => payloadOf(path, one))));
  };
  const named = (names: string[], answerOf: (name: string) => Promise<string>, kind = "") =>
    Promise.all(names.map(async (name): Promise<[string, string]> => [`${kind}${name}`, await answerOf(name)]));
  return Object.fromEntries([
    ...(await named(reads, (name) => asked(token, name, about))),
    ...(await named(gets, leadsTo, "GET ")),
    ...(await named(pagePaths, shown, "page ")),
  ]);
}

/** What a caller is sent or exports, by path. */
async function takenHome({ tokens, asha, mother }: World, who: Who): Promise<Answers> {
  const answers: Answers = Object.fromEntries(Object.keys(composers).map((kind) => [`mail ${kind}`, ""]));
  for (const [name, inputOf] of Object.entries(downloads)) {
    answers[name] = await asked(tokens[who], name, [inputOf(asha)]);
  }
  const recipient = { student: asha.email, guardian: mother.email }[who as string];
  const mails = recipient ? await db().mail.findMany({ where: { recipient } }) : [];
  // Without a mail server an email is kept, and is what its composer makes of the row.
  for (const mail of mails) answers[`mail ${mail.kind}`] += JSON.stringify([mail, await composers[mail.kind]?.(mail)]);
  return answers;
}

const outsiders = ["visitor", "student", "guardian", "otherStudent", "strangersGuardian", "otherTeacher"] as const;

async function everybody(world: World, those: readonly Who[] = outsiders) {
  const found: [Who, Answers][] = [];
  for (const who of those) found.push([who, await everything(world, who)]);
  return Object.fromEntries(found) as Record<Who, Answers>;
}

/** The paths by which a mark or its remark is read, by state and caller. */
function seenIn(all: Record<Who, Answers>): Partial<Record<State, Partial<Record<Who, string[]>>>> {
  const pathsOf = (who: Who, state: State) =>
    Object.entries(all[who]).flatMap(([path, text]) =>
      new RegExp(`\\b${String(marks[state]).replace(".", "\\.")}\\b|${remarkOf(state)}`).test(text) ? [path] : [],
    );
  return Object.fromEntries(
    states.flatMap((state) => {
      const readers = outsiders.flatMap((who) => {
        const paths = pathsOf(who, state);
        return paths.length === 0 ? [] : [[who, paths]];
      });
      return readers.length === 0 ? [] : [[state, Object.fromEntries(readers)]];
    }),
  );
}

it("a mark that is not released, or no longer, is reached by no path and changes no answer", {
  timeout: 240_000,
}, async () => {
  const world = await prepare();
  const { office, make, release, child, ofAsha, parent } = world;
  const newest = async () => (await child.results.mine())[0]?._id ?? "";
  const reason = "The sum was wrong";
  await release(await make("superseded"));
  await office.results.correct({ id: await newest(), score: marks.current, reason });
  await child.results.markRead({ ids: [await newest()] });
  await parent.results.markRead({ ids: [await newest()], ...ofAsha() });
  const cards = { class: 7, section: "A", title: "Term 1", examIds: [...world.ids] };
  const { _id: setId } = await office.reportCards.add(cards);
  await office.reportCards.issue({ id: setId });
  await doJobs();
  const [card] = await child.reportCards.cards({});
  world.ids.push(setId, card?._id ?? "");
  const near = ["student", "guardian", "otherStudent"] as const;
  const before = await everybody(world, near);

  await make("draft");
  const planned = await make("scheduled");
  const { digest } = await office.exams.preview({ id: planned });
  await office.exams.plan({ id: planned, digest, date: inDays(90), time: "18:00" });
  const early = await make("takenBack");
  await release(early);
  await office.exams.takeBack({ id: early });
  const { _id: wrong } = await office.results.correct({ id: await newest(), score: marks.correctedTooEarly, reason });
  await office.results.takeBack({ ids: [wrong] });
  const after = await everybody(world, near);
  // The greeting of Today follows the hour.
  const withoutHour = (answer: string | undefined) => answer?.replaceAll(/Good (morning|afternoon|evening)/g, "Hello");
  for (const who of near)
    expect(
      Object.keys(before[who]).filter((path) => withoutHour(before[who][path]) !== withoutHour(after[who][path])),
      "what is hidden changes no byte and no ETag",
    ).toEqual([]);

  await release(await make("withdrawn"));
  await office.results.withdraw({ id: await newest(), reason });
  const gone = await make("examWithdrawn");
  await release(gone);
  await office.exams.withdraw({ id: gone, reason });
  const all = await everybody(world);
  for (const who of outsiders) Object.assign(all[who], await takenHome(world, who));
  // The student and the guardian read the mark that counts and, beside it, the one it was corrected from. No email has a mark.
  const own = ["results.mine", "page /user/results"];
  expect(seenIn(all)).toEqual({
    superseded: { student: [...own, "account.exportData"], guardian: own },
    current: {
      student: [
        ...["results.mine", "results.own", "results.of", "reportCards.cards", "today.get"],
        ...["GET /api/admin/results/{email}", "GET /api/me/results", "GET /api/report-cards"],
        ...["page /user/report-cards", "page /user/results", "page /user/today", "account.exportData"],
      ],
      guardian: [
        ...["results.mine", "results.own", "results.of", "reportCards.cards"],
        ...["GET /api/admin/results/{email}", "GET /api/me/results", "GET /api/report-cards"],
        ...["page /user/report-cards", "page /user/results"],
      ],
    },
  });
  expect(all.student["account.exportData"]).toContain(`"withdrawalReason":"${reason}"`);
  expect(all.student["mail resultNews"]).toContain("asha@example.org");

  const { administrator } = await everybody(world, ["administrator"]);
  Object.assign(administrator, await takenHome(world, "administrator"));
  const reached = [all.student, all.guardian, administrator];
  const closed = Object.keys(administrator).filter((path) => reached.every((answers) => !answers[path]));
  expect(
    closed.filter((path) => !path.startsWith("mail ")).sort(),
    "a path that nobody reaches here proves nothing: give it what it asks for, or name it if it leads to no marks",
  ).toEqual([...withoutMarks].sort());
});

it("the check covers every page, every export and every file with a table", () => {
  const addresses = new Set(pagePaths);
  expect(pages.map(({ path }) => path).filter((path) => path !== "/dashboard" && !addresses.has(path))).toEqual([]);
  expect(mutationNames.filter((name) => /export/i.test(name)).sort()).toEqual(Object.keys(downloads).sort());
  const folder = join(import.meta.dirname, "../../src");
  const files = readdirSync(folder, { recursive: true }).map(String);
  const tables = files.filter(
    (file) => /\.tsx?$/.test(file) && /\b((csv|xlsx)Of|tableFile)\(/.test(readFileSync(join(folder, file), "utf8")),
  );
  // The exports above, the refused rows of a sent file, and templates, which have no marks.
  expect(tables.filter((file) => file.startsWith("features")).sort()).toEqual([
    ...["features/admissions/rules.ts", "features/exams/data-file-tables.ts", "features/imports/data-files.ts"],
    ...["features/inquiries/rules.ts", "features/students/rules.ts"],
  ]);
});
