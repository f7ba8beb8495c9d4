import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { FollowPage } from "@/features/admissions/components/follow-page";
import type { FollowedView } from "@/features/admissions/schema-family";
import { show } from "../harness/screen";

const at = new Date("2026-11-24T06:30:00Z");
const kiran: FollowedView = {
  ...{ reference: "K7Q2-9XMD", name: "Kiran Das", selectedClass: 7, placeClass: 7, state: "received", at },
  ...{ givenClass: null, answerDue: null, visitAt: null, steps: [], canWithdraw: false, canAccept: false },
};
const tara = { ...kiran, reference: "TTTT-3333", name: "Tara Das" };

// jsdom does not scroll.
beforeEach(() => void vi.stubGlobal("scrollTo", () => {}));

function showPage(number: string) {
  const found = { byMail: true, application: kiran };
  return show(<FollowPage found={found} />, {
    at: `/admission#number=${number}`,
    answers: { "services.followed": { ...found, application: tara } },
  });
}

it("the number of the open application is forgotten, so that the next one is shown", async () => {
  const { queryClient } = showPage("K7Q2-9XMD");
  await screen.findByRole("heading", { level: 1, name: "Kiran Das" });
  await queryClient.invalidateQueries();
  await screen.findByRole("heading", { level: 1, name: "Tara Das" });
});

it("the number of another application stays, and asks for that one", async () => {
  const { queryClient } = showPage("ZZZZ-2222");
  const number = async () => (await screen.findByLabelText<HTMLInputElement>("Number of the application")).value;
  expect(await number()).toBe("ZZZZ-2222");
  await queryClient.invalidateQueries();
  expect(await number()).toBe("ZZZZ-2222");
});
