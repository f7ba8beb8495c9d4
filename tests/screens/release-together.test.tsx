import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ReleaseTogether } from "@/features/exams/components/release-together";
import { togetherScreens } from "@/features/exams/messages-together";
import { examples } from "@/features/exams/schema-examples";
import type { TogetherView } from "@/features/exams/schema-together";
import { later, refusal, show } from "../harness/screen";

const exams = examples.page.items;
const [id = ""] = exams.map(({ _id }) => _id);
const counted: TogetherView = {
  ...{ exams: [{ id, digest: "a" }], settled: [], toCome: [], secondResults: [] },
  ...{ results: 3, mailed: 2, guardiansMailed: 0, leaves: null },
};

function open(previewTogether: unknown, isCut = true) {
  const onClose = vi.fn();
  const part = <ReleaseTogether name="Unit Test 3" exams={exams} isCut={isCut} onClose={onClose} />;
  return { ...show(part, { answers: { "exams.previewTogether": previewTogether } }), onClose };
}

const dialog = () => within(screen.getByRole("dialog"));
const button = (name: string) => dialog().getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const offered = "Release 1 exam with 3 results";

it("the dialog to release can be closed while it counts, and after counting has failed", async () => {
  const { promise, reject } = later();
  const { onClose, paths } = open(() => promise);
  expect(button("Counting...").disabled).toBe(true);
  expect(dialog().queryByRole("button", { name: "Try Again" })).toBeNull();
  press("Close");
  expect(onClose).toHaveBeenCalledTimes(1);
  reject(refusal("FORBIDDEN", "You may not release exams."));
  await dialog().findByText("Try Again");
  expect(button("Release together").disabled).toBe(true);
  press("Close");
  expect(onClose).toHaveBeenCalledTimes(2);
  press("Try Again");
  expect(paths()).toEqual(["exams.previewTogether", "exams.previewTogether"]);
});

it("the dialog to release can be closed once it has counted", async () => {
  const { onClose } = open(counted);
  await dialog().findByText(offered);
  expect(button(offered).disabled).toBe(false);
  expect(dialog().queryByRole("button", { name: "Try Again" })).toBeNull();
  press("Close");
  expect(onClose).toHaveBeenCalledOnce();
});

it("nothing can be released while the dialog counts again", async () => {
  const { promise, resolve } = later();
  const previews = [counted, promise];
  const { onClose, queryClient } = open(() => previews.shift());
  await dialog().findByText(offered);
  void queryClient.invalidateQueries();
  await dialog().findByText("Counting...");
  expect(button("Counting...").disabled).toBe(true);
  press("Close");
  expect(onClose).toHaveBeenCalledOnce();
  resolve(counted);
  await dialog().findByText(offered);
});

it.each([
  [true, 1],
  [false, 0],
])(
  "the dialog says if exams of the same name may be on another page, which are not released with these: %s",
  (isCut, count) => {
    open(counted, isCut);
    expect(dialog().queryAllByText(togetherScreens.isCut)).toHaveLength(count);
  },
);

it("if no exam is left to release, the dialog does not claim that all are released", async () => {
  const settled = (["released", "scheduled", "nothing"] as const).map((why) => ({ id, why }));
  open({ ...counted, exams: [], settled });
  await dialog().findByText(/already released or scheduled, or has no marks to release/);
});

it.each([
  [{ students: 1, names: ["Asha"] }, "1 student will have two results of this exam: Asha"],
  [{ students: 7, names: ["Asha", "Dev"] }, "7 students will have two results of this exam: Asha, Dev and 5 more"],
  // From a server of the previous version.
  [{ students: 7 }, "7 students will have two results of this exam:  and 7 more"],
])(
  "the row of an exam that is released with others names who will have two results of it: %j",
  async (second, said) => {
    open({ ...counted, toCome: [{ id, day: "2026-12-05" }], secondResults: [{ id, ...second }] });
    await dialog().findByText("Can be released from 5 Dec 2026 on");
    expect(dialog().getByText(/will have two results/).textContent).toBe(said);
  },
);
