import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { ChildPage } from "@/features/guardians/components/child-page";
import { childScreens } from "@/features/guardians/messages-children";
import { namedChild } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import { api } from "@/trpc/client";

vi.mock("next/navigation", () => ({ useSearchParams: () => new URLSearchParams({ child: "1" }) }));

const asha: ChildView = {
  ...{ _id: "1", name: "Asha Rao", className: "7", section: "A", rollNo: null, coming: null, follows: "7" },
  ...{ relation: "mother", seesResults: true, getsMails: true, unread: 0 },
};

function drawn(hasLetterhead: boolean): string {
  const children = createElement(ChildPage, {
    ...{ title: "Your tests", found: [asha], hasLetterhead },
    lead: (child: ChildView) => childScreens.testsOf(namedChild(child)),
    prepare: () => {},
    body: () => null,
  });
  const provided = { client: api.createClient({ links: [] }), queryClient: new QueryClient(), children };
  return renderToStaticMarkup(createElement(api.Provider, provided));
}

it("paper says what it is and whose, in the header or in a letterhead", () => {
  for (const hasLetterhead of [false, true]) {
    expect(drawn(hasLetterhead)).toMatch(/Your tests.*Tests of Asha Rao, Class 7 A/s);
    expect(drawn(hasLetterhead).includes("print:hidden")).toBe(hasLetterhead);
  }
});
