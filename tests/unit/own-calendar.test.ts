import { expect, it, vi } from "vitest";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { OwnCalendar } from "@/features/calendars/components/own-calendar";
import { partOf } from "../harness/part-of";
import { draw, elementsOf, forgetStates } from "../harness/states";

const page = vi.hoisted(() => ({ sent: [] as unknown[], link: null as object | null }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: (await import("../harness/states")).useState,
}));
vi.mock("@/components/form/use-single-flight", () => ({
  useSingleFlight: () => (input: unknown) => page.sent.push(input),
}));
vi.mock("@/trpc/client", () => {
  const act = { useMutation: () => ({ reset() {} }) };
  const mine = { useQuery: () => ({ data: page.link }) };
  return { api: { useUtils: () => ({ calendars: {} }), calendars: { mine, renew: act, end: act } } };
});

const drawn = () => draw(() => OwnCalendar({ found: null, site: "" }));
const made = (time: string) => ({ createdAt: new Date(time), lastUsedOn: null });

function press(words: string) {
  const button = elementsOf(Button, drawn()).find(({ props }) => props.children === words);
  button?.props.onClick?.(partOf({}));
}

const confirm = () =>
  elementsOf(Dialog, drawn())
    .find(({ props }) => props.open)
    ?.props.onConfirm();

it.each(["Make a new link", "End the link"])("“%s” applies to the link at the time of the press", (words) => {
  forgetStates();
  page.link = made("2026-11-30T08:00:00Z");
  press(words);
  confirm();
  page.link = made("2026-11-30T09:00:00Z");
  confirm();
  press(words);
  confirm();
  expect(page.sent.splice(0)).toEqual([
    { seen: "2026-11-30T08:00:00.000Z" },
    { seen: "2026-11-30T08:00:00.000Z" },
    { seen: "2026-11-30T09:00:00.000Z" },
  ]);
});

it("making a first link ends no other link", () => {
  forgetStates();
  page.link = null;
  press("Make my link");
  expect(page.sent.splice(0)).toEqual([{ seen: null }]);
});
