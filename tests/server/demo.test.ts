import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { submissionInput } from "@/features/admissions/schema";
import { signupInput } from "@/features/auth/schema";
import { closedDayInput } from "@/features/closed-days/schema";
import { hasExpired } from "@/features/materials/rules";
import { materialInput } from "@/features/materials/schema";
import { resultInput } from "@/features/results/schema";
import { scheduleInput } from "@/features/schedules/schema";
import { gradeFor } from "@/lib/grades";
import { inspectFile } from "@/server/files/inspection/inspect";
import {
  sampleChanges,
  sampleChapters,
  sampleClosedDays,
  sampleMaterials,
  samplePassword,
  sampleSchedules,
  sampleStudents,
  sampleSubmissions,
} from "../../scripts/demo/content";
import { documentOf } from "../../scripts/demo/documents";
import { sampleExams } from "../../scripts/demo/exams";

const today = "2026-11-20";
const now = new Date(today);
const classes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe("the sample documents", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lyceum-demo-"));
  });

  afterAll(() => rm(folder, { recursive: true }));

  it("sample documents are valid PDF and Word files of one to three pages", async () => {
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

  it("sample documents use only characters that their fonts contain", () => {
    const latin = /^[\x20-\x7e\xa0-\xff–—‘’“”•]+$/;
    for (const { title, notes, exercises } of sampleChapters()) {
      const isIndic = /\p{Script=Devanagari}/u.test(notes.join());
      if (!isIndic) for (const text of [title, ...notes, ...exercises]) expect(text).toMatch(latin);
    }
  });
});

describe("the sample institute", () => {
  it("the sample institute has 60 publishable materials for all classes", () => {
    const materials = sampleMaterials(today);
    expect(materials).toHaveLength(60);
    expect([...new Set(materials.map(({ material }) => material.className))]).toEqual(classes);
    for (const { chapter, material, uploadedAt } of materials) {
      expect(hasExpired(materialInput.parse(material).expiresAt, now)).toBe(false);
      expect(chapter.notes.length * chapter.exercises.length, chapter.title).toBeGreaterThan(5);
      expect(uploadedAt < now, chapter.title).toBe(true);
    }
  });

  it("the sample institute has 40 tests for all classes, past and future, none on a Sunday", () => {
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

  it("the sample institute has 30 students with marks in several subjects of at least three exams, and every grade occurs", () => {
    const students = sampleStudents(today);
    const results = sampleExams(today).flatMap((exam) => exam.results);
    for (const { name, email } of students) {
      signupInput.parse({ name, email, password: samplePassword });
      const own = results.filter(({ studentEmail }) => studentEmail === email);
      expect(new Set(own.map(({ examName }) => examName)).size, name).toBeGreaterThanOrEqual(3);
      expect(new Set(own.map(({ subject }) => subject)).size, name).toBeGreaterThanOrEqual(4);
      expect(new Set(own.map(({ examName, subject }) => `${examName} ${subject}`)).size).toBe(own.length);
    }
    expect(new Set(students.map(({ email }) => email)).size).toBe(30);
    const parsed = results.map((result) => resultInput.parse(result));
    const grades = new Set(parsed.map(({ score, totalMarks }) => gradeFor(score, totalMarks).grade));
    expect(grades).toEqual(new Set(["A+", "A", "B+", "B", "C", "D", "F"]));
    expect(parsed.filter(({ gpa }) => typeof gpa === "number").length).toBeGreaterThan(10);
  });

  it("each sample exam has the same name, subjects, dates and total marks for a whole class", () => {
    const exams = sampleExams(today);
    const students = sampleStudents(today);
    expect(exams.filter(({ enteredAt }) => enteredAt >= now)).toEqual([]);
    expect(exams.map(({ enteredAt }) => enteredAt)).toEqual(
      exams.map(({ enteredAt }) => enteredAt).toSorted((a, b) => +a - +b),
    );
    for (const { results, enteredAt } of exams) {
      const [first] = results;
      const emails = new Set(results.map(({ studentEmail }) => studentEmail));
      expect(emails).toEqual(
        new Set(students.filter(({ className }) => className === first?.className).map(({ email }) => email)),
      );
      const papers = results.map(({ examName, subject, examDate, totalMarks }) => [
        examName,
        subject,
        examDate,
        totalMarks,
      ]);
      const different = new Set(papers.map((paper) => paper.join()));
      expect(different.size * emails.size).toBe(results.length);
      expect(different.size).toBeGreaterThanOrEqual(3);
      for (const { examName, examDate } of results) {
        expect(examName).toMatch(/./);
        expect(new Date(examDate).getUTCDay()).not.toBe(0);
        expect(new Date(examDate) < enteredAt).toBe(true);
      }
    }
    expect(new Set(exams.flatMap(({ results }) => results.map(({ className }) => className)))).toEqual(
      new Set(classes),
    );
  });

  it("the sample institute has 15 applications with increasing dates", () => {
    const submissions = sampleSubmissions(today);
    expect(submissions).toHaveLength(15);
    for (const { submission, createdAt } of submissions) {
      submissionInput.parse(submission);
      expect(createdAt < now).toBe(true);
    }
  });
});
