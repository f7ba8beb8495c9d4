import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { act, render, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { AppRouterContext, type AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext, SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { expect, vi } from "vitest";
import { toast } from "@/components/ui/toast";
import { Toaster } from "@/components/ui/toaster";
import type { ErrorCode, Issue } from "@/lib/errors";
import { callOptions } from "@/trpc/call-options";
import { api } from "@/trpc/client";

type Around = {
  /**
   * The server's answers by the path of the call: a value, or a function of the input that returns or promises one. An Error
   * fails the call, and a call without an answer stays open.
   */
  answers?: Record<string, unknown>;
  /** Data that has already been read. */
  known?: [key: QueryKey, data: unknown][];
  /** The address of the page. */
  at?: string;
};

/** What a call fails with if the server refuses it. */
export const refusal = (code: ErrorCode, message: string, issues: Issue<string>[] = []) =>
  TRPCClientError.from({ error: { code: -32600, message, data: { code, httpStatus: 400, issues } } });

/** What a call fails with if no answer comes. */
export const noAnswer = () => new TypeError("Failed to fetch");

/** A promise that the test settles. */
export function later<Value>() {
  let settle = { resolve: (_: Value) => {}, reject: (_: Error) => {} };
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}

/** The toasts that are shown, the latest first. */
export const toasts = () => [...document.querySelectorAll("[data-sonner-toast]")].map((one) => one.textContent);

/** Calls back when the address changes. */
function listen(onChange: () => void) {
  window.addEventListener("popstate", onChange);
  window.addEventListener("address", onChange);
  return () => {
    window.removeEventListener("popstate", onChange);
    window.removeEventListener("address", onChange);
  };
}

/** As Next does, shows changes of the history to the page. */
function move(how: "pushState" | "replaceState", href: string) {
  window.history[how](null, "", href);
  window.dispatchEvent(new Event("address"));
}

function Page({ router, children }: { router: AppRouterInstance; children: ReactNode }) {
  const pathname = useSyncExternalStore(listen, () => window.location.pathname);
  const search = useSyncExternalStore(listen, () => window.location.search);
  const params = useMemo(() => new URLSearchParams(search), [search]);
  return (
    <AppRouterContext value={router}>
      <PathnameContext value={pathname}>
        <SearchParamsContext value={params}>{children}</SearchParamsContext>
      </PathnameContext>
    </AppRouterContext>
  );
}

/**
 * Shows a part of a page in a DOM, within what the layouts give it: the router, the procedures' client, toasts.
 * @returns the person who uses it, the calls, the cache, the router, and `update`, which shows the part with other props
 */
export function show(part: ReactNode, { answers = {}, known = [], at = "/" }: Around = {}) {
  const asked: [path: string, input: unknown][] = [];
  const queryClient = new QueryClient({ defaultOptions: callOptions });
  for (const [key, data] of known) queryClient.setQueryData(key, data);
  const answerTo = async (path: string, input: unknown): Promise<unknown> => {
    if (!(path in answers)) return new Promise(() => {});
    const answer = answers[path];
    return typeof answer === "function" ? answer(input) : answer;
  };
  const client = api.createClient({
    links: [
      () =>
        ({ op: { path, input } }) =>
          observable((observer) => {
            asked.push([path, input]);
            const fail = (error: unknown) => observer.error(TRPCClientError.from(error as Error));
            void answerTo(path, input).then((data) => {
              if (data instanceof Error) return fail(data);
              observer.next({ result: { type: "data", data } });
              observer.complete();
            }, fail);
          }),
    ],
  });
  const router = {
    push: vi.fn((href: string) => move("pushState", href)),
    replace: vi.fn((href: string) => move("replaceState", href)),
    refresh: vi.fn(),
    back: vi.fn(() => window.history.back()),
    forward: vi.fn(() => window.history.forward()),
    prefetch: vi.fn(),
    bfcacheId: "",
  } satisfies AppRouterInstance;
  move("replaceState", at);
  const whole = (shown: ReactNode) => (
    <Page router={router}>
      <api.Provider client={client} queryClient={queryClient}>
        <QueryClientProvider client={queryClient}>{shown}</QueryClientProvider>
      </api.Provider>
      <Toaster />
    </Page>
  );
  const { container, rerender, unmount } = render(whole(part));
  return {
    user: userEvent.setup(),
    asked,
    paths: () => asked.map(([path]) => path),
    /** The inputs of the calls, of one path or of all. */
    inputs: (of?: string) => asked.filter(([path]) => path === (of ?? path)).map(([, input]) => input),
    queryClient,
    router,
    container,
    unmount,
    update: (next: ReactNode) => rerender(whole(next)),
  };
}

/** Follows a link to another page, and returns with the browser's Back. */
export async function leaveAndComeBack() {
  const { pathname } = window.location;
  window.history.pushState(null, "", "/elsewhere");
  window.history.back();
  await waitFor(() => expect(window.location.pathname).toBe(pathname));
}

// As Next does, shows the page what its own code writes into the history.
for (const how of ["pushState", "replaceState"] as const) {
  const write = window.history[how].bind(window.history);
  window.history[how] = (...entry) => {
    write(...entry);
    queueMicrotask(() => act(() => void window.dispatchEvent(new Event("address"))));
  };
}

/** All toasts so far, once they are shown: to see that there is none. */
export async function toastsSoFar() {
  act(() => toast.info("Later"));
  await waitFor(() => expect(toasts()[0]).toBe("Later"));
  return toasts().slice(1);
}

/** True if the browser would ask before it closes the tab. */
export const asksBeforeClosing = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
