import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { NoticesMark } from "@/features/notices/components/notices-mark";
import { OwnNotice } from "@/features/notices/components/own-notice";
import { OwnNotices } from "@/features/notices/components/own-notices";
import { mark } from "@/features/notices/messages-mark";
import type { OwnNoticeView } from "@/features/notices/schema";
import { later, noAnswer, show } from "../harness/screen";

const confirmedAt = new Date("2026-11-29");

const above = { href: "/", label: "Notices" };

/** The notice for several children, for some of whom it is confirmed. */
const noticeOf = (confirmed: boolean[], more: Partial<OwnNoticeView> = {}): OwnNoticeView => ({
  ...{ _id: "1", title: "Visit", blocks: [], files: [], version: 1, state: "published", reason: null, isNew: true },
  ...{ publishedAt: confirmedAt, changedAt: null, pinned: false, mustConfirm: true },
  of: confirmed.map((is, index) => ({
    ...{ studentId: `${index}`, name: `Child ${index}` },
    confirmedAt: is ? confirmedAt : null,
  })),
  ...more,
});

function showNotice(found: OwnNoticeView, answers: Record<string, unknown>) {
  return show(<OwnNotice found={found} above={above} />, { answers });
}

const confirmFor = (child: number) =>
  fireEvent.click(screen.getByRole("button", { name: `I have read this for Child ${child}` }));

const lineOf = (child: number) => screen.getByText(`Child ${child}:`).closest("p");

it("a confirmation that failed says so until it is stored, and takes the focus once it is", async () => {
  let stored = noticeOf([false, false]);
  const answers = { "notices.confirm": noAnswer(), "notices.getMine": () => stored };
  const { queryClient } = showNotice(stored, answers);
  const button = screen.getByRole("button", { name: "I have read this for Child 0" });
  button.focus();
  confirmFor(0);
  await screen.findByRole("alert");
  expect(screen.queryByRole("status")).toBeNull();

  stored = noticeOf([false, true]);
  await queryClient.invalidateQueries();
  await screen.findByText("Child 1:");
  expect(screen.getByRole("alert")).toBeTruthy();
  expect(document.activeElement).toBe(button);

  stored = noticeOf([true, true]);
  await queryClient.invalidateQueries();
  await screen.findByText("Child 0:");
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(lineOf(0));
});

it("a confirmation that succeeds takes the focus, and one that was there before does not", async () => {
  const { unmount } = showNotice(noticeOf([true]), {});
  expect(lineOf(0)).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
  unmount();
  showNotice(noticeOf([false, false]), { "notices.confirm": noticeOf([true, false]) });
  confirmFor(0);
  await waitFor(() => expect(document.activeElement).toBe(screen.queryByText("Child 0:")?.closest("p")));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a phone shows that a confirmation failed: it is told above the buttons", async () => {
  showNotice(noticeOf([false, false]), { "notices.confirm": noAnswer() });
  confirmFor(0);
  const alert = await screen.findByRole("alert");
  for (const button of screen.getAllByRole("button"))
    expect(alert.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const newest = noticeOf([true], { title: "Visit on Monday", version: 2 });

/** The notice with the list of notices and the number of unread ones, which the shell of the page has. */
function showAmongOthers(found: OwnNoticeView, answers: Record<string, unknown>) {
  return show(
    <>
      <NoticesMark counted={1} />
      <OwnNotices
        asked={1}
        found={{ items: [found], page: 1, total: 1, unread: 1 }}
        path="/user/notices"
        hint="Nothing is here."
      />
      <OwnNotice found={found} above={above} />
    </>,
    {
      answers: {
        "notices.unread": { unread: 0 },
        "notices.mine": { items: [newest], page: 1, total: 1, unread: 0 },
        ...answers,
      },
    },
  );
}

async function expectNewest() {
  await screen.findByRole("heading", { level: 1, name: "Visit on Monday" });
  await screen.findByRole("link", { name: /Visit on Monday/ });
  await waitFor(() => expect(screen.queryByText(`, ${mark.unread(1)}`)).toBeNull());
}

it.each<[string, Partial<OwnNoticeView>]>([
  ["changed", { version: 1 }],
  ["published again", { version: 2, state: "withdrawn", reason: "Rain" }],
])(
  "a notice that was %s meanwhile and is opened is shown in its newest version, and the list and the number of unread ones change",
  async (_, more) => {
    const { promise, resolve } = later();
    showAmongOthers(noticeOf([false], more), { "notices.open": () => promise });
    expect(screen.getByText(`, ${mark.unread(1)}`)).toBeTruthy();
    resolve(newest);
    await expectNewest();
  },
);

it("a notice that is confirmed is shown in its newest version, and the list and the number of unread ones change", async () => {
  showAmongOthers(noticeOf([false]), { "notices.confirm": newest });
  confirmFor(0);
  await expectNewest();
  expect(lineOf(0)).toBeTruthy();
});

it("a notice that was confirmed before it was noted as opened stays confirmed", async () => {
  const { promise, resolve } = later();
  const unconfirmed = noticeOf([false]);
  showAmongOthers(unconfirmed, {
    "notices.open": () => promise,
    "notices.confirm": noticeOf([true]),
    "notices.unread": vi.fn().mockReturnValueOnce({ unread: 2 }).mockReturnValue({ unread: 3 }),
  });
  confirmFor(0);
  await screen.findByText(`, ${mark.unread(2)}`);
  resolve(unconfirmed);
  await screen.findByText(`, ${mark.unread(3)}`);
  expect(lineOf(0)).toBeTruthy();
});

it("a printed notice names its files", () => {
  showNotice(noticeOf([], { files: [{ name: "plan.pdf", href: "/files/1", kind: "pdf", size: 2048 }] }), {});
  const link = screen.getByRole("link", { name: /plan\.pdf/ });
  expect(link.closest(".print\\:hidden")).toBeNull();
});
