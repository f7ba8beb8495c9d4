"use client";

import { Check } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Button } from "../ui/button";
import { takeLostFocus } from "../ui/take-focus";
import { useChanged } from "./use-changed";
import type { useServerForm } from "./use-server-form";

type ChangeFormProps = {
  form: ReturnType<typeof useServerForm>["form"] & { noValidate?: boolean };
  save: string;
  saving: string;
  busy: boolean;
  /** The last change was saved. */
  isSaved: boolean;
  className: string;
  children: ReactNode;
};

/** A form that changes what is saved. Its button appears, and says "Not saved yet", once there is something to save. */
export function ChangeForm({ form, save, saving, busy, isSaved, className, children }: ChangeFormProps) {
  const { isChanged, compare, remember } = useChanged(form.ref, isSaved);
  const hasButton = isChanged || busy;
  // The focus was on the button, which is gone after saving.
  useEffect(() => {
    if (isSaved && !hasButton) takeLostFocus(form.ref.current);
  }, [isSaved, hasButton, form.ref]);
  return (
    <form
      {...form}
      tabIndex={-1}
      // Otherwise a browser could fill in input from before a reload, which would look saved.
      autoComplete="off"
      onChange={({ currentTarget }) => compare(currentTarget)}
      onSubmit={(event) => {
        if (!busy) remember(event.currentTarget);
        void form.onSubmit(event);
      }}
      className={className}
    >
      {children}
      <div aria-live="polite" className="contents">
        {isSaved && !isChanged && !busy && (
          <p className="flex items-center gap-1.5 text-sm text-success">
            <Check aria-hidden className="size-4" />
            Saved
          </p>
        )}
      </div>
      {hasButton && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button type="submit" busy={busy} busyText={saving}>
            {save}
          </Button>
          {!busy && <p className="text-ink-soft text-sm">Not saved yet</p>}
        </div>
      )}
    </form>
  );
}
