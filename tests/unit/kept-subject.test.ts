import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { EditExam } from "@/features/exams/components/edit-exam";
import type { ExamView } from "@/features/exams/schema";
import { EditSchedule } from "@/features/schedules/components/edit-schedule";
import type { StaffScheduleView } from "@/features/schedules/schema";
import { drawnForm } from "../harness/drawn-form";
import { partOf } from "../harness/part-of";

const page = vi.hoisted(() => ({ sent: [] as object[] }));
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: ({ children }: { children: object }) => children }));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/features/schedules/components/use-take-back", () => ({ useTakeBack: () => ({}) }));
vi.mock("@/features/schedules/components/use-warnings", () => ({
  useWarnings: () => ({ confirmAndSend: (_: unknown, send: () => Promise<object>) => send() }),
}));
vi.mock("@/features/schedules/components/warnings", () => ({
  TypedWarnings: () => null,
  WarningsQuestion: () => null,
}));
vi.mock("@/features/schedules/components/notification-line", () => ({ NotificationLine: () => null }));
vi.mock("@/trpc/client", () => {
  const edit = { useMutation: () => ({ mutateAsync: async (given: object) => page.sent.push(given) }) };
  const data = [{ name: "Mathematics", keys: ["mathematics", "maths"] }];
  const names = { useQuery: () => ({ data }) };
  const none = { useQuery: () => ({}) };
  const rest = { places: none, list: none, choices: none, names: none };
  return {
    api: {
      useUtils: () => ({}),
      exams: { ...rest, edit },
      schedules: { ...rest, edit },
      subjects: { names },
      classes: rest,
    },
  };
});

const onClose = () => {};
const place = { className: "Class 7", sections: [], subject: "Maths", rowVersion: 1 };
const exam: ExamView = partOf({ ...place, _id: "1", examName: "Quiz", totalMarks: 80 });
const schedule: StaffScheduleView = partOf({ ...place, _id: "1", testDate: "2026-12-04", testTime: "09:00" });
const typed = { className: "7", sections: "", testDate: "2026-12-04", testTime: "09:00", minutes: "" };

it.each([
  ["exam", () => createElement(EditExam, { exam, onClose })],
  ["test", () => createElement(EditSchedule, { schedule, onClose })],
])("the form of an item whose subject was renamed sends the subject only if it is changed: %s", async (_of, form) => {
  expect(renderToStaticMarkup(form())).not.toContain("This is kept as");
  page.sent = [];
  for (const subject of ["Maths", "Mathematics"]) await drawnForm.send({ ...typed, subject });
  expect(page.sent).toMatchObject([{ subject: undefined }, { subject: "Mathematics" }]);
});
