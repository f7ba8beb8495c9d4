import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { EndEnrolment } from "@/features/students/components/end-enrolment";
import { PlaceStudent } from "@/features/students/components/place-student";
import type { StudentView } from "@/features/students/schema";

type Options = { onError?: (error: Error) => void } | undefined;

const page = vi.hoisted(() => ({ options: [] as Options[], done: [] as string[] }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => page.done.push("drawn anew") }) }));
vi.mock("@/lib/session-calls", () => ({ askSession: async () => ({ _id: "1" }) }));
vi.mock("@/components/ui/form-dialog", () => ({ FormDialog: () => null }));
vi.mock("@/trpc/client", () => {
  const act = { useMutation: (options: Options) => void page.options.push(options) };
  const students = { list: { invalidate: () => page.done.push("read anew") } };
  const enrolments = { end: act, enrol: act, return: act, move: act, change: act };
  return { api: { useUtils: () => ({ students }), enrolments } };
});

const student = { _id: "1", name: "Asha Rao", enrolments: [] } as unknown as StudentView;
const shared = { student, onClose() {}, onDone() {} };

it.each([
  ["end", createElement(EndEnrolment, shared), 1],
  ["move", createElement(PlaceStudent, { act: "move", ...shared }), 4],
])(
  "after a failed %s the student's page shows which enrolment there is: it may have been done",
  async (_, act, calls) => {
    page.options.length = 0;
    renderToStaticMarkup(act);
    expect(page.options).toHaveLength(calls);
    for (const options of page.options) {
      options?.onError?.(new Error("Failed to fetch"));
      await new Promise((resolve) => setTimeout(resolve));
      expect(page.done.splice(0)).toEqual(["read anew", "drawn anew"]);
    }
  },
);
