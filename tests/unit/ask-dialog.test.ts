import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { AskDialog } from "@/components/form/ask-dialog";

type Part = { busy: boolean; error: string | undefined; onConfirm: () => void };

const drawn = vi.hoisted((): { part: Part | undefined } => ({ part: undefined }));
vi.mock("@/components/ui/dialog", () => ({ Dialog: (part: Part) => Object.assign(drawn, { part }) && null }));

const words = { open: true, onOpenChange() {}, title: "Undo it?", description: "", confirmLabel: "Undo" };

/** What two presses of its button send, and how the dialog looks. */
function ask(input: { id: string } | undefined, { isPending = false, isError = false }) {
  const mutateAsync = vi.fn((_: { id: string }) => new Promise(() => {}));
  const of = { isPending, isError, mutateAsync };
  renderToStaticMarkup(createElement(AskDialog<{ id: string }>, { ...words, of, input, failed: "Not now." }));
  drawn.part?.onConfirm();
  drawn.part?.onConfirm();
  return { sent: mutateAsync.mock.calls.flat(), busy: drawn.part?.busy, error: drawn.part?.error };
}

it("a question that is confirmed twice sends its input once, and nothing without an input", () => {
  expect(ask({ id: "1" }, {})).toEqual({ sent: [{ id: "1" }], busy: false, error: undefined });
  expect(ask(undefined, {}).sent).toEqual([]);
});

it("a question is busy while its work is pending, and says what failed", () => {
  expect(ask({ id: "1" }, { isPending: true })).toMatchObject({ busy: true, error: undefined });
  expect(ask({ id: "1" }, { isError: true })).toMatchObject({ busy: false, error: "Not now." });
});
