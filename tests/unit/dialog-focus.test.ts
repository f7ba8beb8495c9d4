import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { Dialog } from "@/components/ui/dialog";
import { FormDialog } from "@/components/ui/form-dialog";

type Act = (event: object) => void;
type Part = { children?: ReactNode; onOpenAutoFocus?: Act; onKeyDown?: Act };

const drawn = vi.hoisted(() => {
  const content: { open?: Act | undefined; press?: Act | undefined } = {};
  const plain = ({ children }: Part) => children;
  const Content = ({ children, onOpenAutoFocus, onKeyDown }: Part) => {
    content.open = onOpenAutoFocus;
    content.press = onKeyDown;
    return children;
  };
  const parts = { Root: plain, Portal: plain, Overlay: plain, Title: plain, Description: plain };
  return { content, parts: { ...parts, Content, Close: plain, Cancel: plain } };
});
vi.mock("radix-ui/dialog", () => drawn.parts);
vi.mock("radix-ui/alert-dialog", () => drawn.parts);
vi.mock("@/components/ui/office-look", () => ({ officeLook: () => ({}) }));

const act = () => {};
const dialogs = {
  question: createElement(Dialog, {
    ...{ open: true, onOpenChange: act, title: "Delete?", description: "It is gone then.", confirmLabel: "Delete" },
    onConfirm: act,
  }),
  form: createElement(FormDialog, { ...{ title: "Answer", onClose: act, children: null } }),
};

it.each([
  ["question", "input", true],
  ["question", undefined, false],
  ["form", "input", true],
  ["form", "select", true],
  ["form", "textarea", true],
  ["form", undefined, false],
] as const)("a %s whose form begins with %s opens with the focus there: %s", (kind, field, isIn) => {
  vi.stubGlobal("document", { querySelector: () => null });
  onTestFinished(() => void vi.unstubAllGlobals());
  renderToStaticMarkup(dialogs[kind]);
  const focus = vi.fn();
  const preventDefault = vi.fn();
  const querySelector = (selector: string) => (field && selector.includes(field) ? { focus } : null);
  drawn.content.open?.({ currentTarget: { querySelector }, preventDefault });
  // Otherwise "Cancel" or the first button has the focus.
  expect([focus.mock.calls.length, preventDefault.mock.calls.length]).toEqual(isIn ? [1, 1] : [0, 0]);
});

it.each([
  ["held since before", "Enter", true, "input", true],
  ["pressed", "Enter", false, "input", false],
  ["held in a text", "Enter", true, "textarea", false],
  ["of another key that is held", "a", true, "input", false],
])("only a held Enter sends no form: %s (%s, repeated: %s, in %s)", (_, key, repeat, field, isStopped) => {
  class HTMLTextAreaElement {}
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("HTMLTextAreaElement", HTMLTextAreaElement);
  onTestFinished(() => void vi.unstubAllGlobals());
  renderToStaticMarkup(dialogs.form);
  const preventDefault = vi.fn();
  const target = field === "textarea" ? new HTMLTextAreaElement() : {};
  drawn.content.press?.({ key, repeat, target, preventDefault });
  expect(preventDefault.mock.calls.length).toBe(isStopped ? 1 : 0);
});
