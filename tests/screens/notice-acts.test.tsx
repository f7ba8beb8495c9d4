import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { NoticeScreen } from "@/features/notices/components/notice-view";
import type { NoticePage } from "@/features/notices/schema-office";
import { partOf } from "../harness/part-of";
import { show } from "../harness/screen";

const at = new Date("2026-11-29T09:00:00Z");
const notice: NoticePage = partOf({
  ...{ _id: "1", title: "Visit", text: "", blocks: [], files: [], audience: [], toStudents: true, toGuardians: true },
  ...{ mustConfirm: false, pinned: false, until: null, publishAt: null, publishedAt: at, tellAt: at, toldAt: at },
  ...{ remindedAt: null, isHeld: false, hasEnded: false, isMailOn: true, mails: {}, groupText: "" },
  ...{ reach: { students: 1 }, answers: { unread: 1, unconfirmed: 0, read: 0 } },
});

it.each([
  ["deleted", "draft", "Delete", "notices.remove"],
  ["reminded of", "published", "Remind the rest", "notices.remind"],
] as const)(
  "the version %s is the one that the dialog opened with, not one fetched behind it",
  async (_, state, word, path) => {
    const { queryClient, inputs } = show(
      <NoticeScreen found={{ ...notice, state, rowVersion: 2 }} places={null} now={Number(at)} maxMegabytes={32} />,
      { answers: { "notices.get": { ...notice, state, rowVersion: 3, title: "Visit on Monday" } } },
    );
    fireEvent.click(screen.getByRole("button", { name: word }));
    const dialog = await screen.findByRole("alertdialog");
    await queryClient.invalidateQueries();
    await screen.findByRole("heading", { level: 1, name: "Visit on Monday", hidden: true });
    fireEvent.click(within(dialog).getByRole("button", { name: word }));
    await waitFor(() => expect(inputs(path)).toEqual([{ id: "1", rowVersion: 2 }]));
  },
);
