import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StudentHistory } from "@/features/students/components/student-history";

/** The history on a student's page, with this many emails and changes. */
function drawn(count: number): string {
  const at = (index: number) => new Date(Date.UTC(2026, 10, 1, 9, index));
  const mails = Array.from({ length: count }, (_, index) => ({
    ...{ kind: "k", recipient: "x@example.org", state: "sent", createdAt: at(index), sentAt: null },
  }));
  const changes = mails.map(({ createdAt }) => ({
    ...{ at: createdAt, action: "student-edited", by: null, fields: [], values: [], reason: null },
  }));
  const word = (text: string) => text;
  const words = { mail: word, state: word, change: word };
  return renderToStaticMarkup(createElement(StudentHistory, { student: { mails, changes }, words }));
}

it("a full list says that older emails and changes are not shown, and where to find the emails", () => {
  const [full, all] = [drawn(50), drawn(49)];
  for (const text of ["These are the latest 50.", 'href="/admin/mail"', "Changes before the latest 50 may be missing."])
    expect([text, full.includes(text), all.includes(text)]).toEqual([text, true, false]);
});
