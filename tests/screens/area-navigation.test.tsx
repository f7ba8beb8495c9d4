import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AreaNavigation } from "@/components/site/area-navigation";
import { useNavigation } from "@/components/ui/navigation";
import { noAnswer, show } from "../harness/screen";

/** What a link does when it is pressed. */
function Results() {
  const moves = useNavigation();
  return (
    <button type="button" onClick={() => moves?.go("/user/results")}>
      Results
    </button>
  );
}

it("without a connection a link of an area leaves its page open and says why, until it can be followed", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const network = vi
    .fn<() => Promise<Response>>()
    .mockRejectedValueOnce(noAnswer())
    .mockResolvedValueOnce(Response.json({}));
  vi.stubGlobal("fetch", network);
  const { router } = show(
    <AreaNavigation>
      <Results />
    </AreaNavigation>,
    { at: "/user/today" },
  );
  fireEvent.click(screen.getByText("Results"));
  expect((await screen.findByRole("alert")).textContent).toContain("There is no connection, so this page stays open.");
  expect(router.push).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("Results"));
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/user/results"));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("the message about a lost connection goes once the browser is online again", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  vi.stubGlobal("fetch", () => Promise.reject(noAnswer()));
  show(
    <AreaNavigation>
      <Results />
    </AreaNavigation>,
  );
  fireEvent.click(screen.getByText("Results"));
  await screen.findByRole("alert");
  fireEvent(window, new Event("online"));
  expect(screen.queryByRole("alert")).toBeNull();
});
