import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { siteDefaults } from "@/content/site";
import { SectionForm } from "@/features/institute/components/section-form";
import { screens as copy } from "@/features/institute/messages-screens";
import type { EditedView } from "@/features/institute/schema";
import { partOf } from "../harness/part-of";
import { refusal, show, toasts } from "../harness/screen";

const found: EditedView = partOf({ content: siteDefaults, draft: null, base: "a " });

/** Saves the story after a colleague's save. */
function saveAfter(latest: Partial<EditedView["content"]>) {
  const now = { content: { ...siteDefaults, ...latest }, draft: 1, base: "a b" };
  const { inputs } = show(<SectionForm section="story" found={found} />, {
    answers: {
      "institute.get": now,
      "institute.save": ({ seen }: { seen: number | null }) =>
        seen === null ? refusal("CONFLICT", "Somebody has changed this.") : { ...now, draft: 2 },
    },
  });
  fireEvent.click(screen.getByText(copy.save));
  return () => inputs("institute.save");
}

it("a save of one part goes through after a colleague's save of another one", async () => {
  const sent = saveAfter({ facts: { ...siteDefaults.facts, workingHours: "8 to 4" } });
  await waitFor(() => expect(toasts()).toEqual([copy.saved]));
  const value = siteDefaults.story;
  expect(sent()).toMatchObject([
    { section: "story", value, seen: null, base: "a " },
    { section: "story", value, seen: 1, base: "a b" },
  ]);
});

it("a save of the part that a colleague has saved is refused", async () => {
  const sent = saveAfter({ story: { ...siteDefaults.story, founder: "Asha Rao" } });
  await screen.findByText("Somebody has changed this.");
  expect(sent()).toMatchObject([{ seen: null, base: "a " }]);
});
