import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ProductFacts } from "@/components/site/product-facts";
import { YearLink } from "@/components/site/year-link";
import { AdministersProvider } from "@/components/ui/administers";

const drawn = (administers: boolean, part = YearLink) =>
  renderToStaticMarkup(createElement(AdministersProvider, { value: administers }, createElement(part)));

it("where a school year is missing, administrators are led to the settings, and others read who adds it", () => {
  expect(drawn(true)).toContain('href="/admin/settings#years"');
  expect(drawn(false)).not.toContain("href");
  expect(drawn(false)).toContain("An administrator adds it under Settings.");
});

it("the warning about the software's name and number leads administrators to the form, and tells others who enters them", () => {
  for (const html of [drawn(true, ProductFacts), drawn(false, ProductFacts)])
    expect(html).toContain("The institute’s own name and telephone number are not published yet.");
  expect(drawn(true, ProductFacts)).toContain('href="/admin/institute/facts"');
  expect(drawn(false, ProductFacts)).not.toContain("href");
  expect(drawn(false, ProductFacts)).toContain("An administrator can publish them under Site.");
});
