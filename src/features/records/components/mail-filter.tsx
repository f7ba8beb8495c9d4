import { Mails } from "lucide-react";
import { copy } from "../messages";
import type { MailState, MailSummary } from "../schema";
import { stateIcons } from "./mail-badge";

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
    { choice: "all", label: copy.allMails, count: total },
    ...shown.map((state) => ({ choice: state, label: copy.mailStates[state], count: summary?.[state] })),
  ];
  return (
    <fieldset>
      <legend className="sr-only">{copy.filterMails}</legend>
      <div className="grid grid-cols-2 gap-3 md:auto-cols-fr md:grid-flow-col md:grid-cols-none">
        {choices.map(({ choice, label, count }) => (
          <label
            key={choice}
            className="relative grid cursor-pointer gap-1 rounded-lg border border-line bg-surface px-4 py-3.5 transition-colors hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-accent sm:px-5"
          >
            <input
              type="radio"
              name="state"
              value={choice}
              checked={choice === value}
              onChange={() => onChange(choice)}
              className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            />
            <span className="figures font-semibold text-2xl">{count ?? "–"}</span>
            <span className="flex items-center gap-2 text-ink-soft text-sm [&_svg]:size-4">
              {choice === "all" ? <Mails aria-hidden /> : stateIcons[choice]}
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
