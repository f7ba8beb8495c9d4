import { QueryClient } from "@tanstack/react-query";
import { getQueryKey } from "@trpc/react-query";
import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { ImportPage } from "@/features/imports/components/import-page";
import { screens as copy } from "@/features/imports/messages-screens";
import type { ImportView } from "@/features/imports/schema";
import { api } from "@/trpc/client";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

vi.mock("next/navigation", async (original) => ({ ...(await original<object>()), useRouter: () => ({}) }));

const lost = new Error("Failed to fetch");
const others = Object.assign(new Error("There is no such task."), { data: { code: "NOT_FOUND", httpStatus: 404 } });
const unknown = "The progress could not be loaded.";
const running = { _id: "1", words: "Importing students", state: "running", done: 300, total: 3000 };

/** Which of these texts the page of an import shows after the progress of its task could not be read. */
function shownAfter(error: Error, data?: object) {
  const view = { _id: "1", fileName: "list.csv", state: "undone" as const, taskId: "1" };
  const queryClient = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } });
  const key = getQueryKey(api.tasks.get, { id: "1" }, "query");
  const query = queryClient.getQueryCache().build(queryClient, { queryKey: key });
  query.setState({ ...query.state, ...(data && { data }), status: "error", error });
  const known: ImportView = partOf({ ...view, columns: [], leftOver: [], rows: 0, reversed: 0 });
  const { html } = drawn(createElement(ImportPage, { known, years: [], currentId: null }), { queryClient });
  return [unknown, running.words, copy.another].filter((words) => html.includes(words));
}

it.each([
  ["is still shown after a lost poll", lost, running, [running.words]],
  ["is called unknown if it could never be read", lost, undefined, [unknown]],
  ["is not shown to a colleague, who sees the import as it is", others, undefined, [copy.another]],
])("the progress of an import %s", (_, error, data, shown) => {
  expect(shownAfter(error, data)).toEqual(shown);
});
