import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { StudentMenu } from "@/features/students/components/student-menu";
import { actsOf } from "@/features/students/rules";
import type { StudentRowView } from "@/features/students/schema-list";
import { studentStates } from "@/features/students/schema-states";
import { partOf } from "../harness/part-of";
import { show } from "../harness/screen";

it.each(studentStates.flatMap((state) => studentStates.map((standing) => [state, standing] as const)))(
  "the menu of a student who is %s in the year and %s overall offers what the student's page offers",
  (state, standing) => {
    const row: StudentRowView = partOf({ _id: "asha", name: "Asha Rao", state, standing });
    show(<StudentMenu row={row} query="?year=1" />);
    fireEvent.click(screen.getByRole("button", { name: "More for Asha Rao" }));
    const acts = actsOf({ state: standing, login: "active", email: null });
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
      acts.map((act) => `/admin/students/asha?year=1&do=${act}`),
    );
  },
);
