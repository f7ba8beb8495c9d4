import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { InviteDialog } from "@/features/codes/components/invite-dialog";
import type { InvitedManyView } from "@/features/codes/schema";
import { later, noAnswer, show } from "../harness/screen";

const counted: InvitedManyView = {
  ...{ done: 2, guardians: 0, guardiansLeft: 0, invitedLately: 0, letters: [], withoutStudent: 0, refused: [] },
  ...{ byMail: true, address: "school.example/join", ownFacts: true },
};

function open(answers: Record<string, unknown>) {
  const onClose = vi.fn();
  return { ...show(<InviteDialog students={["1", "2"]} onClose={onClose} />, { answers }), onClose };
}

const dialog = () => within(screen.getByRole("dialog"));
const button = (name: string) => dialog().getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));

/** The dialog after it has counted. */
async function planned(more: Partial<InvitedManyView>, inviteMany?: unknown) {
  const plan = { ...counted, ...more };
  const opened = open({
    "codes.previewInvite": plan,
    ...(inviteMany !== undefined && { "codes.inviteMany": inviteMany }),
  });
  await dialog().findAllByText(/need a code|gets? a code|in the last 24 hours/);
  return { ...opened, text: screen.getByRole("dialog").textContent };
}

it("the dialog to invite can be closed while it counts, and after counting has failed", async () => {
  const { promise, reject } = later();
  const { onClose, paths } = open({ "codes.previewInvite": () => promise });
  expect(button("Invite").disabled).toBe(true);
  expect(dialog().queryByRole("button", { name: "Try Again" })).toBeNull();
  press("Close");
  expect(onClose).toHaveBeenCalledTimes(1);
  reject(noAnswer());
  await dialog().findByText("Try Again");
  expect(button("Invite").disabled).toBe(true);
  press("Close");
  expect(onClose).toHaveBeenCalledTimes(2);
  press("Try Again");
  await waitFor(() => expect(paths()).toEqual(["codes.previewInvite", "codes.previewInvite"]));
});

it("the dialog to invite can be closed once it has counted, and stays while it sends", async () => {
  const { promise, resolve } = later();
  const { user, onClose } = await planned({}, () => promise);
  expect(dialog().queryByRole("button", { name: "Try Again" })).toBeNull();
  press("Close");
  expect(onClose).toHaveBeenCalledOnce();
  press("Send 2");
  await dialog().findByText("Sending...");
  press("Close");
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
  resolve(counted);
  await dialog().findByText("Done 2, refused 0.");
  press("Close");
  expect(onClose).toHaveBeenCalledTimes(2);
});

it("the dialog to invite says how many letters leave out the student’s code and who gets none, with links to those who still exist", async () => {
  const refused = ["Nila", ""].map((name, index) => ({ studentId: `${index}`, name, why: "gone" as const }));
  const { text } = await planned({ letters: ["1", "2"], withoutStudent: 2, refused });
  expect(text).toContain("2 letters leave out the student’s code:");
  expect(
    dialog()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(["Nila: gone", "gone"]);
  const links = dialog().getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([["Nila", "/admin/students/0"]]);
});

it.each([
  [{}, ["2 students need a code: 2 get it by email.", "The codes open a login at school.example/join.", "Send 2"]],
  [{ guardians: 3 }, ["3 of their guardians get a code by email.", "Send 5"]],
  [{ done: 0, guardians: 1 }, ["None of these students gets a code.", "1 of their guardians gets a code", "Send 1"]],
  [
    { done: 0, refused: [{ studentId: "1", name: "Asha Rao", why: "misread" }] },
    ["None of these students gets a code."],
  ],
  [{ done: 0, guardiansLeft: 2 }, ["2 of their guardians get no code here. Print letters with “Letters”."]],
  [{ done: 0, invitedLately: 2 }, ["2 of these students and guardians were invited by email in the last 24 hours"]],
  [{ ownFacts: false }, ["name and telephone number are not published yet"]],
])("the dialog to invite says what happens for students and guardians: %j", async (more, words) => {
  const { text } = await planned(more);
  expect(words.filter((said) => !text?.includes(said))).toEqual([]);
});

it("emails that go only to guardians are counted as sent", async () => {
  const only = { done: 0, guardians: 2 };
  await planned(only, { ...counted, ...only });
  press("Send 2");
  await dialog().findByText("Done 2 (2 guardians), refused 0.");
});
