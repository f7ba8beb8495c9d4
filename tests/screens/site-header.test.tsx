import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Header } from "@/components/site/header";
import { siteDefaults } from "@/content/site";
import { show } from "../harness/screen";

it.each([
  ["2026-27", "Admissions open for 2026-27"],
  [null, "Waiting list for admissions"],
])("the header of the site names the season %j: %s", (season, words) => {
  show(<Header account={null} season={season} facts={siteDefaults.facts} />);
  expect(screen.getByText(words)).toBeTruthy();
});
