import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { CardsView } from "@/features/report-cards/components/cards-view";
import type { CardView } from "@/features/report-cards/schema-cards";
import { api } from "@/trpc/client";

vi.mock("@/components/form/use-download", () => ({ useDownload: () => ({}) }));
vi.mock("@/components/site/facts", () => ({ useFacts: () => ({ name: "Lyceum of Pune" }) }));

it("a printed report card names its student and the institute", () => {
  const content = { title: "Term 1", year: "2026-27", name: "Asha Rao", className: "7", section: "A" };
  const issued = { ...content, issuedOn: "2026-10-01", lines: [] };
  const card = { _id: "1", number: 4, state: "withdrawn", endedAt: null, reason: null, content: issued };
  const children = createElement(CardsView, { found: [card as unknown as CardView] });
  const provided = { client: api.createClient({ links: [] }), queryClient: new QueryClient(), children };
  const html = renderToStaticMarkup(createElement(api.Provider, provided));
  expect(html).toMatch(/<p class="[^"]*\bhidden\b[^"]*\bprint:block\b[^"]*">Asha Rao · Lyceum of Pune<\/p>/);
});
