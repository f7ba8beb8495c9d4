import { beforeEach, expect, it, vi } from "vitest";
import { ChangeForm } from "@/components/form/change-form";
import { Dialog } from "@/components/ui/dialog";
import { KeptSetting } from "@/features/settings/components/kept-setting";
import { SeasonSetting } from "@/features/settings/components/season-setting";
import { SettingCard } from "@/features/settings/components/setting-card";
import { defaults, type Settings } from "@/features/settings/schema";
import { drawnForm } from "../harness/drawn-form";
import { draw, elementsOf, forgetStates } from "../harness/states";

type Options = { onSuccess: (saved: Settings) => void; onError: (error: Error) => void };
type Asked = { onSettled: (saved: undefined, refusal: Error | null) => void };

const page = vi.hoisted(() => ({
  options: undefined as Options | undefined,
  sent: [] as unknown[],
  error: null as Error | null,
  asked: undefined as Asked | undefined,
  refresh: vi.fn(),
  /** Whether another read of the page was requested while it was being read. */
  isAskedAgain: false,
}));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => {
  const { useState } = await import("../harness/states");
  return { ...(await actual<object>()), useState, useEffect() {} };
});
vi.mock("@/components/ui/page-refresh", () => ({
  usePageRefresh: () => page.refresh,
  useDrawing: () => ({ current: page }),
}));
vi.mock("@/components/ui/toast", () => ({ toast: { success() {} } }));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/trpc/client", () => {
  const useMutation = (options: Options) => {
    page.options = options;
    const mutate = (input: unknown, asked: Asked) => Object.assign(page, { sent: [...page.sent, input], asked });
    const reset = () => Object.assign(page, { error: null });
    return { isSuccess: false, error: page.error, mutate, mutateAsync: mutate, reset };
  };
  const students = { countLeft: { fetch: async () => ({ count: 3 }) } };
  return { api: { useUtils: () => ({ students }), settings: { change: { useMutation } } } };
});

const refusal = () => Object.assign(new Error("A colleague was first."), { data: { code: "CONFLICT" } });

beforeEach(() => {
  forgetStates();
  Object.assign(page, { sent: [], error: null, isAskedAgain: false });
  page.refresh.mockReset();
});

it("a setting is changed from the value that was last seen or saved, and after a refusal from the one that is shown", () => {
  let found: Settings = { ...defaults, season: "2026-27" };
  const card = () => draw(() => SeasonSetting({ found, shown: "2026-27" })).props;
  const turns = () => elementsOf(ChangeForm, SettingCard(card())).map(({ key }) => key);
  const send = (value: string) => {
    card();
    void drawnForm.send({ value });
  };
  send("2027-28");
  page.options?.onSuccess({ ...defaults, season: "2027-28" });
  send("2028-29");
  found = { ...defaults, season: "2027-28" };
  expect(turns()).toEqual(["0"]);
  page.options?.onError(refusal());
  expect(page.refresh).toHaveBeenCalledTimes(2);
  expect(turns()).toEqual(["0"]);
  send("2028-29");
  found = { ...defaults, season: "2030-31" };
  expect(turns()).toEqual(["1"]);
  send("2028-29");
  const key = "season";
  expect(page.sent).toEqual([
    { key, value: "2027-28", before: "2026-27" },
    { key, value: "2028-29", before: "2027-28" },
    { key, value: "2028-29", before: "2027-28" },
    { key, value: "2028-29", before: "2030-31" },
  ]);
});

it("after a refusal, the fields are drawn again only with data that was read after it", () => {
  let found: Settings = { ...defaults, season: "2026-27" };
  const turns = () =>
    elementsOf(ChangeForm, SettingCard(draw(() => SeasonSetting({ found, shown: "2026-27" })).props)).map(
      ({ key }) => key,
    );
  turns();
  page.options?.onError(refusal());
  page.isAskedAgain = true;
  found = { ...found };
  expect(turns()).toEqual(["0"]);
  page.isAskedAgain = false;
  expect(turns()).toEqual(["0"]);
  found = { ...found, season: "2030-31" };
  expect(turns()).toEqual(["1"]);
});

it("a colleague's change closes the question about whom a shorter period erases, and the card says why", async () => {
  const screen = () => draw(() => KeptSetting({ found: defaults }));
  const isOpen = () => elementsOf(Dialog, screen()).map(({ props }) => props.open);
  const faults = () => elementsOf(SettingCard, screen()).map(({ props }) => props.fault);
  const confirm = (error: Error) => {
    elementsOf(Dialog, screen())[0]?.props.onConfirm();
    page.error = error;
    page.asked?.onSettled(undefined, error);
  };
  screen();
  await drawnForm.send({ years: "1" });
  confirm(new Error("No answer came."));
  expect([isOpen(), faults()]).toEqual([[true], [undefined]]);
  confirm(refusal());
  expect([isOpen(), faults()]).toEqual([[false], ["A colleague was first."]]);
  await drawnForm.send({ years: "1" });
  expect([isOpen(), faults()]).toEqual([[true], [undefined]]);
});
