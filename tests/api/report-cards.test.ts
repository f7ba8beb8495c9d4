import { beforeEach, describe, expect, it } from "vitest";
import { dateHere } from "@/content/institute";
import { createCaller } from "@/features";
import { issueCards } from "@/features/report-cards/mutations-issue";
import { db } from "@/server/db/client";
import type { RunningTask } from "@/server/tasks/tasks";
import { type Caller, callerOf, createStaff, createStudent, openStore, refusalOf } from "../factories";
import { cardsThereAre, classWithCards } from "../harness/cards";
import { resetDatabase } from "../harness/database";
import { scored } from "../harness/exams";
import { doJobs } from "../harness/jobs";
import { readPdf } from "../harness/read-pdf";

let of: Awaited<ReturnType<typeof classWithCards>>["of"];
let setId: string;
let biology: string;

await openStore();

beforeEach(async () => {
  await resetDatabase();
  ({ of, setId, biology } = await classWithCards());
});

const typed = { daysPresent: 171, remarkTeacher: "Steady.", remarkHead: null, lines: ["Art: A"], seen: 0 };
const sheet = () => of.office.reportCards.get({ id: setId });
const rowOf = async (studentId: string) => (await sheet()).rows.find((row) => row.studentId === studentId);

async function issue(students?: string[], withdrawn: string[] = []) {
  const { taskId } = await of.office.reportCards.issue({ id: setId, ...(students && { students }), withdrawn });
  await doJobs();
  return of.office.tasks.get({ id: taskId });
}

const pdfOf = async ({ base64 }: { base64: string }) => readPdf(Buffer.from(base64, "base64"));

const runOf = (id: string, progress = async () => {}): RunningTask => ({
  ...{ id, by: { userId: of.mother.id, role: "admin" }, signal: new AbortController().signal, progress },
  finish: async () => {},
});

/** The secret in the square of a card, and the text of its page, as printed. */
async function onPaper(cardId: string) {
  const { pages } = await pdfOf(await of.office.reportCards.file({ id: cardId }));
  const [address = ""] = pages[0]?.codes ?? [];
  return { token: address.split("/verify/")[1] ?? "", text: pages[0]?.text ?? "" };
}

describe("report cards", () => {
  it("are written by the class teacher and issued by the office, and by nobody else", async () => {
    const entry = { studentId: of.asha.id, ...typed };
    const classTeacher = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
    const otherSection = await callerOf((await createStaff({ role: "teacher", className: 7, section: "B" })).token);
    for (const { reportCards } of [otherSection, of.child, of.parent]) {
      expect((await refusalOf(reportCards.get({ id: setId }))).code).toBe("FORBIDDEN");
      expect((await refusalOf(reportCards.saveEntries({ id: setId, entries: [entry] }))).code).toBe("FORBIDDEN");
    }
    expect((await refusalOf(classTeacher.reportCards.issue({ id: setId }))).code).toBe("FORBIDDEN");
    expect((await refusalOf(classTeacher.reportCards.remove({ id: setId }))).code).toBe("FORBIDDEN");
    expect((await otherSection.reportCards.list({})).items).toEqual([]);
    const listed = await classTeacher.reportCards.list({});
    expect(listed.items).toMatchObject([{ issued: 0, students: 2 }]);
    expect(listed.years.find(({ isCurrent }) => isCurrent)).toMatchObject({ sets: 1 });
    await of.office.reportCards.saveEntries({ id: setId, entries: [{ ...entry, remarkHead: "A good term." }] });
    const again = { ...entry, remarkTeacher: "Very steady.", remarkHead: "Mine.", seen: 1 };
    expect(await classTeacher.reportCards.saveEntries({ id: setId, entries: [again] })).toMatchObject({
      saved: [{ studentId: of.asha.id, rowVersion: 2 }],
    });
    expect(await rowOf(of.asha.id)).toMatchObject({ remarkTeacher: "Very steady.", remarkHead: "A good term." });
    // Changed by somebody else, more days than there were, and a student of another class.
    const strange = await createStudent();
    const refused = await of.office.reportCards.saveEntries({
      id: setId,
      entries: [
        { ...entry, seen: 1 },
        { ...entry, studentId: of.dev, daysPresent: 185 },
        { ...entry, studentId: strange.id },
      ],
    });
    expect(refused.conflicts).toMatchObject([{ remarkTeacher: "Very steady." }]);
    expect(refused.refused.map(({ why }) => why).sort()).toEqual([
      "There were lessons on 184 days.",
      "This student is not in the class.",
    ]);
  });

  it("take only released exams of their class, and can be deleted as long as none is issued", async () => {
    const draft = await of.examWith([[of.dev, scored(5)]], "Art");
    const set = { class: 7, section: "A", title: "Term 2", examIds: [draft] };
    expect(await refusalOf(of.office.reportCards.add(set))).toMatchObject({ code: "BAD_REQUEST" });
    const choices = await of.office.reportCards.choices({ class: 7, section: "A" });
    expect(choices.map(({ subject }) => subject).sort()).toEqual(["Biology", "Maths"]);
    expect(await of.office.reportCards.choices({ class: 8 })).toEqual([]);
    const { lastDay } = (await sheet()).set;
    const examIds = choices.map(({ _id }) => _id);
    const fields = { title: "First term", lastDay, examIds, daysOpen: 180, rowVersion: 1 };
    await of.office.reportCards.edit({ id: setId, ...fields });
    expect(await refusalOf(of.office.reportCards.edit({ id: setId, ...fields }))).toMatchObject({ code: "CONFLICT" });
    expect((await sheet()).set).toMatchObject({ title: "First term", daysOpen: 180 });
    expect(await refusalOf(of.office.exams.remove({ id: biology }))).toMatchObject({ code: "CONFLICT" });
    await expect(db().exam.delete({ where: { id: biology } })).rejects.toMatchObject({ code: "P2003" });
    await of.office.reportCards.remove({ id: setId });
    expect(await refusalOf(sheet())).toMatchObject({ code: "NOT_FOUND" });
  });

  it("can be looked through as drafts, are issued with a number, and can be checked by the person who holds them", async () => {
    await of.office.reportCards.saveEntries({ id: setId, entries: [{ studentId: of.asha.id, ...typed }] });
    expect(await rowOf(of.asha.id)).toMatchObject({ standing: "none", percent: "76.3%", grade: "B+", missing: 0 });
    const draft = await pdfOf(await of.office.reportCards.preview({ id: setId, studentId: of.asha.id }));
    expect(draft.pages[0]?.codes).toEqual([]);
    expect(draft.pages[0]?.text).toContain("171 of 184 days");
    expect(await db().upload.count()).toBe(0);

    expect(await issue()).toMatchObject({ state: "done", done: 2, total: 2 });
    const cards = await cardsThereAre();
    expect(cards.map(({ number, state, version }) => [number, state, version])).toEqual([
      ["2026-7A-001-1", "issued", 1],
      ["2026-7A-002-1", "issued", 1],
    ]);
    expect(await refusalOf(of.office.reportCards.issue({ id: setId }))).toMatchObject({ code: "CONFLICT" });
    expect(await refusalOf(of.office.reportCards.remove({ id: setId }))).toMatchObject({ code: "CONFLICT" });

    const [card] = await of.child.reportCards.cards({});
    if (!card) throw new Error("There is no card.");
    expect(await of.parent.reportCards.cards({ studentId: of.asha.id })).toEqual([card]);
    expect(await of.office.reportCards.cards({ studentId: of.asha.id })).toEqual([card]);
    for (const { reportCards } of [of.office, of.parent])
      expect((await refusalOf(reportCards.cards({}))).issues).toMatchObject([{ path: ["studentId"] }]);
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7 })).token);
    for (const { reportCards } of [of.stranger, teacher])
      expect(await refusalOf(reportCards.cards({ studentId: of.asha.id }))).toMatchObject({
        ...{ code: "NOT_FOUND", message: "No report cards found. Please contact your teacher." },
      });
    expect((await refusalOf(teacher.reportCards.cards({}))).message).toContain("No report cards found.");
    expect(await refusalOf(of.stranger.reportCards.file({ id: card._id }))).toMatchObject({ code: "NOT_FOUND" });
    expect(await of.parent.reportCards.file({ id: card._id })).toMatchObject({
      name: `report-card-${card.number}.pdf`,
    });

    const visitor = await callerOf(null);
    const { token, text } = await onPaper(card._id);
    expect(text).toContain(card.number);
    expect(token).toMatch(/^[\w-]{22}$/);
    const stored = JSON.stringify(await db().reportCard.findUnique({ where: { id: card._id } }));
    expect(stored).not.toContain(token);
    const wrong = await refusalOf(visitor.reportCards.verify({ token, number: "2026-7A-999-1" }));
    expect(wrong).toEqual(await refusalOf(visitor.reportCards.verify({ token: "x", number: card.number })));
    expect(await visitor.reportCards.verify({ token, number: card.number.toLowerCase() })).toMatchObject({
      state: "issued",
      content: { name: of.asha.name, className: "7", section: "A", overall: { percent: "76.3%", grade: "B+" } },
    });
    // Remarks and attendance are only for the family.
    const seen = JSON.stringify(await visitor.reportCards.verify({ token, number: card.number }));
    expect(seen).not.toMatch(/Steady|\b171\b|Art: A/);
  });

  it("can no longer be read by a guardian whose link does not show results, or has ended", async () => {
    await issue();
    const [card] = await of.parent.reportCards.cards({ studentId: of.asha.id });
    if (!card) throw new Error("There is no card.");
    const unseen = async () => {
      const asked = [
        of.parent.reportCards.cards({ studentId: of.asha.id }),
        of.parent.reportCards.file({ id: card._id }),
      ];
      const refusals = await Promise.all(asked.map(refusalOf));
      expect(refusals.map(({ code }) => code)).toEqual(["NOT_FOUND", "NOT_FOUND"]);
    };
    await db().guardianship.updateMany({ data: { seesResults: false } });
    await unseen();
    await db().guardianship.updateMany({ data: { seesResults: true } });
    expect(await of.parent.reportCards.cards({ studentId: of.asha.id })).toHaveLength(1);
    await db().guardianship.updateMany({ data: { endedAt: new Date() } });
    await unseen();
  });

  it("are replaced after a correction, can be withdrawn with a reason, and are unknown after an erasure", async () => {
    await issue();
    const [before] = await of.child.reportCards.cards({});
    if (!before) throw new Error("There is no card.");
    const paper = await onPaper(before._id);
    const visitor = await callerOf(null);
    const check = () => visitor.reportCards.verify({ token: paper.token, number: before.number });
    const [result] = await of.child.results.mine();
    await of.office.results.correct({ id: result?._id ?? "", score: 64, reason: "Question 5 was marked again" });
    expect(await rowOf(of.asha.id)).toMatchObject({ standing: "changed" });
    expect(await rowOf(of.dev)).toMatchObject({ standing: "issued" });
    // The printed card keeps what it says.
    expect(await check()).toMatchObject({ state: "issued", content: { overall: { score: 61 } } });
    expect(await issue()).toMatchObject({ state: "done", total: 1 });
    expect(await check()).toMatchObject({ state: "replaced", content: { overall: { score: 61 } } });
    const [after] = await of.child.reportCards.cards({});
    expect(after).toMatchObject({
      number: "2026-7A-001-2".replace("001", before.number.slice(8, 11)),
      state: "issued",
    });
    expect(after?.content.overall?.score).toBe(64);

    const id = after?._id ?? "";
    await of.office.reportCards.withdraw({ id, reason: "Wrong seal" });
    expect(await refusalOf(of.office.reportCards.withdraw({ id, reason: "Again" }))).toMatchObject({
      code: "CONFLICT",
    });
    expect((await of.child.reportCards.cards({}))[0]).toMatchObject({ state: "withdrawn", reason: "Wrong seal" });
    expect((await refusalOf(issue([of.asha.id]))).code).toBe("CONFLICT");
    expect(await issue([of.asha.id], [id])).toMatchObject({ state: "done", total: 1 });
    expect((await of.child.reportCards.cards({}))[0]?.number).toBe(`${before.number.slice(0, -1)}3`);

    await db().user.delete({ where: { id: of.asha.id } });
    expect(await refusalOf(check())).toMatchObject({ code: "NOT_FOUND" });
    expect(await db().reportCard.count()).toBe(1);
  });

  it("are issued with the same numbers after a crash, and become valid all together", async () => {
    const students = (await sheet()).rows.map(({ studentId }) => studentId);
    // The first progress call comes before the first card, the next one after it.
    const task = (steps: number) =>
      runOf("t", async () => {
        steps -= 1;
        if (steps < 0) throw new Error("killed");
      });
    await expect(issueCards(task(0), { setId, students })).rejects.toThrow("killed");
    const numbered = await cardsThereAre();
    expect(numbered.map(({ state, uploadKey }) => [state, uploadKey])).toEqual(Array(2).fill(["draft", null]));
    await expect(issueCards(task(1), { setId, students })).rejects.toThrow("killed");
    const printed = await cardsThereAre();
    expect(printed.map(({ number, state }) => [number, state])).toEqual(
      numbered.map(({ number }) => [number, "draft"]),
    );
    expect(await of.child.reportCards.cards({})).toEqual([]);
    await issueCards(task(9), { setId, students });
    const issued = await cardsThereAre();
    expect(issued.map(({ id, number, uploadKey, state }) => [id, number, uploadKey, state])).toEqual(
      printed.map(({ id, number, uploadKey }) => [id, number, uploadKey, "issued"]),
    );
    expect(await db().upload.count()).toBe(2);
    expect(await db().reportCardSeries.findMany()).toEqual([{ prefix: "2026-7A", last: 2 }]);
  });

  it("are all issued if two runs work on one set at the same time, and what an ended run left behind is deleted", async () => {
    const students = (await sheet()).rows.map(({ studentId }) => studentId);
    const start = async (some?: string[]) =>
      (await of.office.reportCards.issue({ id: setId, ...(some && { students: some }) })).taskId;
    const [all, one] = [await start(), await start([of.dev])];
    let isFirst = true;
    const meanwhile = async () => {
      if (!isFirst) return;
      isFirst = false;
      // The card of Dev has changed since the first run numbered it.
      await of.office.reportCards.saveEntries({ id: setId, entries: [{ studentId: of.dev, ...typed }] });
      await issueCards(runOf(one), { setId, students: [of.dev] });
    };
    await issueCards(runOf(all, meanwhile), { setId, students });
    const cards = await cardsThereAre();
    expect(cards.map(({ studentId, state }) => [studentId, state]).sort()).toEqual(
      students.map((id) => [id, "issued"]).sort(),
    );
    expect(await db().auditEvent.count({ where: { action: "cards-issued" } })).toBe(2);

    await db().backgroundTask.updateMany({ data: { state: "cancelled", endedAt: new Date() } });
    for (const studentId of students)
      await of.office.reportCards.saveEntries({
        id: setId,
        entries: [{ studentId, ...typed, remarkTeacher: "Good.", seen: studentId === of.dev ? 1 : 0 }],
      });
    const killed = () => Promise.reject(new Error("killed"));
    await expect(issueCards(runOf("t", killed), { setId, students })).rejects.toThrow("killed");
    expect(await db().reportCard.count({ where: { state: "draft" } })).toBe(2);
    // What was left behind on an earlier day has that day on it.
    await db()
      .$executeRaw`update report_cards set content = content || '{"issuedOn":"2026-11-01"}' where state = 'draft'`;
    await issueCards(runOf("t"), { setId, students: [of.dev] });
    expect(await db().reportCard.count({ where: { state: "draft" } })).toBe(0);
    const issued = { state: "issued", content: { issuedOn: dateHere(new Date()) } };
    expect((await of.office.reportCards.cards({ studentId: of.dev }))[0]).toMatchObject(issued);
  });

  it("of earlier years are for the office only", async () => {
    await issue();
    const [card] = await of.child.reportCards.cards({});
    const teacher = await callerOf((await createStaff({ role: "teacher", className: 7, section: "A" })).token);
    const id = card?._id ?? "";
    expect(await teacher.reportCards.file({ id })).toMatchObject({ name: `report-card-${card?.number}.pdf` });
    const past = { firstDay: new Date("2025-04-01"), lastDay: new Date("2026-03-31") };
    const { id: schoolYearId } = await db().schoolYear.create({ data: { label: "2025-26", ...past } });
    await db().reportCardSet.updateMany({ data: { schoolYearId } });
    const setsOf = async ({ reportCards }: Caller) => {
      const { items, years } = await reportCards.list({ year: schoolYearId });
      return [items.length, years.find(({ _id }) => _id === schoolYearId)?.sets];
    };
    expect(await setsOf(of.office)).toEqual([1, 1]);
    expect(await setsOf(teacher)).toEqual([0, 0]);
    const entry = { studentId: of.asha.id, ...typed };
    const asked = [
      () => teacher.reportCards.get({ id: setId }),
      () => teacher.reportCards.preview({ id: setId, studentId: of.asha.id }),
      () => teacher.reportCards.saveEntries({ id: setId, entries: [entry] }),
    ];
    for (const ask of asked) expect(await refusalOf(ask())).toMatchObject({ code: "FORBIDDEN" });
    expect(await refusalOf(teacher.reportCards.file({ id }))).toMatchObject({ code: "NOT_FOUND" });
    expect((await of.office.reportCards.get({ id: setId })).set._id).toBe(setId);
  });

  it("have one row for a subject that was renamed or joined, and issued cards stay as they are", async () => {
    await issue();
    const { _id } = await of.office.subjects.add({ name: "Life Science", spellings: ["biology"] });
    expect(await rowOf(of.asha.id)).toMatchObject({ standing: "issued" });
    const exam = { className: 7, sections: ["A"], examName: "Half-yearly", examDate: "2026-11-20", totalMarks: 80 };
    const [made] = await of.office.exams.addMany({ ...exam, subjects: ["biology"] });
    const later = made?._id ?? "";
    await of.enter(later, [[of.asha.id, scored(70)]]);
    await of.release(later);
    const { set, exams } = await sheet();
    const examIds = [...exams.map((exam) => exam._id), later];
    await of.office.reportCards.edit({
      id: setId,
      title: set.title,
      lastDay: set.lastDay,
      daysOpen: 184,
      examIds,
      rowVersion: set.rowVersion,
    });
    await issue([of.asha.id]);
    const [after, before] = await of.child.reportCards.cards({});
    expect(before?.content.rows.map(({ subject }) => subject)).toEqual(["Biology", "Maths"]);
    expect(after?.content.rows).toMatchObject([
      { subject: "Life Science", percent: "81.9%", cells: [{ score: 61 }, { score: 70 }] },
      { subject: "Maths" },
    ]);
    await of.office.subjects.edit({ id: _id, name: "Nature" });
    expect(await rowOf(of.asha.id)).toMatchObject({ standing: "issued" });
  });

  it("cannot get fewer days with lessons than a student was present on", async () => {
    await of.office.reportCards.saveEntries({
      id: setId,
      entries: [
        { studentId: of.asha.id, ...typed },
        { studentId: of.dev, ...typed, daysPresent: 165 },
      ],
    });
    const { set, exams } = await sheet();
    const { lastDay, rowVersion } = set;
    const fields = { id: setId, title: "Term 1", lastDay, examIds: exams.map(({ _id }) => _id), rowVersion };
    for (const [daysOpen, message] of [
      [160, "2 students were present on more days, the most on 171."],
      [170, "One student was present on 171 days."],
    ] as const)
      expect(await refusalOf(of.office.reportCards.edit({ ...fields, daysOpen }))).toMatchObject({
        code: "CONFLICT",
        issues: [{ path: ["daysOpen"], message }],
      });
    expect((await sheet()).set).toMatchObject({ daysOpen: 184, rowVersion: set.rowVersion });
    await of.office.reportCards.edit({ ...fields, daysOpen: 171 });
  });

  it("are one file for the printer, in the order of roll numbers and then names", async () => {
    const place = { ...{ className: 7, section: "A" }, fromDay: "2026-04-06" };
    for (const [name, rollNo] of [
      ["Zoya", "A10"],
      ["Bela", "B9"],
    ] as const)
      await of.office.students.add({ name, rollNo, ...place });
    const rows = (await sheet()).rows.map(({ studentId, name }) => ({ studentId, name }));
    // Card numbers are given in this order.
    for (const name of ["Zoya", "Dev Gill", "Bela", of.asha.name])
      await issue(rows.flatMap((row) => (row.name === name ? [row.studentId] : [])));
    const { taskId } = await of.office.reportCards.print({ id: setId });
    await doJobs();
    const { pages } = await pdfOf(await of.office.tasks.takeResult({ id: taskId }));
    expect(pages.map(({ text }) => /2026-7A-\d+-1/.exec(text)?.[0])).toEqual(
      ["003", "001", "004", "002"].map((number) => `2026-7A-${number}-1`),
    );
    expect(pages.every(({ codes }) => codes.length === 1)).toBe(true);
  });

  it("can be checked ten times an hour, whether the card is known or not", async () => {
    for (const token of ["a".repeat(22), "b".repeat(22)]) {
      const ask = async () => refusalOf((await callerOf(null)).reportCards.verify({ token, number: "1" }));
      for (let tries = 0; tries < 10; tries++) expect((await ask()).code).toBe("NOT_FOUND");
      expect((await ask()).code).toBe("TOO_MANY_REQUESTS");
    }
  });

  it("can be checked a hundred times an hour from one network", async () => {
    const [one, other] = ["2001:db8:1:2::/64", "2001:db8:1:3::/64"].map((address) =>
      createCaller({ principal: null, address }),
    );
    const ask = async (caller: typeof one, token: string) =>
      (await refusalOf(Promise.resolve(caller?.reportCards.verify({ token, number: "1" })))).code;
    for (let tries = 0; tries < 100; tries++) expect(await ask(one, `a${tries}`)).toBe("NOT_FOUND");
    expect([await ask(one, "b"), await ask(other, "b")]).toEqual(["TOO_MANY_REQUESTS", "NOT_FOUND"]);
  });
});
