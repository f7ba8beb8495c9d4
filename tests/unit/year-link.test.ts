import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { YearLink } from "@/components/site/year-link";
import { AdministersProvider } from "@/components/ui/administers";

const drawn = (administers: boolean) =>
  renderToStaticMarkup(createElement(AdministersProvider, { value: administers }, createElement(YearLink)));

it("where a school year is missing, administrators are led to the settings, and others read who adds it", () => {
  expect(drawn(true)).toContain('href="/admin/settings#years"');
  expect(drawn(false)).not.toContain("href");
  expect(drawn(false)).toContain("An administrator adds it under Settings.");
});
