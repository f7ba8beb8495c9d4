import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { EditExam } from "@/features/exams/components/edit-exam";
import type { ExamView } from "@/features/exams/schema";
import { EditSchedule } from "@/features/schedules/components/edit-schedule";
import type { StaffScheduleView } from "@/features/schedules/schema";
import { partOf } from "../harness/part-of";
import { refusal, show } from "../harness/screen";

const place = { className: "Class 7", sections: [], subject: "Maths", rowVersion: 1 };
const exam: ExamView = partOf({ ...place, _id: "1", examName: "Quiz", totalMarks: 80 });
const schedule: StaffScheduleView = partOf({ ...place, _id: "1", testDate: "2026-12-04", testTime: "09:00" });

it.each([
  ["exam", "exams.edit", <EditExam key="exam" exam={exam} onClose={() => {}} />],
  ["test", "schedules.edit", <EditSchedule key="test" schedule={schedule} onClose={() => {}} />],
])(
  "the form of an item whose subject was renamed sends the subject only if it is changed: %s",
  async (_, edit, form) => {
    const refused = refusal("CONFLICT", "It has changed.");
    const answers = { "subjects.names": [{ name: "Mathematics", keys: ["mathematics", "maths"] }], [edit]: refused };
    const { inputs } = show(form, { answers });
    const subject = screen.getByLabelText("Subject");
    const typed = (text: string) => fireEvent.input(subject, { target: { value: text } });
    const save = async () => {
      fireEvent.click(screen.getByRole("button", { name: /^Save/ }));
      await screen.findByText("It has changed.");
    };
    typed("maths");
    await screen.findByText("This is kept as Mathematics.");
    typed("Maths");
    expect(screen.queryByText(/This is kept as/)).toBeNull();
    await save();
    typed("Mathematics");
    await save();
    expect(inputs(edit)).toMatchObject([{ subject: undefined }, { subject: "Mathematics" }]);
  },
);
