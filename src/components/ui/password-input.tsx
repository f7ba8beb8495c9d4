"use client";

import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { controlStyle } from "./control-style";

/** A password with a button that shows it; hidden again whenever the screen is opened. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "className" | "type">) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;

  return (
    <div className="relative">
      <input
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        type={shown ? "text" : "password"}
        className={clsx(controlStyle, "pe-13")}
      />
      <button
        type="button"
        aria-label="Show password"
        aria-pressed={shown}
        aria-controls={props.id}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 end-0.5 my-auto grid size-11 place-items-center rounded-md text-ink-soft transition-colors hover:text-ink aria-pressed:text-accent"
      >
        <Icon aria-hidden className="size-5" />
      </button>
    </div>
  );
}
