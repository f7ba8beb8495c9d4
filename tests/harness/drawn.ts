import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import { TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { AppRouterContext, type AppRouterInstance } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { api } from "@/trpc/client";
import { partOf } from "./part-of";

export type Known = [key: QueryKey, data: unknown][];

type Around = {
  answers?: Record<string, unknown>;
  known?: Known;
  queryClient?: QueryClient;
  router?: Partial<AppRouterInstance>;
};

/**
 * Renders a part of a page. Returns its markup, its calls and the query client.
 * @param answers the server's answers by the path of the call; an Error fails the call, and a call without an answer stays open
 * @param known data that has already been read
 * @param router the page's router; by default there is none
 */
export function drawn(part: ReactNode, around: Around = {}) {
  const { answers = {}, known = [], queryClient = new QueryClient(), router } = around;
  const asked: [path: string, input: unknown][] = [];
  for (const [key, data] of known) queryClient.setQueryData(key, data);
  const client = api.createClient({
    links: [
      () =>
        ({ op: { path, input } }) =>
          observable((observer) => {
            asked.push([path, input]);
            if (!(path in answers)) return;
            const answer = answers[path];
            if (answer instanceof Error) return observer.error(TRPCClientError.from(answer));
            observer.next({ result: { type: "data", data: answer } });
            observer.complete();
          }),
    ],
  });
  const routed = router
    ? createElement(AppRouterContext.Provider, { value: partOf<AppRouterInstance>(router) }, part)
    : part;
  const children = createElement(QueryClientProvider, { client: queryClient }, routed);
  const html = renderToStaticMarkup(createElement(api.Provider, { client, queryClient, children }));
  return { html, asked, queryClient };
}
