import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { NavLink } from "@/components/site/nav-link";

const page = vi.hoisted(() => ({ target: undefined as string | undefined }));
vi.mock("next/navigation", () => ({ usePathname: () => "/user/results" }));
vi.mock("@/components/ui/navigation", () => ({ useNavigation: () => page }));

const isCurrent = (href: string) =>
  renderToStaticMarkup(NavLink({ href, className: "", children: "" })).includes('aria-current="page"');

it("the bar marks the page of the screen, and while another one loads, that one", () => {
  const links = ["/user/results", "/user/tests"];
  expect(links.map(isCurrent)).toEqual([true, false]);
  page.target = "/user/tests/calendar";
  expect(links.map(isCurrent)).toEqual([false, true]);
});
