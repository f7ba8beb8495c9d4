import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { OwnChildren } from "@/features/guardians/components/own-children";

type Options = { onError?: (error: Error) => void };

const page = vi.hoisted(() => ({ done: [] as string[], options: [] as Options[] }));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => page.done.push("drawn anew") }) }));
vi.mock("@/components/ui/toast", () => ({ toast: { error: (message: string) => page.done.push(message) } }));
vi.mock("@/trpc/client", () => {
  const useMutation = (options: Options) => {
    page.options.push(options);
    return { reset() {} };
  };
  const guardians = { invalidate: () => page.done.push("read anew") };
  return {
    api: {
      useUtils: () => ({ guardians }),
      guardians: {
        mine: { useQuery: () => ({ data: [] }) },
        leave: { useMutation },
        withdrawOwn: { useMutation },
        giveOwn: { useMutation },
      },
    },
  };
});

beforeEach(() => {
  page.done.length = 0;
  page.options.length = 0;
});

const anew = ["read anew", "drawn anew"];
const answered = (code: string) => Object.assign(new Error("Not now."), { data: { code } });

it.each([
  ["no answer", new Error("Failed to fetch"), anew],
  ["NOT_FOUND", answered("NOT_FOUND"), [...anew, "Not now."]],
  ["CONFLICT", answered("CONFLICT"), [...anew, "Not now."]],
])("after %s the children are read anew, as the act may be done", (_, error, done) => {
  renderToStaticMarkup(createElement(OwnChildren));
  expect(page.options).toHaveLength(3);
  for (const { onError } of page.options) {
    onError?.(error);
    expect(page.done.splice(0)).toEqual(done);
  }
});
