"use client";

import { clsx } from "clsx";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { FoundCount } from "@/components/table/table-states";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { mostSuggested } from "@/lib/fields";
import { stepFrom } from "@/lib/list-step";
import { adding } from "../messages-add";
import { useSuggestedStudents } from "./use-who";
import { addressOf, placeOf } from "./who-line";

type StudentAddressProps = {
  error: string | undefined;
  typed: string;
  onType: (text: string) => void;
  onChoose: (className: string) => void;
  /** The address is a guardian's: the result is this child's. */
  onChild: (id: string) => void;
};

/** The student's address; while it is incomplete, students of that name are suggested. */
export function StudentAddress({ error, typed, onType, onChoose, onChild }: StudentAddressProps) {
  const input = useRef<HTMLInputElement>(null);
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const suggested = useSuggestedStudents(typed.trim());
  const options = isOpen && suggested ? suggested.slice(0, mostSuggested) : [];

  function type(text: string) {
    onType(text);
    setActive(-1);
    setOpen(true);
  }

  function choose({ _id, email, guardian, className, proposedClass }: (typeof options)[number]) {
    if (email === null) return;
    if (input.current) input.current.value = email;
    onType(email);
    if (guardian !== null) onChild(_id);
    const known = className ?? proposedClass;
    if (known !== null) onChoose(known);
    setOpen(false);
  }

  function press(event: KeyboardEvent) {
    const step = stepFrom(event.key, active, options.length);
    if (step !== undefined) {
      event.preventDefault();
      setActive(step);
      document.getElementById(`${id}-${step}`)?.scrollIntoView({ block: "nearest" });
    }
    const chosen = options[active];
    if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(chosen);
    }
    if (event.key === "Escape") setOpen(false);
  }

  return (
    <div className="relative">
      <Field label="Student Email" error={error}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="studentEmail"
            type="email"
            autoComplete="off"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={options.length > 0}
            aria-controls={id}
            aria-activedescendant={options[active] && `${id}-${active}`}
            // React would not report the same text after a reset as a change.
            onInput={({ currentTarget }) => type(currentTarget.value)}
            onKeyDown={press}
            onBlur={() => setOpen(false)}
          />
        )}
      </Field>
      <FoundCount count={options.length || undefined} hasMore={(suggested?.length ?? 0) > mostSuggested} />
      <div
        className={clsx(
          "absolute inset-x-0 top-full z-10 mt-1 rounded-md border border-line bg-surface p-1 shadow-float",
          options.length === 0 && "hidden",
        )}
      >
        <div id={id} role="listbox" aria-label={adding.suggested} className="grid">
          {options.map((one, index) => (
            <button
              key={one._id}
              type="button"
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              aria-disabled={one.email === null}
              tabIndex={-1}
              className={clsx(
                "grid min-h-11 content-center text-start rounded-sm px-3 py-1.5 text-sm leading-snug",
                one.email === null ? "cursor-default" : "hover:bg-sunken",
                index === active && "bg-accent-soft",
              )}
              // The field keeps the focus, so that its blur does not close the list first.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              <span className="truncate">
                <strong dir="auto">{one.name}</strong>, {placeOf(one)}
              </span>
              <span className={clsx("text-ink-soft text-xs", one.email !== null && "truncate")}>{addressOf(one)}</span>
            </button>
          ))}
        </div>
        {suggested && suggested.length > mostSuggested && (
          <p className="px-3 py-1.5 text-ink-soft text-xs">{adding.firstOnes(mostSuggested)}</p>
        )}
      </div>
    </div>
  );
}
