import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StudentResults } from "@/features/students/components/student-results";
import type { TaughtStudentView } from "@/features/students/schema-taught";
import { partOf } from "../harness/part-of";

it("the office and teachers read the grade beside each result", () => {
  const at = new Date("2026-11-20T09:00Z");
  const result = (_id: string, score: number): TaughtStudentView["results"][number] =>
    partOf({
      ...{ _id, className: "7", subject: "Biology", examName: null, examDate: null, createdAt: at },
      ...{ score, totalMarks: 80, percentage: (score / 80) * 100 },
    });
  const props = { results: [result("1", 76), result("2", 20)] };
  const html = renderToStaticMarkup(createElement(StudentResults, props));
  const texts = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, "g"))].map(([, text]) => text);
  expect(texts("th")).toEqual(expect.arrayContaining(["Percent", "Grade"]));
  expect(texts("td").filter((text) => /^[A-F]\+?$/.test(text ?? ""))).toEqual(["A+", "F"]);
});
