import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { SeasonSetting } from "@/features/settings/components/season-setting";
import { defaults, type Settings } from "@/features/settings/schema";

type Options = { onSuccess: (saved: Settings) => void; onError: (error: Error) => void };

const page = vi.hoisted(() => ({
  send: undefined as ((given: { value: string }) => unknown) | undefined,
  options: undefined as Options | undefined,
  sent: [] as unknown[],
  refresh: vi.fn(),
}));
vi.mock("next/navigation", () => ({ useRouter: () => page }));
vi.mock("@/components/ui/toast", () => ({ toast: { success() {} } }));
vi.mock("@/components/form/use-server-form", () => ({
  useServerForm({ send }: Pick<typeof page, "send">) {
    page.send = send;
    return { form: { ref: { current: null } }, faults: {}, busy: false };
  },
}));
vi.mock("@/trpc/client", () => {
  const useMutation = (options: Options) => {
    page.options = options;
    return { isSuccess: false, mutateAsync: (input: unknown) => page.sent.push(input) };
  };
  return { api: { settings: { change: { useMutation } } } };
});

it("a setting is changed from the value that was seen or saved last, and after a refusal from the one that is shown", () => {
  renderToStaticMarkup(createElement(SeasonSetting, { found: { ...defaults, season: "2026-27" }, shown: "2026-27" }));
  const send = (value: string) => page.send?.({ value });
  send("2027-28");
  page.options?.onSuccess({ ...defaults, season: "2027-28" });
  send("2028-29");
  page.options?.onError(Object.assign(new Error("Changed."), { data: { code: "CONFLICT" } }));
  expect(page.refresh).toHaveBeenCalledTimes(2);
  send("2028-29");
  const key = "season";
  expect(page.sent).toEqual([
    { key, value: "2027-28", before: "2026-27" },
    { key, value: "2028-29", before: "2027-28" },
    { key, value: "2028-29", before: "2026-27" },
  ]);
});
