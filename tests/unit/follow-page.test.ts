import { beforeEach, expect, it, vi } from "vitest";
import { FollowPage } from "@/features/admissions/components/follow-page";

const page = vi.hoisted(() => ({ fragment: "", open: "", forget: vi.fn() }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({ ...(await actual<object>()), useState: (first: unknown) => [first, () => {}] }));
vi.mock("@/components/form/use-fragment", () => ({ useFragment: () => [page.fragment, page.forget] }));
vi.mock("@/trpc/client", () => {
  const data = () => ({ byMail: true, application: { reference: page.open } });
  return { api: { useUtils: () => ({}), services: { followed: { useQuery: () => ({ data: data() }) } } } };
});

beforeEach(() => page.forget.mockClear());

it.each([
  ["K7Q2-9XMD", "of the open application is forgotten, so that the next one is shown", 1],
  ["ZZZZ-2222", "of another application stays, and asks for that one", 0],
])("the number %s %s", (number, _, times) => {
  Object.assign(page, { fragment: `number=${number}`, open: "K7Q2-9XMD" });
  FollowPage({ found: undefined });
  expect(page.forget).toHaveBeenCalledTimes(times);
});
