import { beforeAll, expect, it } from "vitest";
import { prepareJobs } from "@/server/jobs/jobs";
import { biology, callerOf, createGuardian, createStaff, createStudent, openStore, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { scored } from "../harness/exams";
import { mutationNames, procedureNames } from "../harness/procedures";
import { classOfTwo } from "../harness/releases";
import { document, openDoor } from "./rest-client";

// Whoever may not see a mark reaches it by no path: every procedure that reads and every GET of REST is asked, by every kind of caller, with
// every id that could lead there. A new path is asked without anybody's doing.

const { ask } = await openDoor();
await openStore();
beforeAll(prepareJobs);

/** A mark for each state, which stands nowhere else; its remark is the name of the state. */
const marks = {
  ...{ draft: 11.13, scheduled: 22.27, takenBack: 33.31, withdrawn: 44.41, examWithdrawn: 55.57 },
  ...{ superseded: 66.67, current: 77.79 },
} as const;
type State = keyof typeof marks;
const states = Object.keys(marks) as State[];
const remarkOf = (state: State) => `remark of what is ${state}`;

const reads = procedureNames.filter((name) => !mutationNames.includes(name));
const gets = Object.entries(document.paths).flatMap(([path, methods]) => ("get" in methods ? [path] : []));

/** What stands in an answer, as JSON. */
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

/** What was answered, each answer once: more ways that lead to the same say nothing more. */
const different = (answers: (string | undefined)[]) => [...new Set(answers)].filter(Boolean).sort().join("\n");

/** Everything that somebody reads, by path. */
async function everything({ tokens, ids, asha }: World, who: Who): Promise<Answers> {
  const caller = await callerOf(tokens[who]);
  const about = [
    ...[undefined, {}, { studentId: asha.id }, { id: asha.id }, { personId: asha.id }, { email: asha.email }],
    ...[{ search: "remark" }, { class: 7 }, { emails: [asha.email] }],
    ...ids.flatMap((id) => [{ id }, { id, since: 0 }]),
  ];
  const answers: Answers = {};
  for (const name of reads) {
    const [room = "", procedure = ""] = name.split(".");
    const call = (caller as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>)[room]?.[
      procedure
    ];
    const found = await Promise.all(about.map((input) => call?.(input).catch(() => undefined)));
    answers[name] = different(found.map((one) => JSON.stringify(one)));
  }
  for (const template of gets) {
    const filled = (id: string) => template.replace("{email}", asha.email).replace(/\{\w+\}/g, id);
    const paths = [...new Set([asha.id, ...ids].map(filled))];
    const found = await Promise.all(paths.map((path) => ask("GET", path, { token: tokens[who] })));
    const told = found
      .filter(({ status }) => status < 300)
      .map(async (one) => [one.headers.get("etag"), await one.text()]);
    answers[`GET ${template}`] = different((await Promise.all(told)).map((one) => JSON.stringify(one)));
  }
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
      new RegExp(`\\b${marks[state]}\\b|${remarkOf(state)}`).test(text) ? [path] : [],
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
  timeout: 120_000,
}, async () => {
  const world = await prepare();
  const { office, make, release, child, ofAsha, parent } = world;
  const newest = async () => (await child.results.mine())[0]?._id ?? "";
  const reason = "The sum was wrong";
  await release(await make("superseded"));
  await office.results.correct({ id: await newest(), score: marks.current, reason });
  await child.results.markRead({ ids: [await newest()] });
  await parent.results.markRead({ ids: [await newest()], ...ofAsha() });
  const near = ["student", "guardian", "otherStudent"] as const;
  const before = await everybody(world, near);

  await make("draft");
  const planned = await make("scheduled");
  const { digest } = await office.exams.preview({ id: planned });
  await office.exams.plan({ id: planned, digest, date: "2027-03-01", time: "18:00" });
  const early = await make("takenBack");
  await release(early);
  await office.exams.takeBack({ id: early });
  const after = await everybody(world, near);
  for (const who of near)
    expect(
      Object.keys(before[who]).filter((path) => before[who][path] !== after[who][path]),
      "what is hidden changes no byte and no ETag",
    ).toEqual([]);

  await release(await make("withdrawn"));
  await office.results.withdraw({ id: await newest(), reason });
  const gone = await make("examWithdrawn");
  await release(gone);
  await office.exams.withdraw({ id: gone, reason });
  // What counts is read by student and guardian, and what it was corrected from beside it.
  expect(seenIn(await everybody(world))).toEqual({
    superseded: { student: ["results.mine"], guardian: ["results.mine"] },
    current: {
      student: ["results.mine", "results.own", "results.of", "GET /api/admin/results/{email}", "GET /api/me/results"],
      guardian: ["results.mine", "results.of", "GET /api/admin/results/{email}"],
    },
  });
});
