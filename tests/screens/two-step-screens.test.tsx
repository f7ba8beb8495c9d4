import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { CodesSetting } from "@/features/account/components/codes-setting";
import { copy, codesCopy as words } from "@/features/account/messages";
import type { OwnAccountView } from "@/features/account/schema";
import { SecondStepDemand } from "@/features/staff/components/second-step-demand";
import type { StaffView } from "@/features/staff/schema";
import { api } from "@/trpc/client";
import { partOf } from "../harness/part-of";
import { noAnswer, refusal, show, toasts } from "../harness/screen";

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const begun = { secret: "JBSWY3DPEHPK3PXP", uri: "", qr: { size: 1, path: "" } };
const alreadyOn = refusal("CONFLICT", words.alreadyOn);
const accountWith = (state: { asksForCodes: boolean; demandsCodes?: boolean }): OwnAccountView =>
  partOf({ demandsCodes: false, ...state });

it("once the second step is demanded, the page leads on an administrator who lacks it, without reading the list again", async () => {
  function Demand() {
    const initialData: StaffView = partOf({ isSecondStepDemanded: false });
    const { data } = api.staff.list.useQuery(undefined, { initialData });
    return <SecondStepDemand isDemanded={data.isSecondStepDemanded} />;
  }
  const { router, asked } = show(<Demand />, {
    answers: { "settings.change": ({ value }: { value: boolean }) => ({ staffSecondStep: value }) },
  });
  const box = screen.getByRole<HTMLInputElement>("checkbox");
  for (const [times, value] of [true, false].entries()) {
    fireEvent.click(box);
    await waitFor(() => expect(router.refresh).toHaveBeenCalledTimes(times + 1));
    await waitFor(() => expect(box.getAttribute("aria-busy")).toBe("false"));
    expect(box.checked).toBe(value);
  }
  expect(asked).toEqual([true, false].map((value) => ["settings.change", { key: "staffSecondStep", value }]));
});

describe("two-step login", () => {
  /** The setting, and the button that turns it on, pressed. */
  async function turnOn(answers: Record<string, unknown>) {
    const off = accountWith({ asksForCodes: false });
    function Codes() {
      const { data } = api.account.get.useQuery(undefined, { initialData: off });
      return <CodesSetting account={data} />;
    }
    const shown = show(<Codes />, {
      answers: { "account.beginCodes": begun, "account.get": accountWith({ asksForCodes: true }), ...answers },
    });
    expect(document.activeElement).toBe(document.body);
    await shown.user.click(screen.getByRole("button", { name: words.turnOn }));
    await shown.user.type(await screen.findByLabelText("Your Password"), "secret{Enter}");
    return shown;
  }

  it("that was turned on but whose answer was lost is shown as on, with the way to its recovery codes", async () => {
    const results = [noAnswer(), alreadyOn];
    const { user, paths } = await turnOn({ "account.beginCodes": () => results.shift() });
    await screen.findByText(copy.failed);
    expect([toasts(), paths()]).toEqual([[], ["account.beginCodes"]]);
    await user.type(screen.getByLabelText("Your Password"), "{Enter}");
    await screen.findByText(words.isOn);
    await waitFor(() => expect(toasts()).toEqual([words.alreadyOn]));
    expect(words.alreadyOn).toMatch(/turn it off and on again/);
  });

  it("can be cancelled while it is set up, and its button takes the focus", async () => {
    const { user } = await turnOn({});
    await screen.findByLabelText(words.firstCode);
    expect(screen.getByRole("button", { name: words.confirm })).toHaveProperty("type", "submit");
    await user.click(screen.getByRole("button", { name: words.cancel }));
    expect(screen.queryByLabelText(words.firstCode)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: words.turnOn }));
  });

  it("that refuses a first code because it is already on is shown as on, and its button takes the focus", async () => {
    const { user, inputs } = await turnOn({ "account.confirmCodes": alreadyOn });
    await user.type(await screen.findByLabelText(words.firstCode), "123456{Enter}");
    await screen.findByText(words.isOn);
    await waitFor(() => expect(toasts()).toEqual([words.alreadyOn]));
    expect(inputs("account.confirmCodes")).toEqual([{ code: "123456" }]);
    expect(screen.queryByLabelText(words.firstCode)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: words.turnOff }));
  });

  it.each([
    [false, words.turnOffHint],
    [true, words.turnOffHintDemanded],
  ])("says before it is turned off what follows (demanded: %s)", async (demandsCodes, hint) => {
    show(<CodesSetting account={accountWith({ asksForCodes: true, demandsCodes })} />);
    press(words.turnOff);
    await screen.findByText(hint);
  });
});
