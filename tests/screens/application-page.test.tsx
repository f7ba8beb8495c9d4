import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { AdministersProvider } from "@/components/ui/administers";
import { ApplicationPage } from "@/features/admissions/components/application-page";
import { correctCopy } from "@/features/admissions/messages-correct";
import { deskCopy } from "@/features/admissions/messages-desk";
import { submissionStates } from "@/features/admissions/schema";
import type { ApplicationView } from "@/features/admissions/schema-desk";
import { later, noAnswer, show, toasts, toastsSoFar } from "../harness/screen";

const at = new Date("2026-11-24T06:30:00Z");
const application: ApplicationView = {
  ...{ _id: "a1", reference: "LY-2026-0001", name: "Asha Rao", selectedClass: 7, parentName: "Mira Rao" },
  ...{ email: "family@example.org", phone: "+919823012345", previousSchool: null, createdAt: at, isNew: false },
  ...{ state: "received", givenClass: null, answerDue: null, answeredAt: at, stateAt: at, visitAt: null },
  ...{ assignedTo: null, hasWritten: false, mergedInto: null, intake: null, rowVersion: 3, hasMerged: false },
  ...{ student: null, isUndelivered: false, at, steps: [] },
};

type More = {
  mergedInto?: { _id: string; reference: string } | null;
  administers?: boolean;
  answers?: Record<string, unknown>;
};

function showPage(given: Partial<ApplicationView>, { mergedInto = null, administers = true, answers = {} }: More = {}) {
  return show(
    <AdministersProvider value={administers}>
      <ApplicationPage
        found={{ ...application, ...given }}
        similar={{ similar: [], merged: [], mergedInto, siblings: [] }}
        letter={null}
        query=""
      />
    </AdministersProvider>,
    { answers },
  );
}

const messageField = () => screen.queryByRole("textbox", { name: /^Message/ });

it("an administrator gets a link to the family's data, and the link contains no email address", async () => {
  const { user, unmount } = showPage({ state: "declined" });
  await user.click(screen.getByRole("button", { name: "More for Asha Rao" }));
  const link = screen.getByRole("link", { name: "Export or erase the data of Asha Rao" });
  expect(link.getAttribute("href")).toBe("/admin/privacy-requests?application=a1");
  unmount();
  showPage({ state: "declined" }, { administers: false });
  expect(screen.queryByRole("button", { name: "More for Asha Rao" })).toBeNull();
});

it.each(submissionStates)("the page offers the next steps, or says that the child is enrolled: %s", (state) => {
  showPage({ state });
  const isEnrolled = state === "enrolled";
  expect([screen.queryByLabelText("Step") !== null, screen.queryByText(deskCopy.enrolledHint) !== null]).toEqual([
    !isEnrolled,
    isEnrolled,
  ]);
  expect(messageField()).not.toBeNull();
});

it("for an enrolled child, the given class is shown beside the state, even if the form asked for another one", () => {
  const { unmount } = showPage({ state: "enrolled" });
  expect(screen.queryByText(/in Class 8/)).toBeNull();
  unmount();
  showPage({ state: "enrolled", givenClass: 8 });
  expect(screen.getByText(/LY-2026-0001/).textContent).toMatch(/Class 7\s*Enrolled\s*in Class 8/);
});

it("an application can be edited, and its page says if the last email was not delivered", () => {
  const { unmount } = showPage({});
  expect(screen.getByRole("button", { name: "Edit" })).toBeTruthy();
  expect(screen.queryByText(correctCopy.undelivered)).toBeNull();
  unmount();
  showPage({ isUndelivered: true });
  expect(screen.getByText(correctCopy.undelivered)).toBeTruthy();
});

it("a merged application promises no message to the family, because none can be written there", () => {
  showPage({ state: "enrolled" }, { mergedInto: { _id: "a2", reference: "LY-2026-0002" } });
  expect([screen.queryByText(deskCopy.enrolledHint), messageField()]).toEqual([null, null]);
});

const assigning = "services.assign";
const colleagues = [{ _id: "dev", name: "Dev Nair" }];

const chooseDev = async (user: UserEvent) => user.selectOptions(await screen.findByLabelText("Assign to"), "Dev Nair");

const assign = () => fireEvent.click(screen.getByRole("button", { name: "Assign" }));

it("an application is assigned by the button, not by choosing a colleague in the list", async () => {
  const { user, inputs } = showPage(
    {},
    { answers: { "services.colleagues": colleagues, [assigning]: { refused: [] } } },
  );
  await chooseDev(user);
  expect(inputs(assigning)).toEqual([]);
  assign();
  await waitFor(() => expect(inputs(assigning)).toEqual([{ ids: ["a1"], to: "dev", from: null }]));
});

it.each([
  ["a page that is there", deskCopy.failedSave],
  ["a page that was left", "No answer came to the form you left. Please check whether it was done."],
])("an assignment that fails on %s is reported once", async (page, said) => {
  const { promise, reject } = later();
  const { user, inputs, update } = showPage(
    {},
    { answers: { "services.colleagues": colleagues, [assigning]: () => promise } },
  );
  await chooseDev(user);
  assign();
  await waitFor(() => expect(inputs(assigning)).toHaveLength(1));
  if (page.endsWith("left")) update(null);
  reject(noAnswer());
  await waitFor(() => expect(toasts()).toEqual([said]));
  expect(await toastsSoFar()).toEqual([said]);
});
