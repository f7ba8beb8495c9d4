import { expect, it, vi } from "vitest";
import { AskDialog } from "@/components/form/ask-dialog";
import { Button } from "@/components/ui/button";
import { NoticeActs } from "@/features/notices/components/notice-acts";
import type { NoticePage } from "@/features/notices/schema-office";
import { partOf } from "../harness/part-of";
import { draw, elementsOf } from "../harness/states";

// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useState: (await import("../harness/states")).useState,
}));
vi.mock("@/features/notices/components/use-done", () => ({ useDone: () => () => {}, useActOptions: () => ({}) }));
vi.mock("@/trpc/client", () => {
  const act = { useMutation: () => ({}) };
  return { api: { notices: { remove: act, remind: act } } };
});

const at = new Date("2026-11-29T09:00:00Z");
const notice: NoticePage = partOf({
  ...{ _id: "1", rowVersion: 1, audience: [], answers: { unread: 1, unconfirmed: 0 }, mustConfirm: false },
  ...{ toldAt: at, remindedAt: null, hasEnded: false, isMailOn: true },
});

it.each([
  ["deleted", "draft", "Delete"],
  ["reminded of", "published", "Remind"],
] as const)("the version %s is the one that the dialog opened with, not one fetched behind it", (_, state, word) => {
  let asked: "remove" | "remind" | undefined;
  const drawn = (rowVersion: number) =>
    draw(() =>
      NoticeActs({
        notice: { ...notice, state, rowVersion },
        asked,
        onAsk: (act) => {
          asked = act as typeof asked;
        },
        isChanged: false,
      }),
    );
  const asking = (rowVersion: number) =>
    elementsOf(AskDialog<unknown>, drawn(rowVersion)).find(({ props }) => props.open)?.props.input;
  const button = elementsOf(Button, drawn(2)).find(({ props }) => String(props.children).startsWith(word));
  button?.props.onClick?.(partOf({}));
  expect([asking(2), asking(3)]).toEqual([
    { id: "1", rowVersion: 2 },
    { id: "1", rowVersion: 2 },
  ]);
});
