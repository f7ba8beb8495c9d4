import { readFileSync } from "node:fs";

const day = 24 * 60 * 60 * 1000;

export const samplePassword = "banyan-court-14";

export type Chapter = { className: number; subject: string; title: string; notes: string[]; exercises: string[] };

/** Parses the chapters of all classes from `chapters.md`. */
export function sampleChapters(): Chapter[] {
  const text = readFileSync(new URL("chapters.md", import.meta.url), "utf8");
  const [, ...parts] = text.split(/^## /m);
  return parts.map((part) => {
    const [heading = "", ...lines] = part.split("\n").filter((line) => line !== "");
    const [, className, subject = "", title = ""] = /^(\d+) (.+?): (.+)$/.exec(heading) ?? [];
    const exercises = lines.filter((line) => line.startsWith("- "));
    const notes = lines.filter((line) => !exercises.includes(line));
    return { className: Number(className), subject, title, notes, exercises: exercises.map((line) => line.slice(2)) };
  });
}

/** The date `days` after `today`; a Sunday moves to Monday, or to Saturday if that Monday would no longer be past. */
export function schoolDay(today: string, days: number): string {
  const date = new Date(Date.parse(today) + days * day);
  const away = days > 0 ? day : -day;
  return new Date(date.getTime() + (date.getUTCDay() === 0 ? away : 0)).toISOString().slice(0, 10);
}

/** A moment in Indian office hours, different for each `turn`. */
export function moment(date: string, turn: number): Date {
  return new Date(Date.parse(date) + (5 * 60 + ((turn * 97) % 420)) * 60_000);
}

/** The materials with their upload times; `today` is an ISO date. Some expire, some have expired, and some are still to come. */
export function sampleMaterials(today: string) {
  return sampleChapters().map((chapter, index) => {
    const { className, subject, title } = chapter;
    const age = 2 + ((index * 37) % 113);
    const hasRunOut = index % 20 === 13;
    const ends = hasRunOut ? -1 - (index % 3) : index % 5 === 3 ? 4 + index : null;
    const expiresAt = ends === null ? null : moment(schoolDay(today, ends), index).toISOString();
    const starts =
      index % 20 === 6 ? { availableFrom: moment(schoolDay(today, 3 + (index % 4)), 1).toISOString() } : {};
    return {
      chapter,
      material: { className, subject, materialName: title, expiresAt, alwaysAvailable: expiresAt === null, ...starts },
      uploadedAt: moment(schoolDay(today, -Math.max(age, 5)), index),
    };
  });
}

// Class, subject, days from today, time, description.
const tests: [number, string, number, string, string?][] = [
  [10, "Mathematics", -52, "09:30", "Chapters 1 to 3. Bring a geometry box."],
  [12, "Physics", -49, "10:00", "Electrostatics."],
  [8, "Science", -45, "09:30"],
  [6, "English", -41, "11:00", "Grammar and one letter."],
  [9, "Social Science", -38, "09:30", "The French Revolution, with map work."],
  [11, "Chemistry", -34, "10:00"],
  [7, "Mathematics", -31, "09:30", "Integers and simple equations."],
  [5, "Environmental Studies", -27, "11:30"],
  [3, "Mathematics", -24, "11:30", "Tables from 2 to 10, aloud and in writing."],
  [10, "Science", -20, "09:30", "Chemical reactions, acids and bases."],
  [12, "Chemistry", -16, "10:00", "Solutions. Calculators are not allowed."],
  [4, "English", -12, "11:00"],
  [9, "Mathematics", -8, "09:30", "Linear equations in two variables."],
  [1, "English", -5, "11:30", "Reading aloud."],
  [8, "Mathematics", -2, "09:30", "Squares and square roots."],
  [10, "English", 0, "15:30", "Letter to the editor, and one unseen passage."],
  [6, "Science", 1, "09:30", "Components of food."],
  [12, "Mathematics", 2, "10:00", "Matrices and determinants."],
  [7, "Science", 3, "09:30", "Nutrition in plants. Bring coloured pencils for the drawing."],
  [2, "Mathematics", 4, "11:30", "Addition with carrying, and reading the clock."],
  [11, "Physics", 5, "10:00", "Motion in a straight line."],
  [9, "Science", 6, "09:30", "Laws of motion, and the cell."],
  [5, "Mathematics", 8, "11:00", "Decimals."],
  [10, "Social Science", 9, "09:30", "Power sharing, with map work."],
  [3, "English", 10, "11:30"],
  [8, "English", 11, "09:30", "Reported speech."],
  [12, "Biology", 12, "10:00", "Principles of inheritance. Pedigrees will be asked."],
  [4, "Mathematics", 13, "11:00", "Factors, multiples, perimeter and area."],
  [6, "Mathematics", 15, "09:30", "Integers."],
  [11, "Mathematics", 16, "10:00", "Trigonometric functions."],
  [7, "Sanskrit", 17, "11:00"],
  [1, "Mathematics", 18, "11:30", "Counting to 50."],
  [9, "English", 20, "09:30", "Diary entry and tenses."],
  [12, "Computer Science", 22, "14:00", "SQL, on paper and at the computer."],
  [5, "Hindi", 24, "11:00"],
  [10, "Mathematics", 26, "09:30", "Model test: the whole syllabus so far."],
  [11, "Biology", 29, "10:00", "Classification. Learn ten scientific names."],
  [2, "English", 32, "11:30", "Naming words."],
  [8, "Computer Science", 36, "14:00", "Networks and safety."],
  [12, "Physics", 41, "10:00", "Model test: the whole syllabus so far."],
];

/** How many of the last tests were announced this week. */
const newTests = 4;

/** Past and coming tests, each announced four weeks before or this week. */
export function sampleSchedules(today: string) {
  return tests.map(([className, subject, days, testTime, description], index) => {
    const isNew = index >= tests.length - newTests;
    const minutes = description?.startsWith("Model test") ? 180 : 60;
    const test = { className, subject, testDate: schoolDay(today, days), testTime, description, minutes };
    return { test, announcedAt: moment(schoolDay(today, isNew ? -1 : Math.min(days, 0) - 28), index) };
  });
}

/** Changes of some of the coming tests. */
export const sampleChanges: {
  className: number;
  subject: string;
  act: "moved" | "cancelled" | "restored" | "mistake";
  testTime?: string;
  room?: string;
  reason: string;
}[] = [
  { className: 11, subject: "Physics", act: "moved", testTime: "12:00", room: "Laboratory", reason: "hall not free" },
  {
    className: 5,
    subject: "Mathematics",
    act: "moved",
    testTime: "12:30",
    room: "Room 4",
    reason: "after the assembly",
  },
  { className: 7, subject: "Science", act: "cancelled", reason: "our teacher is ill, a new day follows" },
  { className: 12, subject: "Mathematics", act: "restored", reason: "the bus strike was called off" },
  { className: 2, subject: "Mathematics", act: "mistake", reason: "meant for another class" },
];

/** Days without lessons. */
export function sampleClosedDays(today: string) {
  const on = (days: number) => schoolDay(today, days);
  return [
    { firstDay: on(7), name: "Founder's Day" },
    { firstDay: on(14), kind: "half" as const, name: "Sports day" },
    { firstDay: on(45), lastDay: on(52), name: "Winter holidays" },
  ];
}
