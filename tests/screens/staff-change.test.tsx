import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { StaffMemberDialog } from "@/features/staff/components/staff-member-dialog";
import { copy } from "@/features/staff/messages";
import type { StaffMember, StaffView } from "@/features/staff/schema";
import { api } from "@/trpc/client";
import { partOf } from "../harness/part-of";
import { noAnswer, refusal, show, toasts } from "../harness/screen";

const vera: StaffMember = partOf({
  _id: "1",
  name: "Vera Shah",
  login: "active",
  grants: [{ _id: "2", role: "office", state: "open" }],
});

it.each([
  ["no answer", noAnswer(), "No answer came. Please try again."],
  ["a refusal", refusal("CONFLICT", "This grant has ended already."), "This grant has ended already."],
])("after %s to a change, the staff are read again and the failure is reported", async (_, error, sentence) => {
  function Staff() {
    const initialData: StaffView = partOf({ people: [] });
    api.staff.list.useQuery(undefined, { initialData });
    return <StaffMemberDialog member={vera} isOwn={false} onClose={() => {}} />;
  }
  const { paths } = show(<Staff />, { answers: { "staff.endAccess": error } });
  for (let step = 0; step < 2; step++) fireEvent.click(screen.getByRole("button", { name: copy.endAccess }));
  await waitFor(() => expect(toasts()).toEqual([sentence]));
  expect(paths()).toEqual(["staff.endAccess", "staff.list"]);
});
