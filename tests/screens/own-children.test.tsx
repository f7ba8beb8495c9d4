import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { LinkChild } from "@/features/codes/components/link-child";
import type { CodeOwnerView } from "@/features/codes/schema";
import { OwnChildren } from "@/features/guardians/components/own-children";
import type { OwnLinkView } from "@/features/guardians/schema-consents";
import { partOf } from "../harness/part-of";
import { noAnswer, refusal, show, toastsSoFar } from "../harness/screen";

beforeEach(() => void vi.stubGlobal("fetch", async () => Response.json({ account: { _id: "1" } })));

const at = new Date("2026-11-02T06:00:00Z");
const link = { relation: "mother", since: at, withdrawnAt: null, needsConsent: true };
const children: OwnLinkView[] = [
  partOf({ ...link, _id: "1", name: "Asha", consentAt: at }),
  partOf({ ...link, _id: "2", name: "Nila", consentAt: null }),
];

describe.each([
  ["guardians.leave", "End link, Asha", "End link"],
  ["guardians.withdrawOwn", "Withdraw consent, Asha", "Withdraw consent"],
  ["guardians.giveOwn", "Give consent, Nila", "I agree"],
])("after %s is answered with", (path, ask, confirm) => {
  it.each([
    ["nothing", noAnswer(), []],
    ["NOT_FOUND", refusal("NOT_FOUND", "Not now."), ["Not now."]],
    ["CONFLICT", refusal("CONFLICT", "Not now."), ["Not now."]],
  ])("%s, the children are read again, because the change may have been made", async (_, error, said) => {
    const { inputs, router } = show(<OwnChildren />, { answers: { "guardians.mine": children, [path]: error } });
    fireEvent.click(await screen.findByRole("button", { name: ask }));
    const dialog = await screen.findByRole("alertdialog");
    fireEvent.click(within(dialog).getByRole("button", { name: confirm }));
    await waitFor(() => expect(router.refresh).toHaveBeenCalledOnce());
    expect(inputs("guardians.mine")).toHaveLength(2);
    expect(await toastsSoFar()).toEqual(said);
    expect(screen.queryByRole("alertdialog") === null).toBe(said.length > 0);
  });
});

it("a code that is refused after a lost answer says that the child may have been added, and the children are read again", async () => {
  const words = "This code does not work.";
  const used = refusal("BAD_REQUEST", words, [{ path: ["code"], message: words }]);
  const errors = [used, noAnswer(), used];
  const owner: CodeOwnerView = partOf({ purpose: "link", firstName: "Nila", consentFor: [] });
  const onDone = vi.fn();
  const { inputs, router } = show(
    <>
      <OwnChildren />
      <LinkChild code="K7Q2M-9XMDT" owner={owner} label="Add Nila" onDone={onDone} />
    </>,
    { answers: { "guardians.mine": children, "codes.link": () => errors.shift() } },
  );
  await screen.findByText("Asha");
  for (const [index, said] of [
    words,
    "Something went wrong. Please try again.",
    "The child may have been added already. Please check the children in your account.",
  ].entries()) {
    fireEvent.click(screen.getByRole("button", { name: "Add Nila" }));
    await screen.findByText(said);
    await waitFor(() => expect(router.refresh).toHaveBeenCalledTimes(index + 1));
    expect(inputs("guardians.mine")).toHaveLength(index + 2);
  }
  expect(onDone).not.toHaveBeenCalled();
});
