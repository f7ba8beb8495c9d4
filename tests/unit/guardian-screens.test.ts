import { getQueryKey } from "@trpc/react-query";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { createElement } from "react";
import { expect, it } from "vitest";
import { ChildPage } from "@/features/guardians/components/child-page";
import { OwnChildren } from "@/features/guardians/components/own-children";
import type { ChildView } from "@/features/guardians/schema";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

const child = (name: string, consentAt: Date | null) => ({
  ...{ _id: name, name, relation: "mother", since: new Date("2026-04-06"), consentAt },
  ...{ withdrawnAt: null, needsConsent: true },
});

it("each button for a guardian's child names the child", () => {
  const children = [child("Ananya Rao", new Date("2026-04-06")), child("Rohan Rao", null)];
  const { html } = drawn(createElement(OwnChildren), {
    known: [[getQueryKey(api.guardians.mine, undefined, "query"), children]],
    router: {},
  });
  expect([...html.matchAll(/<button[^>]*? aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    ...["Withdraw consent, Ananya Rao", "End link, Ananya Rao", "Give consent, Rohan Rao", "End link, Rohan Rao"],
  ]);
});

it("a page about a child names the child in a line that is announced when another child is chosen", () => {
  const said = (chosen: string) => {
    const screen = createElement(ChildPage, {
      ...{
        title: "Welcome",
        found: [partOf<ChildView>({ _id: "a", name: "Asha Rao" })],
        lead: () => "Results of Asha Rao",
      },
      ...{ prepare() {}, body: () => null },
    });
    const value = new URLSearchParams({ child: chosen });
    const { html } = drawn(createElement(SearchParamsContext.Provider, { value }, screen), { router: {} });
    return /<p[^>]*><span role="status">([^<]*)<\/span><\/p>/.exec(html)?.[1];
  };
  expect(said("a")).toBe("Results of Asha Rao");
  expect(said("b")).toBeUndefined();
});
