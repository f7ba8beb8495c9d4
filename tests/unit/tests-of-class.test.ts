import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TestsOfClass } from "@/features/schedules/components/tests-of-class";
import { api } from "@/trpc/client";

const test = {
  ...{ _id: "1", className: "Class 7", subject: "Biology", testDate: "2026-12-01", testTime: "10:00" },
  ...{ description: null, sections: [], minutes: 60, room: null, state: "planned" as const },
  ...{ movedFrom: null, reason: null, announcedOn: "2026-11-20" },
};
const closed = [
  { _id: "2", firstDay: "2026-12-10", lastDay: "2026-12-10", kind: "closed" as const, name: "Founder's Day" },
];

function drawn(nextCursor: string | null): string {
  const of = { className: "7", section: "A" };
  const props = { of, today: "2026-11-29", found: { items: [test], nextCursor }, closed };
  const children = createElement(TestsOfClass, props);
  const provided = { client: api.createClient({ links: [] }), queryClient: new QueryClient(), children };
  return renderToStaticMarkup(createElement(api.Provider, provided));
}

it("a list of own tests that goes on has a way to the rest, and draws no days after its end", () => {
  expect(drawn("1")).toContain("Show more");
  expect(drawn("1")).not.toContain("Founder");
  expect(drawn(null)).not.toContain("Show more");
  expect(drawn(null)).toContain("Founder");
});
