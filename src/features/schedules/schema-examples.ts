import { scheduleView, writtenScheduleView } from "./schema";

/** The public view of a test, with its name for the REST document. */
export const testView = scheduleView.meta({ id: "Test" });
/** The same after a write, with its version. */
export const writtenTestView = writtenScheduleView.meta({ id: "WrittenTest" });

const place = { className: "Class 7", sections: ["A"], testDate: "2026-12-05", testTime: "11:00", minutes: 90 };
const sent = { ...place, subject: "Biology", room: "Hall 2", description: "Chapters 3 and 4" };
const movedFrom = { testDate: "2026-12-04", testTime: "09:00" };
const test = {
  _id: "019376a0-5b1e-7c3a-9d2f-4a6b8c0d1e2f",
  ...sent,
  state: "planned" as const,
  movedFrom,
  reason: "hall not free",
  announcedOn: "2026-11-16",
};

/** Examples for the REST document. */
export const examples = {
  place,
  sent,
  movedFrom,
  test,
  written: { ...test, rowVersion: 2 },
  staff: { ...test, announcedBy: "Meera Iyer", mayChange: true, isHidden: false, rowVersion: 2 },
};

/** Responses that most of these paths share. */
export const forStaff = {
  tags: ["Test schedules"] as [string],
  description: "For teachers in what they teach, and the office.",
};
