import { useMutation } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { AskDialog } from "@/components/form/ask-dialog";
import { Dialog } from "@/components/ui/dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { later, noAnswer, show } from "../harness/screen";

const words = { open: true, onOpenChange() {}, title: "Undo it?", description: "", confirmLabel: "Undo" };

it.each([
  ["question", "input", "First"],
  ["question", undefined, "Cancel"],
  ["form", "input", "First"],
  ["form", "select", "First"],
  ["form", "textarea", "First"],
  ["form", undefined, "Close"],
] as const)("a %s whose form begins with %s opens with the focus on “%s”", (kind, Field, focused) => {
  const form = <form>{Field && <Field aria-label="First" />}</form>;
  const question = <Dialog {...words} description={form} onConfirm={() => {}} />;
  show(
    kind === "form" ? (
      <FormDialog title="Answer" onClose={() => {}}>
        {form}
      </FormDialog>
    ) : (
      question
    ),
  );
  const named = Field ? screen.getByLabelText(focused) : screen.getByRole("button", { name: focused });
  expect(document.activeElement).toBe(named);
});

it.each([
  ["held since before", "Enter", true, "input", true],
  ["pressed", "Enter", false, "input", false],
  ["held in a text", "Enter", true, "textarea", false],
  ["of another key that is held", "a", true, "input", false],
] as const)("only a held Enter sends no form: %s (%s, repeated: %s, in %s)", (_, key, repeat, Field, isStopped) => {
  show(
    <FormDialog title="Answer" onClose={() => {}}>
      <form>
        <Field aria-label="First" />
      </form>
    </FormDialog>,
  );
  // A browser submits the form unless the event is cancelled.
  expect(fireEvent.keyDown(screen.getByLabelText("First"), { key, repeat })).toBe(!isStopped);
});

type Input = { id: string };
type QuestionProps = { send: (input: Input) => Promise<unknown>; input?: Input };

function Question({ send, input }: QuestionProps) {
  const of = useMutation({ mutationFn: send });
  return <AskDialog {...words} of={of} input={input} failed="Not now." />;
}

const undo = () => screen.getByRole("button", { name: "Undo" });

it("a question that is confirmed twice sends its input once, and nothing without an input", async () => {
  const sent: unknown[] = [];
  const send = (input: Input) => {
    sent.push(input);
    return new Promise(() => {});
  };
  const { update } = show(<Question send={send} />);
  fireEvent.click(undo());
  update(<Question send={send} input={{ id: "1" }} />);
  fireEvent.click(undo());
  fireEvent.click(undo());
  await waitFor(() => expect(undo().getAttribute("aria-busy")).toBe("true"));
  expect(sent).toEqual([{ id: "1" }]);
});

it("a question is busy while its work is pending, and says what failed", async () => {
  const { promise, reject } = later();
  const send = vi.fn(() => promise);
  show(<Question send={send} input={{ id: "1" }} />);
  fireEvent.click(undo());
  await waitFor(() => expect(undo().getAttribute("aria-busy")).toBe("true"));
  expect(screen.queryByText("Not now.")).toBeNull();
  reject(noAnswer());
  await screen.findByText("Not now.");
  expect(undo().getAttribute("aria-busy")).toBeNull();
});
