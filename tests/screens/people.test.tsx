import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { OnePerson } from "@/features/people/components/one-person";
import { PersonHeld } from "@/features/people/components/person-held";
import { Found } from "@/features/people/components/person-search";
import { copy } from "@/features/people/messages";
import type { PersonHeldView } from "@/features/people/schema";
import { refusal, show, toasts } from "../harness/screen";

const noFacts = { phone: null, admissionNo: null, className: null, section: null, children: [] };

it("two applications of one child are told apart by class and number", () => {
  const rows = ["S08J-H2WB", "K7Q2-9XMD"].map((number) => ({
    _id: number,
    label: "Applications",
    name: "Dev Rao",
    about: `Class 7, ${number}`,
    createdAt: new Date(0),
  }));
  show(<PersonHeld held={{ email: "rao@example.org", account: null, rows, counts: [] }} />);
  for (const { about } of rows) screen.getByLabelText(`Applications: Dev Rao, ${about}, 1 Jan 1970`);
});

it.each([
  [19, false],
  [20, true],
])("a list of %i people says whether there may be more: %s", (count, isSaid) => {
  const people = Array.from({ length: count }, (_, at) => {
    return { ...noFacts, _id: String(at), name: "Sunita Sharma", login: null, phone: `+91982301234${at}` };
  });
  show(<Found people={people} />);
  expect(screen.queryByText(/These are the first 20/) !== null).toBe(isSaid);
  screen.getByText("+919823012340");
});

it.each([
  ["CONFLICT", ["The login of Asha Rao is open again."], 1],
  ["NOT_FOUND", [], 0],
  ["BAD_REQUEST", [], 0],
] as const)("opening a login again says after the refusal %s: %j", async (code, said, refreshed) => {
  const known = { _id: "1", name: "Asha Rao", email: null, createdAt: new Date(0), closedAt: new Date(0) };
  const person: PersonHeldView = { ...known, ...noFacts, guardians: [], counts: [] };
  const { user, router, inputs } = show(<OnePerson person={person} />, {
    answers: { "people.openLogin": refusal(code, "Refused.") },
  });
  await user.click(screen.getByRole("button", { name: copy.openLogin }));
  const dialog = await screen.findByRole("alertdialog");
  await user.type(within(dialog).getByLabelText("Your Password"), "secret{Enter}");
  if (said.length === 0) await within(dialog).findByText("Refused.");
  else await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  await waitFor(() => expect(toasts()).toEqual(said));
  expect([inputs(), router.refresh.mock.calls.length]).toEqual([[{ id: "1", password: "secret" }], refreshed]);
});
