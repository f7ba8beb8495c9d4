import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { LinkGuardian } from "@/features/guardians/components/link-guardian";
import { drawnForm } from "../harness/drawn-form";

const drawn = vi.hoisted(() => ({
  chosen: undefined as { _id: string } | undefined,
  sent: [] as object[],
}));
// Nobody can be chosen without a DOM.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: (first: unknown) => [first ?? drawn.chosen, () => {}],
}));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: () => null }));
vi.mock("@/components/ui/mail-mode", () => ({ useMailMode: () => true }));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/trpc/client", () => {
  const mutateAsync = async (given: object) => void drawn.sent.push(given);
  return { api: { guardians: { add: { useMutation: () => ({ mutateAsync }) } } } };
});

it.each([
  ["a new person", undefined, { name: "Meera Iyer", key: expect.any(String) }],
  ["a known person", { _id: "7" }, { guardianId: "7" }],
])("%s is linked with a key only if a second press would add the person twice", async (_, chosen, expected) => {
  Object.assign(drawn, { chosen, sent: [] });
  const student = { _id: "1", name: "Asha Iyer" };
  renderToStaticMarkup(createElement(LinkGuardian, { student, links: [], onClose() {}, onDone() {} }));
  await drawnForm.send({ name: "Meera Iyer", phone: "", email: "", isAnother: "", relation: "mother" });
  expect(drawn.sent).toEqual([expect.objectContaining({ studentId: "1", ...expected })]);
  expect(Object.keys(drawn.sent[0] ?? {}).includes("key")).toBe(chosen === undefined);
});
