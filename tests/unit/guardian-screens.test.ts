import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { OwnChildren } from "@/features/guardians/components/own-children";
import { api } from "@/trpc/client";

const child = (name: string, consentAt: Date | null) => ({
  ...{ _id: name, name, relation: "mother", since: new Date("2026-04-06"), consentAt },
  ...{ withdrawnAt: null, needsConsent: true },
});

it("the buttons of a guardian's children say whose they are", () => {
  const queryClient = new QueryClient();
  const children = [child("Ananya Rao", new Date("2026-04-06")), child("Rohan Rao", null)];
  queryClient.setQueryData(getQueryKey(api.guardians.mine, undefined, "query"), children);
  const drawn = createElement(AppRouterContext.Provider, { value: {} as never }, createElement(OwnChildren));
  const provided = { client: api.createClient({ links: [] }), queryClient, children: drawn };
  const html = renderToStaticMarkup(createElement(api.Provider, provided));
  expect([...html.matchAll(/<button[^>]*? aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    ...["Withdraw consent, Ananya Rao", "End link, Ananya Rao", "Give consent, Rohan Rao", "End link, Rohan Rao"],
  ]);
});
