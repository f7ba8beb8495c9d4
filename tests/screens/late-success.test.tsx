import { fireEvent, screen, waitFor } from "@testing-library/react";
import { getQueryKey } from "@trpc/react-query";
import { expect, it, vi } from "vitest";
import { dateHere } from "@/content/institute";
import { EditExam } from "@/features/exams/components/edit-exam";
import type { ExamView } from "@/features/exams/schema";
import { NoticeEditor } from "@/features/notices/components/notice-editor";
import { NewSet } from "@/features/report-cards/components/new-set";
import { EndMany } from "@/features/students/components/end-many";
import { PlaceMany } from "@/features/students/components/place-many";
import { addDays } from "@/lib/dates";
import { api } from "@/trpc/client";
import { partOf } from "../harness/part-of";
import { later, show, toasts, toastsSoFar } from "../harness/screen";

const onClose = () => {};
const begun = { title: "", text: "", audience: [], toStudents: true, toGuardians: true, pinned: false };
const exam: ExamView = partOf({ _id: "1", sections: [] });
const forms = {
  exam: {
    form: <EditExam exam={exam} onClose={onClose} />,
    path: "exams.edit",
    list: api.exams.list,
    verb: "Save",
    words: "The exam is changed.",
  },
  set: {
    form: <NewSet year={undefined} onClose={onClose} />,
    path: "reportCards.add",
    list: api.reportCards.list,
    verb: "Make report cards",
    words: "The report cards are added.",
  },
  notice: {
    form: <NoticeEditor notice={{ ...begun, until: null, mustConfirm: false }} places={null} />,
    path: "notices.add",
    list: api.notices.list,
    verb: "Save draft",
    words: "The notice is saved as a draft.",
  },
};

/** Sends a form, and answers once it `isLeft` or not. */
function succeeded(name: keyof typeof forms, isLeft: boolean) {
  const { form, path, list, verb } = forms[name];
  const { promise, resolve } = later();
  const key = getQueryKey(list);
  const page = show(form, { answers: { [path]: () => promise }, known: [[key, {}]] });
  const reload = vi.fn();
  vi.stubGlobal("location", { pathname: "/", search: "", reload });
  fireEvent.click(screen.getByRole("button", { name: verb }));
  if (isLeft) page.update(null);
  resolve({ _id: "7" });
  return { ...page, reload, isListToBeRead: () => page.queryClient.getQueryState(key)?.isInvalidated };
}

it.each(["exam", "set", "notice"] as const)(
  "the success of the %s form is reported if the form was left",
  async (name) => {
    const { reload, router, isListToBeRead } = succeeded(name, true);
    await waitFor(() => expect(toasts()).toEqual([forms[name].words]));
    expect(isListToBeRead()).toBe(true);
    expect(router.refresh).toHaveBeenCalledTimes(name === "exam" ? 1 : 0);
    for (const leave of [reload, router.push, router.replace]) expect(leave).not.toHaveBeenCalled();
  },
);

it("the success of the exam form is shown if the form was not left", async () => {
  const { reload } = succeeded("exam", false);
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(await toastsSoFar()).toEqual([]);
});

it.each([
  ["set", "push", "/admin/report-cards/7"],
  ["notice", "replace", "/admin/notices/7"],
] as const)("the success of the %s form is shown if the form was not left", async (name, how, href) => {
  const { router, isListToBeRead } = succeeded(name, false);
  await waitFor(() => expect(router[how]).toHaveBeenCalledWith(href));
  expect([isListToBeRead(), await toastsSoFar()]).toEqual([true, []]);
});

it.each([
  ["place", 0, "Done: 2 students are in the class."],
  ["place", 1, /^Done: 2 students come into the class on \d/],
  ["end", -1, "Done: 2 students have left."],
  ["end", 0, /^Done: the last day of 2 students is \d/],
] as const)("to %s many students %i days from today says what is true today", async (act, days, words) => {
  const onDone = vi.fn();
  const [Form, label, verb] =
    act === "place"
      ? ([PlaceMany, "From", "Move to a class"] as const)
      : ([EndMany, "Last day", "End enrolment"] as const);
  const day = addDays(dateHere(new Date()), days);
  const done = { done: 2, refused: [] };
  show(<Form students={[]} year={undefined} day="" onClose={onClose} onDone={onDone} />, {
    answers: { "enrolments.placeMany": done, "enrolments.endMany": done },
  });
  fireEvent.input(screen.getByLabelText(label), { target: { value: day } });
  fireEvent.click(screen.getByRole("button", { name: verb }));
  await waitFor(() => expect(onDone.mock.calls).toEqual([[done, expect.stringMatching(words)]]));
});
