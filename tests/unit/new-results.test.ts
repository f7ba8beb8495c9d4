import { expect, it, vi } from "vitest";
import { useNewResults } from "@/features/results/components/use-new-results";
import type { MyResultView } from "@/features/results/schema";
import { draw } from "../harness/states";

type Options = { onSuccess: (answer: null, input: { ids: string[] }) => void };

const page = vi.hoisted(() => ({ read: undefined as Options | undefined, refresh: vi.fn() }));
// There is no page to render it on.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useEffect: () => {},
  useState: (await import("../harness/states")).useState,
}));
vi.mock("@/components/site/use-refresh", () => ({ useRefresh: () => page.refresh }));
vi.mock("@/trpc/client", () => {
  const one = { setData() {}, invalidate() {} };
  const utils = { results: { mine: one, unread: one }, guardians: { children: one, overview: one } };
  const useMutation = (read: Options) => Object.assign(page, { read });
  return { api: { useUtils: () => utils, results: { markRead: { useMutation } } } };
});

it.each([
  ["the student", undefined],
  ["a guardian", "2"],
])("the page of %s is drawn anew once its results are read, so that Back brings none again as new", (_, childId) => {
  const result = { _id: "1", isNew: true, isUnseen: true } as MyResultView;
  draw(() => useNewResults([result], childId));
  expect([...draw(() => useNewResults([result], childId))]).toEqual(["1"]);
  expect(page.refresh).not.toHaveBeenCalled();
  page.read?.onSuccess(null, { ids: ["1"] });
  expect(page.refresh).toHaveBeenCalledOnce();
  page.refresh.mockReset();
});
