import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, it, vi } from "vitest";
import { siteDefaults } from "@/content/site";
import { SectionForm } from "@/features/institute/components/section-form";
import type { EditedView } from "@/features/institute/schema";
import { RefusedError } from "@/trpc/failure";
import { drawnForm } from "../harness/drawn-form";

type Sent = { seen: number | null; base: string };

const page = vi.hoisted(() => ({
  save: undefined as ((given: Sent) => Promise<unknown>) | undefined,
  latest: undefined as unknown,
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({}) }));
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/features/institute/components/site-preview", () => ({ SitePreview: () => null }));
vi.mock("@/trpc/client", () => ({
  api: {
    useUtils: () => ({ institute: { get: { fetch: async () => page.latest } } }),
    institute: { save: { useMutation: () => ({ mutateAsync: (given: Sent) => page.save?.(given) }) } },
  },
}));

const found = { content: siteDefaults, draft: null, base: "a " } as EditedView;
const sent: Sent[] = [];

/** Saves the story after a colleague's save; `sent` then has the drafts that it named. */
async function saveAfter(latest: Partial<EditedView["content"]>) {
  page.latest = { content: { ...siteDefaults, ...latest }, draft: 1, base: "a b" };
  page.save = async ({ seen, base }) => {
    sent.push({ seen, base });
    if (seen === null) throw new RefusedError("Somebody has changed this.", [], "CONFLICT");
  };
  renderToStaticMarkup(createElement(SectionForm, { section: "story", found }));
  await drawnForm.send({});
}

beforeEach(() => void sent.splice(0));

it("a save of one part goes through after a colleague's save of another one", async () => {
  await saveAfter({ facts: { ...siteDefaults.facts, workingHours: "8 to 4" } });
  expect(sent).toEqual([
    { seen: null, base: "a " },
    { seen: 1, base: "a b" },
  ]);
});

it("a save of the part that a colleague has saved is refused", async () => {
  await expect(saveAfter({ story: { ...siteDefaults.story, founder: "Asha Rao" } })).rejects.toThrow("Somebody");
  expect(sent).toEqual([{ seen: null, base: "a " }]);
});
