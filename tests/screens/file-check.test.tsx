import { expect, it } from "vitest";
import { FileCheck } from "@/features/exams/components/file-check";
import type { FileView } from "@/features/exams/schema-files";
import { partOf } from "../harness/part-of";
import { show } from "../harness/screen";

it("on a phone, the preview of a marks file shows what is wrong with a remark, and how a remark changes", () => {
  const row = { studentId: "a", who: { text: "Asha Rao" }, mark: { text: "61" } };
  const rows = [
    { ...row, no: 2, state: "refused" as const, remark: { text: "Too long", fault: "300 characters at most" } },
    { ...row, no: 3, state: "updated" as const, remark: { text: "Well done", was: "Try harder" } },
  ];
  const counts = { created: 0, updated: 1, unchanged: 0, refused: 1 };
  const view: FileView = partOf({ _id: "1", counts, rows, digest: "", written: null });
  const { container } = show(<FileCheck view={view} onChanged={() => {}} onColumns={() => {}} />);
  const onPhone = [...container.querySelectorAll("td .md\\:hidden")].map(({ textContent }) => textContent);
  expect(onPhone).toEqual([
    expect.stringMatching(/Too long.*300 characters at most/),
    expect.stringMatching(/Before: Try harder.*Well done/),
  ]);
});
