import { fireEvent, screen, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { HoneypotField } from "@/components/form/honeypot-field";
import { usePublicForm } from "@/components/form/use-public-form";
import { useServerForm } from "@/components/form/use-server-form";
import { useAddress } from "@/components/table/address";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { StudentActions } from "@/features/students/components/student-actions";
import type { StudentView } from "@/features/students/schema";
import { RefusedError } from "@/trpc/failure";
import { partOf } from "../harness/part-of";
import { later, noAnswer, refusal, show, toasts, toastsSoFar } from "../harness/screen";

/** A page that a link leaves and brings back. */
function Leavable({ children }: { children: ReactNode }) {
  const [isThere, setIsThere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setIsThere(!isThere)}>
        {isThere ? "Leave" : "Come back"}
      </button>
      {isThere && children}
    </>
  );
}

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

function Edit({ send, onDone }: { send: () => Promise<unknown>; onDone?: () => unknown }) {
  const { form, busy, isDone } = useServerForm({ fields: ["name"], send, ...(onDone && { onDone }) });
  return (
    <form {...form} aria-label="Edit">
      <Button type="submit" busy={busy} busyText="Saving …">
        Save
      </Button>
      {isDone && <p>Saved.</p>}
    </form>
  );
}

it("a form is not sent again until the work after its success has ended", async () => {
  const send = vi.fn(async () => "saved");
  const { promise, resolve } = later<void>();
  const onDone = vi.fn(() => promise);
  show(<Edit send={send} onDone={onDone} />);
  const form = screen.getByRole("form", { name: "Edit" });
  fireEvent.submit(form);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  fireEvent.submit(form);
  expect(send).toHaveBeenCalledOnce();
  expect(screen.queryByText("Saved.")).toBeNull();
  resolve();
  await screen.findByText("Saved.");
  fireEvent.submit(form);
  expect(send).toHaveBeenCalledTimes(2);
});

const unknown = "No answer came to the form you left. Please check whether it was done.";

describe("a form that fails", () => {
  it("while it is there shows no toast", async () => {
    const { promise, reject } = later();
    show(<Edit send={() => promise} />);
    press("Save");
    reject(noAnswer());
    await screen.findByRole("button", { name: "Save" });
    expect(await toastsSoFar()).toEqual([]);
  });

  it.each([
    [noAnswer(), unknown],
    [refusal("CONFLICT", "It has changed."), "The form you left did not go through. It has changed."],
    [refusal("REQUEST_IN_PROGRESS", "Press again."), unknown],
    [new RefusedError("It is taken."), "The form you left did not go through. It is taken."],
  ])("after it was left with %s says: %s", async (error, said) => {
    const { promise, reject } = later();
    show(
      <Leavable>
        <Edit send={() => promise} />
      </Leavable>,
    );
    press("Save");
    press("Leave");
    reject(error);
    await waitFor(() => expect(toasts()).toEqual([said]));
  });
});

describe("a form for visitors", () => {
  const fields = ["name"] as const;
  function Contact({ call }: { call: () => Promise<unknown> }) {
    const { form, honeypot, isDone } = usePublicForm(fields, call, "Message sent");
    return (
      <form {...form}>
        <input aria-label="Name" name="name" />
        <HoneypotField ref={honeypot} />
        <button type="submit">Send</button>
        {isDone && <p>Thank you.</p>}
      </form>
    );
  }
  const name = () => screen.getByLabelText<HTMLInputElement>("Name").value;
  const contact = (call: () => Promise<unknown>) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const { user } = show(
      <Leavable>
        <Contact call={call} />
      </Leavable>,
    );
    // Nobody has filled in the form in less time, so that it would wait before it is sent.
    vi.advanceTimersByTime(2_000);
    return user;
  };

  it.each([
    [noAnswer(), unknown],
    [
      refusal("CONFLICT", "That address is known."),
      "The form you left did not go through. Something went wrong. Please try again.",
    ],
    [
      refusal("TOO_MANY_REQUESTS", "Please try again in 60 minutes."),
      "The form you left did not go through. Please try again in 60 minutes.",
    ],
  ])("that was left and fails with %s says only: %s", async (error, said) => {
    const user = contact(() => Promise.reject(error));
    await user.type(screen.getByLabelText("Name"), "Asha");
    press("Send");
    press("Leave");
    await waitFor(() => expect(toasts()).toEqual([said]));
    press("Come back");
    expect(name()).toBe("Asha");
  });

  it("that was left and succeeds says so, and is empty when its visitor comes back", async () => {
    const user = contact(async () => {});
    await user.type(screen.getByLabelText("Name"), "Asha");
    press("Send");
    press("Leave");
    await waitFor(() => expect(toasts()).toEqual(["Message sent"]));
    press("Come back");
    expect(name()).toBe("");
  });

  it("that is there and succeeds shows no toast", async () => {
    const user = contact(async () => {});
    await user.type(screen.getByLabelText("Name"), "Asha");
    press("Send");
    await screen.findByText("Thank you.", {});
    expect(await toastsSoFar()).toEqual([]);
  });
});

it("a dialog cannot be closed while work is under way", async () => {
  const { promise, reject } = later();
  const onClose = vi.fn();
  const { user } = show(
    <FormDialog title="Edit" onClose={onClose}>
      <Edit send={() => promise} />
    </FormDialog>,
  );
  press("Save");
  await user.keyboard("{Escape}");
  press("Close");
  expect(onClose).not.toHaveBeenCalled();
  reject(noAnswer());
  await screen.findByRole("button", { name: "Save" });
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("a late answer leads nobody back to a page that they have left", () => {
  function List() {
    const { go } = useAddress();
    return (
      <button type="button" onClick={() => go({ q: "rao" })}>
        Search
      </button>
    );
  }
  show(<List />, { at: "/admin/students" });
  const search = screen.getByRole("button", { name: "Search" });
  fireEvent.click(search);
  expect(window.location.href).toMatch(/\/admin\/students\?q=rao$/);
  window.history.pushState(null, "", "/admin/students/dev");
  fireEvent.click(search);
  expect(window.location.href).toMatch(/\/admin\/students\/dev$/);
});

describe("the answer to an edit", () => {
  const known = { _id: "asha", name: "Asha Rao", state: "current", login: "none", email: null, rowVersion: 1 } as const;
  const student: StudentView = partOf({ ...known, enrolments: [] });

  async function edited(leave: (user: ReturnType<typeof show>["user"]) => Promise<unknown>) {
    const { promise, resolve } = later();
    const { user } = show(<StudentActions student={student} yearBegins={undefined} letter={null} />, {
      at: "/admin/students/asha?do=edit",
      answers: { "students.edit": () => promise },
    });
    const field = await screen.findByLabelText("Name");
    await user.clear(field);
    await user.type(field, "Asha Roy");
    press("Save");
    await leave(user);
    resolve(student);
    await waitFor(() => expect(toasts()).toHaveLength(1));
  }

  it("closes its own dialog", async () => {
    await edited(async () => {});
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(window.location.search).toBe("");
  });

  it("leaves another one open", async () => {
    await edited(async () => window.history.replaceState(null, "", "?do=move"));
    expect(window.location.search).toBe("?do=move");
  });
});
