import { act, screen, waitFor } from "@testing-library/react";
import { use, useState } from "react";
import { expect, it } from "vitest";
import { NavLink } from "@/components/site/nav-link";
import { NavigationProvider, useNavigation } from "@/components/ui/navigation";
import { later, show } from "../harness/screen";

it("the bar marks the page of the screen, and while another one loads, that one", async () => {
  const { promise, resolve } = later<void>();
  let load = (_: Promise<void>) => {};
  function Content() {
    const [loading, setLoading] = useState<Promise<void>>();
    const moves = useNavigation();
    load = setLoading;
    if (loading !== undefined) use(loading);
    return (
      <button type="button" onClick={() => moves?.go("/user/tests/calendar")}>
        Calendar
      </button>
    );
  }
  const { router } = show(
    <NavigationProvider>
      <NavLink href="/user/results" className="">
        Results
      </NavLink>
      <NavLink href="/user/tests" className="">
        Tests
      </NavLink>
      <Content />
    </NavigationProvider>,
    { at: "/user/results" },
  );
  router.push.mockImplementation(() => load(promise));
  const current = () => screen.getAllByRole("link", { current: "page" }).map((link) => link.textContent);
  expect(current()).toEqual(["Results"]);
  await act(async () => screen.getByRole("button").click());
  await waitFor(() => expect(current()).toEqual(["Tests"]));
  // The router of this test stays where it is.
  await act(async () => resolve());
  expect(current()).toEqual(["Results"]);
});
