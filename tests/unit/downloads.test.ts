import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { useDownload } from "@/components/form/use-download";
import { RefusedError } from "@/trpc/failure";

it("a download that is pressed twice is requested once, and its refusal is noticed like that of a form", async () => {
  const client = new QueryClient();
  const refused = () => Promise.reject(new RefusedError("Please log in first."));
  const kept: { save?: () => void } = {};
  function Part() {
    kept.save = useDownload(refused, { failed: "Not downloaded." }).save;
    return null;
  }
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, createElement(Part)));
  kept.save?.();
  kept.save?.();
  const failures = () => client.getMutationCache().getAll();
  await expect.poll(() => failures().map(({ state }) => state.error?.message)).toEqual(["Please log in first."]);
});
