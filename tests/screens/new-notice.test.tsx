import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { NoticeEditor } from "@/features/notices/components/notice-editor";
import { begunBy } from "@/features/notices/rules";
import { rememberAccount } from "@/lib/account";
import { show } from "../harness/screen";

const asha = { _id: "asha", name: "Asha Rao" };
const control = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string | RegExp, value: string) => fireEvent.input(control(label), { target: { value } });

function open(student: typeof asha | null = null, answers: Record<string, unknown> = {}) {
  rememberAccount({ role: "admin", name: "Meera Iyer", username: "meera" });
  return show(<NoticeEditor notice={begunBy(null, student)} places={null} />, { answers });
}

it("a new notice that was left comes back as it was, with its preview and the people whom it reaches", async () => {
  const first = open();
  type("Title", "Sports day");
  type(/^Text/, "Bring water.");
  type(/^Classes/, "7 A");
  type(/until/, "2026-12-24");
  fireEvent.click(control("Guardians"));
  first.unmount();
  const { inputs } = open();
  expect([control("Title"), control(/^Text/), control(/^Classes/), control(/until/)].map(({ value }) => value)).toEqual(
    [...["Sports day", "Bring water.", "7 A", "2026-12-24"]],
  );
  expect([control("Students").checked, control("Guardians").checked]).toEqual([true, false]);
  within(screen.getByRole("region", { name: "As a family sees it" })).getByText("Bring water.");
  const audience = [{ kind: "class", className: 7, section: "A" }];
  await waitFor(() =>
    expect(inputs()).toContainEqual(expect.objectContaining({ audience, toGuardians: false, until: "2026-12-24" })),
  );
});

it("a notice about a student does not begin with the text of another notice, and a saved one does not come back", async () => {
  const general = open();
  type("Title", "Sports day");
  general.unmount();
  const { router, unmount } = open(asha, { "notices.add": { _id: "n1" } });
  expect(control("Title").value).toBe("");
  type("Title", "Please call us");
  fireEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() => expect(router.replace).toHaveBeenCalledWith("/admin/notices/n1"));
  unmount();
  open(asha);
  expect(control("Title").value).toBe("");
});
