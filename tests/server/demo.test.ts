import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submissionInput } from "@/features/admissions/schema";
import { signupInput } from "@/features/auth/schema";
import { closedDayInput } from "@/features/closed-days/schema";
import { messageInput } from "@/features/inquiries/schema";
import { hasExpired } from "@/features/materials/rules";
import { materialInput } from "@/features/materials/schema";
import { scheduleInput } from "@/features/schedules/schema";
import { gradeFor } from "@/lib/grades";
import { inspectFile } from "@/server/files/inspection/inspect";
import {
  moment,
  sampleChanges,
  sampleChapters,
  sampleClosedDays,
  sampleMaterials,
  samplePassword,
  sampleSchedules,
  schoolDay,
} from "../../scripts/demo/content";
import { documentOf } from "../../scripts/demo/documents";
import { sampleExams, sampleOlympiad } from "../../scripts/demo/exams";
import { sampleMessages, sampleSubmissions } from "../../scripts/demo/families";
import { addressOf, sampleParents, samplePupils, sampleStudents, sampleYear } from "../../scripts/demo/people";

const today = "2026-11-20";
const now = new Date(today);
const classes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe("the sample documents", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lyceum-demo-"));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it("are valid PDF and Word files of one to three pages", async () => {
    const kinds = new Set<string>();
    const some = sampleChapters().filter(({ className }) => [1, 7, 12].includes(className));
    for (const chapter of some) {
      const file = await documentOf(chapter);
      const path = join(folder, "document");
      const bytes = Buffer.from(await file.arrayBuffer());
      await writeFile(path, bytes);
      const declared = { name: file.name, declaredType: file.type, declaredSize: file.size, maxBytes: 1024 * 1024 };
      const { kind } = await inspectFile(path, declared);
      kinds.add(kind);
      if (kind === "pdf")
        expect(bytes.toString("latin1").match(/\/Type \/Page\b/g)?.length, file.name).toBeOneOf([1, 2, 3]);
    }
    expect(kinds).toEqual(new Set(["pdf", "docx"]));
  });

  it("use only characters that their fonts contain", () => {
    const latin = /^[\x20-\x7e\xa0-\xff–—‘’“”•]+$/;
    for (const { title, notes, exercises } of sampleChapters()) {
      const isIndic = /\p{Script=Devanagari}/u.test(notes.join());
      if (!isIndic) for (const text of [title, ...notes, ...exercises]) expect(text).toMatch(latin);
    }
  });
});

describe("the sample institute", () => {
  it("has 60 publishable materials for all classes", () => {
    const materials = sampleMaterials(today);
    expect(materials).toHaveLength(60);
    expect([...new Set(materials.map(({ material }) => material.className))]).toEqual(classes);
    for (const { chapter, material, uploadedAt } of materials) {
      expect(hasExpired(materialInput.parse(material).expiresAt, uploadedAt)).toBe(false);
      expect(chapter.notes.length * chapter.exercises.length, chapter.title).toBeGreaterThan(5);
      expect(uploadedAt < now, chapter.title).toBe(true);
    }
  });

  it("has 40 tests for all classes, past and future, none on a Sunday", () => {
    const schedules = sampleSchedules(today).map(({ test }) => scheduleInput.parse(test));
    expect(sampleSchedules(today).filter(({ announcedAt }) => announcedAt >= now)).toEqual([]);
    expect(schedules).toHaveLength(40);
    expect(new Set(schedules.map(({ className }) => className)).size).toBe(12);
    expect(schedules.filter(({ testDate }) => testDate < today).length).toBeGreaterThan(10);
    expect(schedules.filter(({ testDate }) => testDate > today).length).toBeGreaterThan(20);
    expect(schedules.filter(({ testDate }) => new Date(testDate).getUTCDay() === 0)).toEqual([]);
    for (const { className, subject } of sampleChanges) {
      const coming = schedules.filter((one) => one.className === className && one.subject === subject);
      expect(
        coming.some(({ testDate }) => testDate > today),
        subject,
      ).toBe(true);
    }
    for (const days of sampleClosedDays(today)) closedDayInput.parse(days);
  });

  it("has no past events in the future, whatever day it is made", () => {
    for (let day = 16; day < 23; day += 1) {
      const date = `2026-11-${day}`;
      const times = [...sampleSubmissions(date).map(({ createdAt }) => createdAt), moment(schoolDay(date, -1), 3)];
      expect(times.filter((time) => time >= new Date(date))).toEqual([]);
      expect(new Date(schoolDay(date, -1)).getUTCDay()).not.toBe(0);
      expect(schoolDay(date, 1) > date).toBe(true);
    }
  });

  it("has 300 students in 24 sections, 31 of them with an address, and every grade in their exams", () => {
    const pupils = samplePupils(today);
    expect(pupils).toHaveLength(300);
    expect(new Set(pupils.map(({ className, section }) => `${className} ${section}`)).size).toBe(24);
    expect(new Set(pupils.map(({ admissionNo }) => admissionNo)).size).toBe(300);
    expect(new Set(sampleStudents(today).map(({ email }) => email)).size).toBe(31);
    const parents = sampleParents(today);
    expect(new Set(parents.map(addressOf)).size).toBe(parents.length);
    for (const { name, email } of sampleStudents(today)) signupInput.parse({ name, email, password: samplePassword });
    const grades = sampleExams(today).flatMap(({ totalMarks, marks }) =>
      marks.flatMap(({ mark }) => (mark.kind === "scored" ? [gradeFor(mark.score, totalMarks).grade] : [])),
    );
    expect(new Set(grades)).toEqual(new Set(["A+", "A", "B+", "B", "C", "D", "F"]));
  });

  it("has each exam on a school day of the year, and its marks typed between that day and today", () => {
    const exams = sampleExams(today);
    const { firstDay, lastDay } = sampleYear(today);
    expect(firstDay < today && today < lastDay).toBe(true);
    expect(exams.map(({ typedAt }) => typedAt)).toEqual(
      exams.map(({ typedAt }) => typedAt).toSorted((a, b) => +a - +b),
    );
    for (const { className, examDate, typedAt, marks } of exams) {
      expect(new Date(examDate).getUTCDay()).not.toBe(0);
      expect(examDate > firstDay && new Date(examDate) < typedAt && typedAt < now).toBe(true);
      expect(new Set(marks.map(({ pupil }) => pupil.className))).toEqual(new Set([className]));
    }
    expect(new Set(exams.map(({ className }) => className))).toEqual(new Set(classes));
    for (const { result } of sampleOlympiad(today)) expect(result.gpa).toBeGreaterThan(0);
  });

  it("is the same whenever it is made for the same day", () => {
    expect(JSON.stringify(sampleExams(today))).toBe(JSON.stringify(sampleExams(today)));
    expect(sampleYear("2026-02-10")).toEqual({ label: "2025-26", firstDay: "2025-07-01", lastDay: "2026-06-30" });
  });

  it("has applications and messages that families could send", () => {
    for (const { submission, createdAt } of sampleSubmissions(today)) {
      submissionInput.parse(submission);
      expect(createdAt < new Date(`${today}T23:59:59Z`)).toBe(true);
    }
    for (const { name, email, message } of sampleMessages) messageInput.parse({ name, email, message, consent: true });
  });
});
