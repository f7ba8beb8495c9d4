import { type Context, createElement, isValidElement, type ReactElement, type ReactNode } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Button } from "@/components/ui/button";
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
import { draw, elementsOf, forgetStates } from "../harness/states";

type Given = Record<string, string>;
type Typing = (event: { currentTarget: { value: string } }) => void;
type Props = { name?: string; defaultValue?: unknown; onInput?: Typing; children?: ReactNode };
type Control = { at: string; name: string; first: string; inputs: Typing[] };

const page = vi.hoisted(() => ({
  send: undefined as ((given: Record<string, string>) => Promise<unknown>) | undefined,
  sent: [] as Record<string, unknown>[],
  /** The error with which the server refuses. */
  refusal: undefined as Error | undefined,
  onError: (_: object) => {},
  /** What the server answers. */
  answer: {},
  /** Whether another read of the page was requested while it was being read. */
  isAskedAgain: false,
}));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: (await import("../harness/states")).useState,
  ...{ useEffect() {}, useId: () => "id" },
  useContext: (context: Context<unknown> & { _currentValue: unknown }) => context._currentValue,
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/components/ui/page-refresh", () => ({
  usePageRefresh: () => () => Object.assign(page, { isAskedAgain: true }),
  useDrawing: () => ({ current: page }),
}));
vi.mock("@/components/site/facts", () => ({ useFacts: () => ({ toBring: [] }) }));
vi.mock("@/components/site/use-refresh", () => ({ useRefresh: () => () => {} }));
vi.mock("@/components/ui/toast", () => ({ toast: { success() {} } }));
vi.mock("@/features/students/components/use-act-options", () => ({ useActOptions: () => ({}) }));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: ({ children }: Props) => children }));
vi.mock("@/components/form/use-draft", () => ({ useDraft: () => () => {} }));
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm({ fields, send }: { fields: string[]; send: (given: Given) => Promise<unknown> }) {
    page.send = (given) => send(Object.fromEntries(fields.map((name) => [name, given[name] ?? ""])));
    return { form: { ref: { current: null } }, faults: {}, busy: false };
  },
}));
vi.mock("@/trpc/client", () => {
  const mutateAsync = async (input: Record<string, unknown>) => {
    page.sent.push(input);
    if (page.refusal) throw page.refusal;
    return page.answer;
  };
  const useMutation = ({ onError }: { onError?: (error: object) => void } = {}) => {
    if (onError) page.onError = onError;
    return { mutateAsync };
  };
  const act = { useMutation };
  const rooms = {
    services: { enrol: act, correct: act, move: act, write: act, checkVisit: { useQuery: () => ({}) } },
    intakes: { save: act },
    staff: { edit: act },
  };
  const enrolments = { enrol: act, return: act, move: act, change: act };
  return {
    api: {
      useUtils: () => ({ services: { get: { invalidate() {} } } }),
      ...rooms,
      students: { edit: act },
      enrolments,
    },
  };
});

/** The drawn controls. A control with another key on the path to it counts as another control. */
function controlsOf(node: ReactNode, path = "", typing: Typing[] = []): Control[] {
  if (Array.isArray(node)) return node.flatMap((one) => controlsOf(one, path, typing));
  if (!isValidElement<Props>(node)) return [];
  const { type, props, key } = node;
  const at = key === null ? path : `${path} ${key}`;
  if (typeof type === "function") return controlsOf((type as (props: Props) => ReactNode)(props), at, typing);
  const { name, defaultValue, onInput, children } = props;
  const inputs = onInput ? [onInput, ...typing] : typing;
  const own = name ? [{ name, inputs, at: `${at} ${name}`, first: String(defaultValue ?? "") }] : [];
  return [...own, ...controlsOf(children, at, inputs)];
}

/** A form in a browser, where a control keeps the text that it was first drawn with, or that was typed into it. */
function openForm<Shown>(part: (shown: Shown) => ReactElement, first: Shown) {
  const texts = new Map<string, string>();
  let shown = first;
  function controls() {
    const drawn = draw(() => controlsOf(part(shown)));
    for (const { at, first: text } of drawn) if (!texts.has(at)) texts.set(at, text);
    return drawn;
  }
  const given = (): Given => Object.fromEntries(controls().map(({ name, at }) => [name, texts.get(at) ?? ""]));
  given();
  return {
    given,
    /** Shows newer data, and returns the names of the controls that are drawn again with it. */
    read(now: Shown) {
      const before = new Set(controls().map(({ at }) => at));
      shown = now;
      return controls().flatMap(({ at, name }) => (before.has(at) ? [] : [name]));
    },
    type(name: string, text: string) {
      const control = controls().find((one) => one.name === name);
      texts.set(control?.at ?? "", text);
      for (const input of control?.inputs ?? []) input({ currentTarget: { value: text } });
    },
    async press() {
      page.sent.length = 0;
      const typed = given();
      await page.send?.(typed);
      return page.sent[0];
    },
  };
}

beforeEach(() => {
  forgetStates();
  Object.assign(page, { refusal: undefined, isAskedAgain: false });
});

const conflict = Object.assign(new Error("No."), { data: { code: "CONFLICT" } });

describe("the form that enrols a child", () => {
  type Preview = Parameters<typeof EnrolForm>[0]["preview"];
  type Known = Preview["parents"][number]["known"];
  const year = { _id: "y", label: "2026-27", firstDay: "2026-04-01" };
  const mother = { _id: "p", name: "Mira Rao", phone: null as string | null, email: "mira@gmial.com" };
  const mira = { _id: "mira", name: "Mira Rao", phone: null, email: null, children: [], isStaff: false };
  const dev = { _id: "dev", name: "Dev Rao", admissionNo: null, bornOn: null, className: null, section: null };
  const shown = (
    change: { name?: string; email?: string; known?: Known; namesakes?: Preview["namesakes"] } = {},
    rowVersion = 1,
  ): Parameters<typeof EnrolForm>[0] => {
    const { name = "Dev Roa", email = mother.email, known = [], namesakes = [] } = change;
    const application = { _id: "a", rowVersion, name, selectedClass: 7, parentName: "Mira Rao", at: new Date() };
    const parents = [{ ...mother, email, known }];
    const first = { years: [year], year: "y", admissionNo: "7" };
    return partOf({ application, preview: { namesakes, parents, consentAt: new Date(), mails: true, ...first } });
  };
  const open = (first = shown()) =>
    openForm((found: Parameters<typeof EnrolForm>[0]) => createElement(EnrolForm, found), first);

  it("follows corrections of the application until something else is typed", async () => {
    const form = open();
    form.read(shown({ name: "Dev Rao", email: "mira@gmail.com" }, 2));
    const { name, "guardians.0.email": email } = form.given();
    expect([name, email]).toEqual(["Dev Rao", "mira@gmail.com"]);
    expect(await form.press()).toMatchObject({ rowVersion: 2 });
  });

  it("keeps what is typed", () => {
    const form = open();
    form.type("name", "Dev R. Rao");
    form.type("guardians.0.email", "rao@example.org");
    form.type("guardians.0.relation", "mother");
    form.read(shown({ name: "Dev Rao", email: "mira@gmail.com" }, 2));
    expect(form.given()).toMatchObject({
      name: "Dev R. Rao",
      "guardians.0.email": "rao@example.org",
      "guardians.0.relation": "mother",
    });
  });

  it("is sent with the version that the first input was typed over, until that version is refused", async () => {
    const form = open();
    form.type("guardians.0.email", "rao@example.org");
    form.read(shown({ email: "mira@gmail.com" }, 2));
    form.type("section", "A");
    page.refusal = new Error("Failed to fetch");
    await expect(form.press()).rejects.toThrow();
    page.refusal = conflict;
    await expect(form.press()).rejects.toThrow();
    expect(page.sent).toMatchObject([{ rowVersion: 1 }]);
    page.refusal = undefined;
    expect(await form.press()).toMatchObject({ rowVersion: 2 });
  });

  it("names a new child as its field does, after a student on the roster was chosen in between", () => {
    const form = open(shown({ namesakes: [dev] }));
    form.type("who", "new");
    form.type("name", "Dev R. Rao");
    expect(form.given().message).toContain("Dev R. Rao");
    form.type("who", "dev");
    form.type("who", "new");
    expect(form.given().message).toContain("Dev Roa");
  });

  it("asks again who a person is once the roster offers other people", () => {
    const form = open();
    expect(form.read(shown({ known: [mira] }))).toContain("guardians.0.meant");
    form.read(shown({ known: [mira], namesakes: [dev] }));
    form.type("who", "new");
    const other = { ...dev, _id: "dev2" };
    expect(form.read(shown({ known: [mira], namesakes: [dev, other] }))).toContain("who");
    expect(form.given()).toMatchObject({ who: "" });
  });
});

describe("a step of an application", () => {
  const shown = (name: string, rowVersion = 1): Parameters<typeof MoveForm>[0] => {
    const family = { parentName: "Mira Rao", hasMerged: false, selectedClass: 7, visitAt: null };
    return partOf({ application: { _id: "a", rowVersion, name, state: "in_review", ...family }, onDone() {} });
  };
  const open = () => {
    const form = openForm((found: Parameters<typeof MoveForm>[0]) => createElement(MoveForm, found), shown("Dev Roa"));
    form.type("to", "accepted");
    return form;
  };

  it("is sent with the version that it was chosen for, until that version is refused", async () => {
    const form = open();
    form.read(shown("Dev Rao", 2));
    expect(await form.press()).toMatchObject({ to: "accepted", rowVersion: 1 });
    page.onError(new Error("Failed to fetch"));
    expect(await form.press()).toMatchObject({ rowVersion: 1 });
    page.onError(conflict);
    expect(await form.press()).toMatchObject({ rowVersion: 2 });
    form.read(shown("Dev Rao", 3));
    form.type("to", "declined");
    expect(await form.press()).toMatchObject({ to: "declined", rowVersion: 3 });
  });

  it("suggests a text that names the child as corrected", () => {
    const form = open();
    expect(form.given().message).toContain("Dev Roa");
    form.read(shown("Dev Rao", 2));
    expect(form.given().message).toContain("Dev Rao");
  });

  it("leaves the text as it is once somebody has edited it", () => {
    const form = open();
    form.type("message", "Welcome!");
    form.read(shown("Dev Rao", 2));
    form.type("to", "declined");
    expect(form.given().message).toBe("Welcome!");
  });
});

describe("the intake of a year", () => {
  const days = { opensOn: "2026-12-01", closesOn: "2027-01-31" };
  const seats = (className: number, count: number) => ({ className, seats: count, taken: 28, ...days });
  const shown = (seventh: number, eighth = 30): Parameters<typeof IntakeForm>[0] =>
    partOf({ year: "y", intakes: [seats(7, seventh), seats(8, eighth)], today: "2026-11-30" });
  const open = (first = shown(40)) =>
    openForm((found: Parameters<typeof IntakeForm>[0]) => createElement(IntakeForm, found), first);

  it("shows what a colleague has saved, and does not undo it when another class is saved", async () => {
    const form = open();
    expect(form.read(shown(30))).toContain("seats.7");
    page.answer = shown(30, 35);
    form.type("seats.8", "35");
    expect(await form.press()).toEqual({
      year: "y",
      intakes: [{ ...days, className: 8, seats: 35, was: { ...days, seats: 30 } }],
    });
  });

  it("keeps what is typed, and is sent with the value that it was typed over", async () => {
    const form = open();
    form.type("seats.7", "45");
    expect(form.read(shown(30))).toEqual([]);
    page.answer = shown(45);
    const { intakes } = { intakes: [], ...(await form.press()) };
    expect(intakes).toEqual([{ ...days, className: 7, seats: 45, was: { ...days, seats: 40 } }]);
  });

  it("keeps what is typed during a save, whatever the answer, and after a save that fails", async () => {
    const form = open();
    form.type("seats.7", "45");
    page.answer = shown(45, 20);
    const saving = form.press();
    form.type("seats.8", "35");
    await saving;
    expect(form.given()).toMatchObject({ "seats.7": "45", "seats.8": "35" });
    page.onError(new Error("Failed to fetch"));
    expect(form.read(shown(45, 20))).toEqual([]);
  });

  it("ignores data that was read before its last save", async () => {
    const form = open();
    form.type("seats.7", "45");
    page.answer = shown(45);
    await form.press();
    page.isAskedAgain = true;
    expect(form.read(shown(40))).toEqual([]);
    page.isAskedAgain = false;
    expect(form.given()).toMatchObject({ "seats.7": "45" });
    expect(form.read(shown(45, 35))).toContain("seats.8");
  });

  it("does not count a class as typed into if there were no days to enter", () => {
    const first = shown(40);
    const form = open(first);
    const [enterInAll] = elementsOf(
      Button,
      draw(() => IntakeForm(first)),
    );
    enterInAll?.props.onClick?.(partOf({}));
    expect(form.read(shown(30))).toContain("seats.7");
  });

  it("shows the stored values after a refused save, and not what was read before it", () => {
    const form = open();
    form.type("seats.7", "45");
    form.read(shown(35));
    page.onError(conflict);
    expect(form.read(shown(35))).toEqual([]);
    page.isAskedAgain = false;
    expect(form.read(shown(30))).toContain("seats.7");
    expect(form.given()).toMatchObject({ "seats.7": "30" });
  });

  it("forgets what was typed into the rows that it has saved", async () => {
    const form = open();
    form.type("seats.7", "45");
    page.answer = shown(45);
    await form.press();
    expect(form.read(shown(45))).toEqual([]);
    expect(form.read(shown(50))).toContain("seats.7");
  });
});

describe("a dialog keeps what it was opened to edit:", () => {
  const asha = { _id: "asha", name: "Asha Roa", email: "asha@old.example", admissionNo: "7", bornOn: null };
  const address = { email: "asha@new.example" };
  const close = { onClose() {}, onDone() {} };
  const pressedAfter = async <Shown>(part: (shown: Shown) => ReactElement, first: Shown, read: Shown) => {
    const form = openForm(part, first);
    form.read(read);
    form.type("name", "Asha Rao");
    return form.press();
  };

  it("an application, with its version", async () => {
    const typed = { name: "Asha Roa", parentName: "Mira", email: "m@a.example", phone: "" };
    const application: ApplicationView = partOf({ _id: "asha", rowVersion: 1, ...typed });
    const part = (found: ApplicationView) => createElement(CorrectForm, { application: found, ...close });
    const sent = await pressedAfter(part, application, { ...application, ...address, rowVersion: 2 });
    expect(sent).toMatchObject({ rowVersion: 1, name: "Asha Rao", email: "m@a.example" });
  });

  it("a student, with its version", async () => {
    const student: StudentView = partOf({ ...asha, rowVersion: 1 });
    const part = (found: StudentView) => createElement(EditStudent, { student: found, ...close });
    const sent = await pressedAfter(part, student, { ...student, ...address, rowVersion: 2 });
    expect(sent).toEqual({ id: "asha", rowVersion: 1, name: "Asha Rao" });
  });

  it("a colleague: only what was typed is sent", async () => {
    const member: StaffMember = partOf({ _id: "asha", name: "Asha Roa", email: "asha@old.example" });
    const part = (found: StaffMember) => createElement(EditMember, { member: found, ...close });
    const sent = await pressedAfter(part, member, { ...member, ...address });
    expect(sent).toEqual({ userId: "asha", name: "Asha Rao", password: "" });
  });

  it("the day that a move proposes, which midnight does not turn into a choice", async () => {
    vi.useFakeTimers({ now: new Date("2026-11-30T09:00:00Z"), toFake: ["Date"] });
    const days = { fromDay: "2026-04-01", toDay: null };
    const place = { _id: "e", className: "7", section: "A", rollNo: "4", ...days, rowVersion: 1 };
    const props = { act: "move" as const, yearBegins: "2027-04-01", ...close };
    const part = (found: StudentView) => createElement(PlaceStudent, { student: found, ...props });
    const student: StudentView = partOf({ ...asha, enrolments: [place] });
    const form = openForm(part, student);
    vi.setSystemTime(new Date("2026-12-01T09:00:00Z"));
    form.read({ ...student });
    form.type("rollNo", "5");
    expect(await form.press()).toEqual({ id: "e", rollNo: "5", rowVersion: 1 });
    vi.useRealTimers();
  });

  it.each(["enrol", "come-back"] as const)("the day that %s proposes, which is sent only if changed", async (act) => {
    const student: StudentView = partOf({ ...asha, enrolments: [] });
    const props = { act, student, yearBegins: "2099-04-01", ...close };
    const form = openForm(() => createElement(PlaceStudent, props), {});
    form.type("className", "7");
    const sent = { studentId: "asha", className: "7", section: "", rollNo: "" };
    expect([form.given().day, await form.press()]).toEqual(["2099-04-01", sent]);
    form.type("day", "2026-06-15");
    expect(await form.press()).toMatchObject({ studentId: "asha", fromDay: "2026-06-15" });
  });
});
