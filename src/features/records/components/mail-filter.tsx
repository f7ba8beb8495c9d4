import { Mails } from "lucide-react";
import { copy } from "../messages";
import type { MailState, MailSummary } from "../schema";
import { stateIcons } from "./mail-badge";
import { mailCopy } from "./mail-messages";

// Not the schema's list, which would load the validator.
const mailStates = ["waiting", "sent", "failed", "kept", "held", "gathered"] as const satisfies readonly MailState[];

type Choice = MailState | "all";

type MailFilterProps = { summary: MailSummary | undefined; value: Choice; onChange: (value: Choice) => void };

/** The number of emails in each state; a click filters by it. */
export function MailFilter({ summary, value, onChange }: MailFilterProps) {
  const total = summary && mailStates.reduce((sum, state) => sum + summary[state], 0);
  const usual = summary?.folder ? ["waiting", "failed", "kept"] : ["waiting", "sent", "failed"];
  const shown = mailStates.filter((state) => usual.includes(state) || state === value || (summary?.[state] ?? 0) > 0);
  const choices: { choice: Choice; label: string; count: number | undefined }[] = [
    { choice: "all", label: mailCopy.filters.all, count: total },
    ...shown.map((state) => ({ choice: state, label: mailCopy.filters[state], count: summary?.[state] })),
  ];
  return (
    <fieldset>
      <legend className="sr-only">{copy.filterMails}</legend>
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
        {choices.map(({ choice, label, count }) => (
          <label
            key={choice}
            className="relative flex min-h-11 cursor-pointer items-center gap-1.5 rounded-md border border-line bg-surface px-3 text-sm transition-colors dense:min-h-9 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-accent [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-soft"
          >
            <input
              type="radio"
              name="state"
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            {choice === "all" ? <Mails aria-hidden /> : stateIcons[choice]}
            <span className="figures font-semibold">{count ?? "–"}</span>
            <span className="text-ink-soft">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
