import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { Sitting } from "@/features/results/components/sitting";
import type { AddedResultView } from "@/features/results/schema";

type Options = { onError: (error: unknown) => void };

const taking = vi.hoisted(() => ({ code: "", isAnswered: false }));
vi.mock("@/components/form/use-single-flight", () => ({ useSingleFlight: () => () => {} }));
vi.mock("@/trpc/failure", () => ({ codeOf: () => taking.code, messageOf: () => `Refused: ${taking.code}` }));
vi.mock("@/trpc/client", () => ({
  api: {
    useUtils: () => ({ students: { list: { invalidate: async () => {} } } }),
    results: {
      takeBack: {
        useMutation({ onError }: Options) {
          const isFirst = !taking.isAnswered;
          taking.isAnswered = true;
          if (isFirst) onError({});
          return { error: {}, isPending: false };
        },
      },
    },
  },
}));

beforeEach(() => Object.assign(taking, { isAnswered: false }));

const added = {
  ...{
    _id: "1",
    studentName: "Asha Rao",
    subject: "Science",
    examName: null,
    className: "7",
    score: 45,
    totalMarks: 50,
  },
} as AddedResultView;

it.each([
  ["GONE", true],
  ["CONFLICT", false],
])("a result that cannot be taken back because of %s is shown as taken back: %s", (code, isGone) => {
  taking.code = code;
  const drawn = renderToStaticMarkup(createElement(Sitting, { added: [added] }));
  expect(drawn.includes("Taken back")).toBe(isGone);
  expect(drawn.includes("Refused")).toBe(!isGone);
});

it.each([
  [true, "6", "Asha Rao is still on the roster of Class 6. "],
  [true, null, "Asha Rao is still on the roster. "],
  [false, null, undefined],
])(
  "says that a student whom the result put on the roster is still on it: %s, in class %s",
  (joinedRoster, joinedClass, told) => {
    taking.code = "GONE";
    const result = { ...added, studentId: "7", joinedRoster, joinedClass };
    const drawn = renderToStaticMarkup(createElement(Sitting, { added: [result] }));
    expect(drawn.match(/Asha Rao is still[^<]*/)?.[0]).toBe(told);
    expect(drawn.includes("/admin/students/7")).toBe(joinedRoster);
  },
);

it("says nothing about the roster until the result is taken back", () => {
  taking.code = "CONFLICT";
  const props = { added: [{ ...added, studentId: "7", joinedRoster: true, joinedClass: "7" }] };
  expect(renderToStaticMarkup(createElement(Sitting, props))).not.toContain("is still on the roster");
});
