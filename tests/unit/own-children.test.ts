import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { LinkChild } from "@/features/codes/components/link-child";
import type { CodeOwnerView } from "@/features/codes/schema";
import { OwnChildren } from "@/features/guardians/components/own-children";
import { drawnForm } from "../harness/drawn-form";
import { partOf } from "../harness/part-of";

type Options = { onError?: (error: Error) => void };

const page = vi.hoisted(() => ({
  done: [] as string[],
  options: [] as Options[],
  errors: [] as Error[],
}));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => page.done.push("drawn anew") }) }));
vi.mock("@/lib/session-calls", () => ({ askSession: async () => ({ _id: "1" }) }));
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
      codes: { link: { useMutation: () => ({ mutateAsync: () => Promise.reject(page.errors.shift()) }) } },
    },
  };
});

beforeEach(() => {
  page.done.length = 0;
  page.options.length = 0;
});

const anew = ["read anew", "drawn anew"];
const settled = () => new Promise((resolve) => setTimeout(resolve));
const answered = (code: string) => Object.assign(new Error("Not now."), { data: { code } });

it.each([
  ["no answer", new Error("Failed to fetch"), anew],
  ["NOT_FOUND", answered("NOT_FOUND"), ["read anew", "Not now.", "drawn anew"]],
  ["CONFLICT", answered("CONFLICT"), ["read anew", "Not now.", "drawn anew"]],
])("after %s, the children are read again, because the change may have been made", async (_, error, done) => {
  renderToStaticMarkup(createElement(OwnChildren));
  expect(page.options).toHaveLength(3);
  for (const { onError } of page.options) {
    onError?.(error);
    await settled();
    expect(page.done.splice(0)).toEqual(done);
  }
});

it("a code that is refused after a lost answer says that the child may have been added, and the children are read again", async () => {
  const used = Object.assign(new Error("This code does not work."), {
    data: { code: "BAD_REQUEST", issues: [{ path: ["code"], message: "This code does not work." }] },
  });
  const lost = new Error("Failed to fetch");
  page.errors.push(used, lost, used);
  const owner: CodeOwnerView = partOf({ purpose: "link", firstName: "Nila", consentFor: [] });
  const part = { code: "K7Q2M-9XMDT", owner, label: "Add Nila", onDone: () => page.done.push("added") };
  renderToStaticMarkup(createElement(LinkChild, part));
  async function said() {
    const words = await drawnForm.send({ consent: "on" }).catch((error: Error) => error.message);
    await settled();
    return words;
  }
  expect([await said(), await said(), await said()]).toEqual([
    used.message,
    lost.message,
    "The child may have been added already. Please check the children in your account.",
  ]);
  expect(page.done).toEqual([...anew, ...anew, ...anew]);
});
