import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { type ComponentProps, type ReactElement, use, useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PageRefreshProvider, usePageRefresh } from "@/components/ui/page-refresh";
import { CorrectForm } from "@/features/admissions/components/correct-form";
import { EnrolForm } from "@/features/admissions/components/enrol-form";
import { MoveForm } from "@/features/admissions/components/move-form";
import type { ApplicationView } from "@/features/admissions/schema-desk";
import { IntakeForm } from "@/features/intakes/components/intake-form";
import { EditMember } from "@/features/staff/components/edit-member";
import type { StaffMember } from "@/features/staff/schema";
import { EditStudent } from "@/features/students/components/edit-student";
import { PlaceStudent } from "@/features/students/components/place-student";
import type { StudentView } from "@/features/students/schema";
import { partOf } from "../harness/part-of";
import { later, noAnswer, refusal, show } from "../harness/screen";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const named = (name: string) => {
  const found = document.querySelector<Control>(`[name="${name}"]`);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const textOf = (name: string) => named(name).value;
const type = (name: string, value: string) => fireEvent.input(named(name), { target: { value } });
const press = (name: RegExp) => fireEvent.click(screen.getByRole("button", { name }));

const conflict = refusal("CONFLICT", "It has changed.");
const notSaved = "This could not be saved. Please try again.";

/** Shows a form whose calls of one procedure get the answer that was set last. */
function open<Shown>(part: (shown: Shown) => ReactElement, first: Shown, path: string, firstAnswer: unknown) {
  let answer = firstAnswer;
  const { inputs, update } = show(part(first), { answers: { [path]: () => answer } });
  return {
    sent: () => inputs(path),
    read: (now: Shown) => update(part(now)),
    answer(next: unknown) {
      answer = next;
    },
  };
}

describe("the form that enrols a child", () => {
  type Preview = ComponentProps<typeof EnrolForm>["preview"];
  type Known = Preview["parents"][number]["known"];
  const year = { _id: "y", label: "2026-27", firstDay: "2026-04-01" };
  const mother = { _id: "p", name: "Mira Rao", phone: null as string | null, email: "mira@gmial.com" };
  const mira = { _id: "mira", name: "Mira Rao", phone: null, email: null, children: [], isStaff: false };
  const dev = { _id: "dev", name: "Dev Rao", admissionNo: null, bornOn: null, className: null, section: null };
  const shown = (
    change: { name?: string; email?: string; known?: Known; namesakes?: Preview["namesakes"] } = {},
    rowVersion = 1,
  ): ComponentProps<typeof EnrolForm> => {
    const { name = "Dev Roa", email = mother.email, known = [], namesakes = [] } = change;
    const application = { _id: "a", rowVersion, name, selectedClass: 7, parentName: "Mira Rao", at: new Date() };
    const parents = [{ ...mother, email, known }];
    const first = { years: [year], year: "y", admissionNo: "7" };
    return partOf({ application, preview: { namesakes, parents, consentAt: new Date(), mails: true, ...first } });
  };
  const openEnrol = (first = shown()) =>
    open((found: ReturnType<typeof shown>) => <EnrolForm {...found} />, first, "services.enrol", conflict);
  const enrol = () => press(/^Enrol/);

  it("follows corrections of the application until something else is typed", async () => {
    const form = openEnrol();
    form.read(shown({ name: "Dev Rao", email: "mira@gmail.com" }, 2));
    expect([textOf("name"), textOf("guardians.0.email")]).toEqual(["Dev Rao", "mira@gmail.com"]);
    enrol();
    await waitFor(() => expect(form.sent()).toMatchObject([{ rowVersion: 2 }]));
  });

  it("keeps what is typed", () => {
    const form = openEnrol();
    type("name", "Dev R. Rao");
    type("guardians.0.email", "rao@example.org");
    type("guardians.0.relation", "mother");
    form.read(shown({ name: "Dev Rao", email: "mira@gmail.com" }, 2));
    const names = ["name", "guardians.0.email", "guardians.0.relation"];
    expect(names.map(textOf)).toEqual(["Dev R. Rao", "rao@example.org", "mother"]);
  });

  it("is sent with the version that the first input was typed over, until that version is refused", async () => {
    const form = openEnrol();
    type("guardians.0.email", "rao@example.org");
    form.read(shown({ email: "mira@gmail.com" }, 2));
    type("section", "A");
    form.answer(noAnswer());
    enrol();
    await screen.findByText(notSaved);
    form.answer(conflict);
    enrol();
    await screen.findByText("It has changed.");
    enrol();
    await waitFor(() => expect(form.sent()).toMatchObject([{ rowVersion: 1 }, { rowVersion: 1 }, { rowVersion: 2 }]));
  });

  it("names a new child as its field does, after a student on the roster was chosen in between", () => {
    openEnrol(shown({ namesakes: [dev] }));
    type("who", "new");
    type("name", "Dev R. Rao");
    expect(textOf("message")).toContain("Dev R. Rao");
    type("who", "dev");
    type("who", "new");
    expect(textOf("message")).toContain("Dev Roa");
  });

  it("asks again who a person is once the roster offers other people", () => {
    const form = openEnrol();
    type("guardians.0.meant", "nobody");
    form.read(shown({ known: [mira] }));
    expect(textOf("guardians.0.meant")).toBe("");
    form.read(shown({ known: [mira], namesakes: [dev] }));
    type("who", "new");
    form.read(shown({ known: [mira], namesakes: [dev, { ...dev, _id: "dev2" }] }));
    expect(textOf("who")).toBe("");
  });
});

describe("a step of an application", () => {
  const shown = (name: string, rowVersion = 1): ComponentProps<typeof MoveForm> => {
    const family = { parentName: "Mira Rao", hasMerged: false, selectedClass: 7, visitAt: null };
    return partOf({ application: { _id: "a", rowVersion, name, state: "in_review", ...family }, onDone() {} });
  };
  const openStep = () => {
    const form = open(
      (found: ReturnType<typeof shown>) => <MoveForm {...found} />,
      shown("Dev Roa"),
      "services.move",
      conflict,
    );
    type("to", "accepted");
    return form;
  };

  it("is sent with the version that it was chosen for, until that version is refused", async () => {
    const form = openStep();
    form.read(shown("Dev Rao", 2));
    form.answer(noAnswer());
    press(/family accepts$/);
    await screen.findByText(notSaved);
    form.answer(conflict);
    press(/family accepts$/);
    await screen.findByText("It has changed.");
    form.answer(noAnswer());
    press(/family accepts$/);
    await screen.findByText(notSaved);
    form.read(shown("Dev Rao", 3));
    type("to", "declined");
    type("reason", "The class is full.");
    press(/Decline/);
    const versions = [1, 1, 2, 3].map((rowVersion, index) => ({ rowVersion, to: index < 3 ? "accepted" : "declined" }));
    await waitFor(() => expect(form.sent()).toMatchObject(versions));
  });

  it("suggests a text that names the child as corrected", () => {
    const form = openStep();
    expect(textOf("message")).toContain("Dev Roa");
    form.read(shown("Dev Rao", 2));
    expect(textOf("message")).toContain("Dev Rao");
  });

  it("leaves the text as it is once somebody has edited it", () => {
    const form = openStep();
    type("message", "Welcome!");
    form.read(shown("Dev Rao", 2));
    type("to", "declined");
    expect(textOf("message")).toBe("Welcome!");
  });
});

describe("the intake of a year", () => {
  type Shown = ComponentProps<typeof IntakeForm>;
  const days = { opensOn: "2026-12-01", closesOn: "2027-01-31" };
  const seats = (className: number, count: number) => ({ className, seats: count, taken: 28, ...days });
  const shown = (seventh: number, eighth = 30): Shown =>
    partOf({ year: "y", intakes: [seats(7, seventh), seats(8, eighth)], today: "2026-11-30" });
  const openIntake = (first = shown(40)) =>
    open((found: Shown) => <IntakeForm {...found} />, first, "intakes.save", new Promise(() => {}));
  const save = () => press(/^Save/);

  it("shows what a colleague has saved, and does not undo it when another class is saved", async () => {
    const form = openIntake();
    form.read(shown(30));
    expect(textOf("seats.7")).toBe("30");
    type("seats.8", "35");
    save();
    const intakes = [{ ...days, className: 8, seats: 35, was: { ...days, seats: 30 } }];
    await waitFor(() => expect(form.sent()).toEqual([{ year: "y", intakes }]));
  });

  it("keeps what is typed, and is sent with the value that it was typed over", async () => {
    const form = openIntake();
    type("seats.7", "45");
    form.read(shown(30));
    expect(textOf("seats.7")).toBe("45");
    save();
    const intakes = [{ ...days, className: 7, seats: 45, was: { ...days, seats: 40 } }];
    await waitFor(() => expect(form.sent()).toEqual([{ year: "y", intakes }]));
  });

  it("keeps what is typed during a save, whatever the answer, and after a save that fails", async () => {
    const form = openIntake();
    const { promise, resolve } = later<Shown>();
    form.answer(promise);
    type("seats.7", "45");
    save();
    type("seats.8", "35");
    resolve(shown(45, 20));
    await screen.findByText("The intake is saved.");
    expect([textOf("seats.7"), textOf("seats.8")]).toEqual(["45", "35"]);
    form.answer(noAnswer());
    save();
    await screen.findByText(notSaved);
    form.read(shown(45, 20));
    expect(textOf("seats.8")).toBe("35");
  });

  it("ignores data that was read before its last save", async () => {
    const reads = [later<Shown>(), later<Shown>()];
    let draw = (_: Promise<Shown>) => {};
    function Page() {
      const [drawn, setDrawn] = useState<Shown | Promise<Shown>>(shown(40));
      draw = setDrawn;
      return <IntakeForm {...(drawn instanceof Promise ? use(drawn) : drawn)} />;
    }
    const Refresh = () => {
      const refresh = usePageRefresh();
      return (
        <button type="button" onClick={refresh}>
          Refresh
        </button>
      );
    };
    const { router } = show(
      <PageRefreshProvider>
        <Refresh />
        <Page />
      </PageRefreshProvider>,
      { answers: { "intakes.save": shown(45) } },
    );
    for (const { promise } of reads) router.refresh.mockImplementationOnce(() => draw(promise));
    await act(async () => {
      press(/^Refresh/);
      type("seats.7", "45");
      save();
    });
    await screen.findByText("The intake is saved.");
    await act(async () => reads[0]?.resolve(shown(40)));
    await waitFor(() => expect(router.refresh).toHaveBeenCalledTimes(2));
    expect(textOf("seats.7")).toBe("45");
    await act(async () => reads[1]?.resolve(shown(45, 35)));
    await waitFor(() => expect(textOf("seats.8")).toBe("35"));
  });

  it("does not count a class as typed into if there were no days to enter", () => {
    const form = openIntake();
    press(/^Enter in all/);
    form.read(shown(30));
    expect(textOf("seats.7")).toBe("30");
  });

  it("shows the stored values after a refused save", async () => {
    const form = openIntake();
    type("seats.7", "45");
    form.answer(conflict);
    save();
    await screen.findByText("It has changed.");
    form.read(shown(30));
    expect(textOf("seats.7")).toBe("30");
  });

  it("forgets what was typed into the rows that it has saved", async () => {
    const form = openIntake();
    type("seats.7", "45");
    form.answer(shown(45));
    save();
    await screen.findByText("The intake is saved.");
    form.read(shown(45));
    expect(textOf("seats.7")).toBe("45");
    form.read(shown(50));
    expect(textOf("seats.7")).toBe("50");
  });
});

describe("a dialog keeps what it was opened to edit:", () => {
  const asha = { _id: "asha", name: "Asha Roa", email: "asha@old.example", admissionNo: "7", bornOn: null };
  const address = { email: "asha@new.example" };
  const close = { onClose() {}, onDone() {} };
  const save = () => press(/^Save/);

  it("an application, with its version", async () => {
    const typed = { name: "Asha Roa", parentName: "Mira", email: "m@a.example", phone: "" };
    const application: ApplicationView = partOf({ _id: "asha", rowVersion: 1, ...typed });
    const part = (found: ApplicationView) => <CorrectForm application={found} onClose={close.onClose} />;
    const form = open(part, application, "services.correct", conflict);
    form.read({ ...application, ...address, rowVersion: 2 });
    type("name", "Asha Rao");
    save();
    await waitFor(() => expect(form.sent()).toMatchObject([{ rowVersion: 1, name: "Asha Rao", email: "m@a.example" }]));
  });

  it("a student, with its version", async () => {
    const student: StudentView = partOf({ ...asha, rowVersion: 1 });
    const form = open(
      (found: StudentView) => <EditStudent student={found} {...close} />,
      student,
      "students.edit",
      conflict,
    );
    form.read({ ...student, ...address, rowVersion: 2 });
    type("name", "Asha Rao");
    save();
    await waitFor(() => expect(form.sent()).toEqual([{ id: "asha", rowVersion: 1, name: "Asha Rao" }]));
  });

  it("a colleague: only what was typed is sent", async () => {
    const member: StaffMember = partOf({ _id: "asha", name: "Asha Roa", email: "asha@old.example" });
    const part = (found: StaffMember) => <EditMember member={found} onClose={close.onClose} />;
    const form = open(part, member, "staff.edit", conflict);
    form.read({ ...member, ...address });
    type("name", "Asha Rao");
    save();
    await waitFor(() => expect(form.sent()).toEqual([{ userId: "asha", name: "Asha Rao", password: "" }]));
  });

  it("the day that a move proposes, which midnight does not turn into a choice", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-30T09:00:00Z"), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const days = { fromDay: "2026-04-01", toDay: null };
    const place = { _id: "e", className: "7", section: "A", rollNo: "4", ...days, rowVersion: 1 };
    const student: StudentView = partOf({ ...asha, enrolments: [place] });
    const part = (found: StudentView) => <PlaceStudent student={found} act="move" yearBegins="2027-04-01" {...close} />;
    const form = open(part, student, "enrolments.change", conflict);
    vi.setSystemTime(new Date("2026-12-01T09:00:00Z"));
    form.read({ ...student });
    type("rollNo", "5");
    press(/^Move/);
    await waitFor(() => expect(form.sent()).toEqual([{ id: "e", rollNo: "5", rowVersion: 1 }]));
  });

  it.each([
    ["enrol", "enrolments.enrol"],
    ["come-back", "enrolments.return"],
  ] as const)("the day that %s proposes, which is sent only if changed", async (act, path) => {
    const student: StudentView = partOf({ ...asha, enrolments: [] });
    const part = (yearBegins: string) => (
      <PlaceStudent act={act} student={student} yearBegins={yearBegins} {...close} />
    );
    const form = open(part, "2099-04-01", path, conflict);
    const submit = () => fireEvent.submit(named("day").form as HTMLFormElement);
    type("className", "7");
    expect(textOf("day")).toBe("2099-04-01");
    submit();
    await screen.findByText("It has changed.");
    type("day", "2026-06-15");
    submit();
    const sent = { studentId: "asha", className: "7", section: "", rollNo: "" };
    await waitFor(() => expect(form.sent()).toEqual([sent, { ...sent, fromDay: "2026-06-15" }]));
  });
});
