import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { AdmissionsDesk } from "@/features/admissions/components/admissions-desk";
import { refusal, show } from "../harness/screen";

it.each([["q=asha"], ["class=7"], ["view=due"]])(
  "if the applications cannot be loaded with %s, the desk shows the error of the cards",
  async (query) => {
    const failed = refusal("INTERNAL_SERVER_ERROR", "It broke.");
    show(<AdmissionsDesk asked="" found={undefined} counts={undefined} cards={null} />, {
      answers: { "services.desk": failed, "services.countViews": failed },
      at: `/admin/get-info?${query}`,
    });
    expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong while fetching data");
  },
);
