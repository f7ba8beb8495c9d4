import { expect, it, vi } from "vitest";
import { useStaffChange } from "@/features/staff/components/use-staff-change";
import { RefusedError } from "@/trpc/failure";

const page = vi.hoisted(() => ({ said: [] as string[], readings: 0 }));
vi.mock("@/components/ui/toast", () => {
  const say = (text: string) => void page.said.push(text);
  return { toast: { success: say, error: say } };
});
vi.mock("@/trpc/client", () => {
  const invalidate = async () => void page.readings++;
  return { api: { useUtils: () => ({ staff: { list: { invalidate } } }) } };
});

it.each([
  ["no answer", new TypeError("Failed to fetch"), "No answer came. Please try again."],
  ["a refusal", new RefusedError("This grant has ended already."), "This grant has ended already."],
])("after %s to a change, the staff are read again and the failure is reported", (_, error, sentence) => {
  Object.assign(page, { said: [], readings: 0 });
  useStaffChange()("The grant has ended.").onError(error);
  expect(page).toEqual({ said: [sentence], readings: 1 });
});
