"use client";

import { useEffect, useRef } from "react";
import type { CellField } from "./sheet-cells";
import type { SheetStore } from "./sheet-store";

type SheetCellProps = {
  store: SheetStore;
  id: string;
  field: CellField;
  value: string;
  /** The server's value, which the input starts with. */
  known: string;
  label: string;
  isReadOnly: boolean;
  describedBy?: string | undefined;
  invalid?: boolean;
  className: string;
};

/** The input keeps its own text; it is only overwritten by a paste, by others, or by Escape. */
export function SheetCell({
  store,
  id,
  field,
  value,
  known,
  label,
  isReadOnly,
  describedBy,
  invalid,
  className,
}: SheetCellProps) {
  const input = useRef<HTMLInputElement>(null);
  const before = useRef<ReturnType<SheetStore["row"]>["typed"]>(undefined);
  useEffect(() => {
    if (input.current && input.current.value !== value) input.current.value = value;
  }, [value]);
  return (
    <input
      ref={input}
      data-student={id}
      data-field={field}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      defaultValue={known}
      readOnly={isReadOnly}
      inputMode={field === "text" ? "decimal" : "text"}
      enterKeyHint="next"
      autoComplete="off"
      autoCapitalize={field === "text" ? "none" : "sentences"}
      spellCheck={field === "remark"}
      onFocus={({ currentTarget }) => {
        before.current = undefined;
        if (field === "text") currentTarget.select();
      }}
      onInput={({ currentTarget }) => {
        before.current ??= store.row(id).typed;
        store.type(id, field, currentTarget.value);
      }}
      onBlur={() => store.leave(id, field, before.current)}
      className={className}
    />
  );
}
