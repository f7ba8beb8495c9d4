"use client";

import { clsx } from "clsx";
import { Lock, Mail } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { takeLostFocus } from "@/components/ui/take-focus";
import { api } from "@/trpc/client";
import { deskCopy as copy } from "../messages-desk";
import type { ApplicationView } from "../schema-desk";
import { MoveForm } from "./move-form";
import { NoteForm } from "./note-form";
import { useDeskChanged } from "./use-desk-changed";

const tabs = [
  { value: "message", label: copy.tabs.message, Icon: Mail },
  { value: "note", label: copy.tabs.note, Icon: Lock },
] as const;

/** Writes a message or takes the next step. Messages to the family and internal notes are two tabs that look different. */
export function Composer({ application }: { application: ApplicationView }) {
  const [tab, setTab] = useState<(typeof tabs)[number]["value"]>("message");
  // Reset the form that was sent; keep what is typed in the other one.
  const [rounds, setRounds] = useState({ message: 0, note: 0 });
  const { services } = api.useUtils();
  const deskChanged = useDeskChanged();

  function done(found: ApplicationView) {
    services.get.setData({ id: found._id }, found);
    deskChanged();
    setRounds({ ...rounds, [tab]: rounds[tab] + 1 });
  }

  const showTab = useEffectEvent(() => takeLostFocus(document.getElementById(`tab-${tab}`)));
  // The pressed button disappears with its form.
  useEffect(() => {
    if (rounds.message + rounds.note > 0) showTab();
  }, [rounds]);

  return (
    <section aria-label={copy.answerTitle} className="overflow-hidden rounded-md border border-line-strong bg-surface">
      <div role="tablist" aria-label={copy.answerTitle} className="flex *:grow">
        {tabs.map(({ value, label, Icon }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`tab-${value}`}
            aria-selected={tab === value}
            aria-controls="composer"
            tabIndex={tab === value ? 0 : -1}
            onClick={() => setTab(value)}
            onKeyDown={({ key, currentTarget }) => {
              if (key !== "ArrowLeft" && key !== "ArrowRight") return;
              setTab(value === "note" ? "message" : "note");
              const other = currentTarget.nextElementSibling ?? currentTarget.previousElementSibling;
              if (other instanceof HTMLElement) other.focus();
            }}
            className={clsx(
              "flex min-h-11 items-center justify-center gap-2 border-t-3 px-1.5 text-sm max-md:text-xs focus-visible:-outline-offset-3 dense:min-h-9",
              tab === value
                ? "border-accent font-semibold text-accent"
                : "border-transparent bg-sunken text-ink-soft hover:text-ink",
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {label}
          </button>
        ))}
      </div>
      <div
        id="composer"
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        className={clsx("p-3", tab === "note" && "bg-warn-soft")}
      >
        <div hidden={tab !== "message"}>
          <MoveForm key={rounds.message} application={application} onDone={done} />
        </div>
        <div hidden={tab !== "note"}>
          <NoteForm key={rounds.note} id={application._id} onDone={done} />
        </div>
      </div>
    </section>
  );
}
