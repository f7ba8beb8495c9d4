import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { StudentMenu } from "@/features/students/components/student-menu";
import { actsOf } from "@/features/students/rules";
import type { StudentRowView } from "@/features/students/schema-list";
import { studentStates } from "@/features/students/schema-states";
import { partOf } from "../harness/part-of";

vi.mock("@/components/table/row-menu", () => ({
  menuLine: "",
  RowMenu: ({ children }: { children: ReactNode }) => children,
}));
vi.mock("@/components/ui/link", () => ({ Link: (props: object) => createElement("a", props) }));

it.each(studentStates.flatMap((state) => studentStates.map((standing) => [state, standing] as const)))(
  "the menu of a student who is %s in the year and %s overall offers what the student's page offers",
  (state, standing) => {
    const row: StudentRowView = partOf({ _id: "asha", name: "Asha Rao", state, standing });
    const html = renderToStaticMarkup(createElement(StudentMenu, { row, query: "?year=1" }));
    const offered = [...html.matchAll(/do=([\w-]+)/g)].map(([, act]) => act);
    expect(offered).toEqual(actsOf({ state: standing, login: "active", email: null }));
  },
);
