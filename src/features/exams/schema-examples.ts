const id = "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d";
const studentId = "019376a0-4a0d-7b29-8c1e-3f5a7b9c0d1e";
const year = { _id: "019376a0-7a1b-7c2d-8e3f-4a5b6c7d8e9f", label: "2026-27" };
const fields = { sections: ["A"], examName: "Unit Test 3", examDate: "2026-11-18", totalMarks: 80 };
const example = {
  _id: id,
  year,
  className: "7",
  ...fields,
  subject: "Biology",
  state: "draft" as const,
  releaseAt: null,
  releasedAt: null,
  rowVersion: 1,
  isHeld: false,
  tellAt: null,
};
const scored = { kind: "scored" as const, score: 61 };
const cell = {
  studentId,
  mark: scored,
  remark: null,
  rowVersion: 1,
  by: "Meera Iyer",
  at: new Date("2026-11-20T09:30Z"),
};
const row = {
  ...cell,
  name: "Asha Rao",
  section: "A",
  rollNo: "12",
  isExempt: false,
  isYours: false,
  isReleased: false,
  withdrawal: null,
  told: null,
  corrected: null,
};
const box = { lowest: 28, lowerQuartile: 54, median: 65, upperQuartile: 76, highest: 95 };
const compared = { n: 29, average: 64, box };
const figures = { n: 29, average: 51.2, median: 52, lowest: 22.5, highest: 76 };
const bands = (["F", "D", "C", "B", "B+", "A", "A+"] as const).map((grade, index) => ({ grade, count: index + 1 }));

/** Examples for the REST document. */
export const examples = {
  exam: example,
  sent: { className: 7, subjects: ["Biology"], ...fields },
  made: [{ _id: id, subject: "Biology" }],
  saved: { at: new Date("2026-11-20T09:30Z"), saved: [{ studentId, rowVersion: 2 }], conflicts: [], refused: [] },
  page: {
    items: [{ ...example, students: 30, entered: 29, absent: 1, excused: 0, average: 51.2, waits: null }],
    page: 1,
    total: 1,
    subjects: ["Biology"],
    years: [year],
    held: [],
  },
  marks: {
    exam: example,
    rows: [row],
    marksVersion: 1,
    mayChange: true,
    mayEdit: true,
    mayRelease: false,
    cameBack: false,
    unpromotedClass: null,
  },
  exempt: { studentId, isExempt: true },
  cells: { cells: [{ studentId, mark: scored, remark: null, seen: 0 }] },
  preview: {
    results: 29,
    secondResults: 0,
    absent: 1,
    excused: 0,
    noMark: 0,
    mailed: 20,
    notConfirmed: 4,
    noAddress: 3,
    noLogin: 1,
    notWanted: 1,
    guardiansMailed: 25,
    guardiansNotMailed: 2,
    guardiansNotConfirmed: 1,
    guardiansNoLogin: 3,
    before: null,
    digest: "0".repeat(64),
    releasableFrom: null,
    leaves: { today: 30, tomorrow: 15, later: 0 },
  },
  statistics: {
    totalMarks: 80,
    isReleased: true,
    students: 30,
    absent: 1,
    excused: 0,
    missing: 0,
    figures: { ...figures, distribution: { lowerQuartile: 43, upperQuartile: 61, spread: 12.4, bands } },
    sections: [{ section: "A", ...compared }],
    others: [{ _id: id, examName: "Unit Test 2", ...compared }],
  },
  year: {
    years: [year],
    year,
    classes: [{ className: "7", exams: 1, n: 29, average: 64 }],
    subjects: [{ className: "7", subject: "Biology", exams: 1, n: 29, average: 64 }],
    exams: [
      { _id: id, subject: "Biology", examName: "Unit Test 3", examDate: "2026-11-18", sections: ["A"], ...compared },
    ],
  },
  file: {
    _id: id,
    fileName: "marks.xlsx",
    state: "read" as const,
    createdAt: new Date("2026-11-20T09:30Z"),
    by: "Meera Iyer",
    undoUntil: null,
    exam: example,
    heads: ["Roll", "Marks"],
    samples: [["12"], ["61"]],
    columns: ["rollNo" as const, "mark" as const],
    hidden: 0,
    digest: "0".repeat(64),
    reversed: 0,
    leftOver: [],
    written: null,
    counts: { created: 1, updated: 0, unchanged: 0, refused: 0 },
    rows: [
      {
        no: 2,
        state: "created" as const,
        studentId,
        who: { text: "Asha Rao" },
        mark: { text: "61" },
        remark: { text: "" },
      },
    ],
  },
};
