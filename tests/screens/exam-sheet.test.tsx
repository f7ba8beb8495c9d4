import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ExamDesk } from "@/features/exams/components/exam-desk";
import { ExamProcess } from "@/features/exams/components/exam-process";
import type { ExamView } from "@/features/exams/schema";
import { examples } from "@/features/exams/schema-examples";
import type { SaveCellsInput, SheetRowView, SheetView } from "@/features/exams/schema-sheet";
import { keyOf } from "@/lib/unsent";
import { leaveAndComeBack, show } from "../harness/screen";

const scored = (score: number) => ({ kind: "scored", score }) as const;

type Given = Partial<Omit<SheetView, "exam" | "rows">> & { exam?: Partial<ExamView>; rows?: Partial<SheetRowView>[] };

/** A sheet of 80 marks. */
const sheetOf = ({ exam, rows = [{}], ...given }: Given): SheetView => ({
  ...{ ...examples.marks, takeBack: null, personId: "me", ...given },
  exam: { ...examples.exam, _id: "exam", ...exam },
  rows: rows.flatMap((one) => examples.marks.rows.map((row) => ({ ...row, studentId: "asha", rollNo: null, ...one }))),
});

const page = "/admin/results/exam";
const answers = {
  "exams.saveCells": ({ cells }: SaveCellsInput) => ({
    at: new Date(),
    saved: cells.map(({ studentId }) => ({ studentId, rowVersion: 9 })),
    conflicts: [],
    refused: [],
  }),
};

const open = (given: Given, at = page) => show(<ExamDesk sheet={sheetOf(given)} atMissing={false} />, { at, answers });

const table = () => screen.getByLabelText("Marks sheet");
const rowOf = (name: string) => within(within(table()).getByText(name).closest("tr") ?? table());
const textOf = (name: string) => within(table()).getByText(name).closest("tr")?.textContent;
const typedIn = (label: string) => screen.queryByLabelText<HTMLInputElement>(label)?.value;

/** Opens the exam in a browser that holds this input of Asha. */
function comeBack(stored: object, server: Partial<SheetRowView> = {}, given: Given = {}) {
  const key = keyOf("me", "exam");
  localStorage.setItem(key, JSON.stringify({ asha: stored }));
  const theirs = { mark: scored(57), remark: "Late", rowVersion: 6, ...server };
  return { ...open({ rows: [theirs], ...given }), left: () => JSON.parse(localStorage.getItem(key) ?? "{}").asha };
}

describe("a released mark", () => {
  const released = { exam: { state: "released" }, mayChange: false } as const;
  const typedOver = (mayRelease: boolean) =>
    comeBack(
      { text: "54", remark: "" },
      { mark: scored(45), remark: null, isReleased: true },
      { ...released, mayRelease },
    );

  it("can be corrected by those who may", () => {
    typedOver(true);
    for (const link of rowOf("Asha Rao").getAllByRole("link", { name: "Correct it" }))
      expect(link.getAttribute("href")).toBe("/admin/students/asha");
    screen.getByText(/These marks are released\. Wrong marks can be corrected on the student’s page\./);
  });

  it("is a matter for the office to all others", () => {
    typedOver(false);
    expect(textOf("Asha Rao")).toContain("Released as 45, you typed 54.Ask the office to correct it.Keep 45");
    expect(rowOf("Asha Rao").queryByRole("link")).toBeNull();
    screen.getByText(/These marks are released\. If one is wrong, ask the office to correct it\./);
  });

  it("that was corrected says when, and what it was", () => {
    const corrected = { at: new Date("2026-11-25"), was: 61 };
    open({ ...released, rows: [{ corrected }, { studentId: "dev", name: "Dev Gill" }] });
    expect(textOf("Asha Rao")).toContain("Corrected on 25 Nov 2026, was 61");
    expect(textOf("Dev Gill")).not.toContain("Corrected");
  });
});

it("a released remark is shown in full as text, and a remark that may be changed is an input", () => {
  const remark = "Reads well, and should write every day. ".repeat(6);
  const inputs = () =>
    rowOf("Asha Rao")
      .getAllByRole("textbox")
      .map((one) => one.getAttribute("aria-label"));
  for (const fixed of [{ rows: [{ remark, isReleased: true }] }, { rows: [{ remark }], mayChange: false }]) {
    const { unmount } = open(fixed);
    expect(inputs()).toEqual(["Mark of Asha Rao"]);
    expect(textOf("Asha Rao")).toContain(remark);
    unmount();
  }
  open({ rows: [{ remark }] });
  expect(inputs()).toEqual(["Mark of Asha Rao", "Remark for Asha Rao"]);
});

it("an exam can be changed and deleted only by those who reach all of it", async () => {
  for (const [mayEdit, acts] of [
    [true, ["Marks from a file", "Change", "Delete"]],
    [false, ["Marks from a file"]],
  ] as const) {
    const { user, unmount } = open({ mayEdit });
    await user.click(screen.getByRole("button", { name: "More for this exam" }));
    const buttons = screen.getAllByRole("button", { name: /file|Change|Delete/ });
    expect(buttons.map(({ textContent }) => textContent)).toEqual(acts);
    unmount();
  }
});

describe("a student who does not take the subject", () => {
  const exempt = (more: Partial<SheetRowView> = {}) => ({
    ...{ studentId: "dev", name: "Dev Gill", mark: null, isExempt: true },
    ...more,
  });
  const section = () => screen.getByRole("region", { name: "Students who do not take Biology" });

  it.each(["draft", "released"] as const)(
    "can take it again, even if all others have released marks: %s",
    async (state) => {
      const rows = [{ isReleased: true }, exempt()];
      const { user, inputs } = open({ mayChange: state === "draft", exam: { state }, rows });
      expect(section().textContent).toContain("Dev Gill");
      await user.click(within(section()).getByRole("button", { name: "Takes it again" }));
      expect(inputs("exams.exempt")).toEqual([{ id: "exam", studentId: "dev", isExempt: false }]);
    },
  );

  it("still has what the family sees of the exam, which can be read, and corrected by those who may", () => {
    const shown = (given: Partial<SheetRowView>, mayRelease = true) => {
      const rows = [{}, exempt(given)];
      const { unmount } = open({ exam: { state: "released" }, mayRelease, mayChange: false, rows });
      const found = section();
      const links = within(found).queryAllByRole("link");
      unmount();
      return [found.textContent, ...links.map((link) => [link.textContent, link.getAttribute("href")])];
    };
    const marked = { isReleased: true, mark: scored(47), remark: "Reads well" };
    expect(shown(marked)).toEqual([
      expect.stringContaining("Dev Gill47 · Reads wellCorrect it"),
      ["Correct it", "/admin/students/dev"],
    ]);
    expect(shown(marked, false)).toEqual([expect.stringContaining("Dev Gill47 · Reads wellTakes it again")]);
    const told = { kind: "excused", remark: null } as const;
    expect(shown({ told, mark: { kind: "excused" } })).toEqual([expect.stringContaining("Dev GillEXTakes it again")]);
  });
});

it("after a release that did not happen, the sheet asks those who may release to decide, and names the office to others", () => {
  const said = (given: Given) => {
    const { container, unmount } = show(<ExamProcess sheet={sheetOf(given)} />);
    const text = container.textContent;
    unmount();
    return text;
  };
  const held = { state: "scheduled", isHeld: true, releaseAt: new Date("2026-11-20T09:00:00Z") } as const;
  expect(said({ cameBack: true, mayRelease: true })).toContain("Look at the new numbers.");
  expect(said({ exam: held, mayRelease: true })).toContain("Release it now");
  for (const text of [said({ cameBack: true, mayRelease: false }), said({ exam: held, mayRelease: false })]) {
    expect(text).toContain("The office");
    expect(text).not.toMatch(/Look at|Release it now/);
  }
});

it("a sheet that Back shows immediately asks what has been saved since it was drawn", async () => {
  const comingBack = `${page}-coming-back`;
  const { paths, unmount } = open({}, comingBack);
  await waitFor(() => expect(paths()).toContain("exams.events"));
  expect(paths()).not.toContain("exams.changesSince");
  unmount();
  await leaveAndComeBack();
  const { asked } = open({}, comingBack);
  await waitFor(() => expect(asked).toContainEqual(["exams.events", { id: "exam" }]));
  expect(asked.filter(([path]) => path === "exams.changesSince")).toEqual([
    ["exams.changesSince", { id: "exam", since: examples.marks.marksVersion }],
  ]);
});

describe("input that waited in the browser", () => {
  const before = { mark: scored(55), remark: null };

  /** What the sheet shows of Asha, and what is left in the browser. */
  function opened(stored: object, server: Partial<SheetRowView> = {}) {
    const { left, unmount } = comeBack(stored, server);
    const [mark, remark, text] = [typedIn("Mark of Asha Rao"), typedIn("Remark for Asha Rao"), textOf("Asha Rao")];
    const found = { mark, remark, text, left: left() };
    unmount();
    return found;
  }
  const settled = expect.not.stringMatching("typed");

  it("is merged with the server's values by the value that each cell had before", () => {
    expect(opened({ text: "55", remark: "Well done", before }, { remark: null })).toMatchObject({
      ...{ mark: "57", remark: "Well done", text: settled },
      left: { before: { mark: { score: 57 }, remark: null } },
    });
    expect(opened({ text: "61", remark: "", before }, { mark: before.mark })).toMatchObject({
      ...{ mark: "61", remark: "Late", text: settled },
    });
    const both = { text: "61", remark: "Well done", before };
    expect(opened(both)).toMatchObject({
      mark: "57",
      text: expect.stringContaining("Meera Iyer typed 57 and “Late”, you 61 and “Well done”"),
      left: { before: {} },
    });
    expect(opened({ text: "57", remark: "", before })).toEqual({
      ...{ mark: "57", remark: "Late", text: settled, left: undefined },
    });
    const released = (stored: object) => opened(stored, { isReleased: true }).text;
    expect(released(both)).toContain("Released as 57 and “Late”, you typed 61 and “Well done”.");
    expect(released({ text: "61", remark: "", before })).toContain("Released as 57, you typed 61.");
  });

  it("is still a conflict of the same cells after another visit", async () => {
    const stored = { text: "61", remark: "Well done", before: { remark: "Late" } };
    const { user, left } = comeBack(stored);
    expect(textOf("Asha Rao")).toContain("Meera Iyer typed 57, you 61");
    expect(left()).toEqual(stored);
    const [keep] = rowOf("Asha Rao").getAllByRole("button", { name: "Keep 57" });
    if (keep) await user.click(keep);
    expect([typedIn("Mark of Asha Rao"), typedIn("Remark for Asha Rao")]).toEqual(["57", "Well done"]);
  });

  it("may lack the earlier values: it is sent if nobody has changed the row, and otherwise the person is asked", async () => {
    const text = { text: "61", remark: "Late" };
    for (const seen of [5, -1])
      expect(opened({ ...text, seen })).toMatchObject({
        mark: "57",
        text: expect.stringContaining("Meera Iyer typed 57, you 61"),
      });
    expect(opened({ text: "57", remark: "Late", seen: 5 })).toMatchObject({ text: settled, left: undefined });
    const { inputs } = comeBack({ ...text, seen: 6 });
    expect(textOf("Asha Rao")).not.toContain("typed");
    const cells = [{ studentId: "asha", mark: scored(61), remark: "Late", seen: 6 }];
    await waitFor(() => expect(inputs("exams.saveCells")).toEqual([{ id: "exam", cells }]));
  });

  it.each([
    ["61", "", "Meera Iyer typed 57, you 61", ["Keep 57", "Take 61"]],
    ["61", "Good", "typed 57 and “Late”, you 61 and “Good”", ["Keep 57 and “Late”", "Take 61 and “Good”"]],
    ["", "Good", "typed 57 and “Late”, you no mark and “Good”", ["Keep 57 and “Late”", "Take no mark and “Good”"]],
    ["55", "Good", "typed “Late”, you “Good”", ["Keep “Late”", "Take “Good”"]],
  ])("is shown with every value that is decided together: %s %s", (text, remark, said, buttons) => {
    comeBack({ text, remark, before });
    expect(textOf("Asha Rao")).toContain(said);
    for (const name of buttons) expect(rowOf("Asha Rao").getAllByRole("button", { name })).not.toEqual([]);
  });
});

it("a mark that cannot be saved is reported where the sheet otherwise says that all is saved", async () => {
  const { user } = open({ rows: [{ mark: null }] });
  const mark = screen.getByLabelText("Mark of Asha Rao");
  const status = { selector: "[role=status]" };
  await user.type(mark, "85{Enter}");
  await screen.findByText("1 to settle", status);
  await user.clear(mark);
  await user.type(mark, "80{Enter}");
  await screen.findByText(/^Saved \d/, status);
});
