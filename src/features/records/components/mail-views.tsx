import { Views } from "@/components/table/views";
import { copy } from "../messages";
import type { MailSummary } from "../schema";
import { type MailState, mailStates } from "../schema-states";
import { mailCopy } from "./mail-messages";

type MailViewsProps = { summary: MailSummary | undefined; chosen: MailState | "all" };

/** The number of emails in each state, as tabs; unusual states appear once an email is in one. */
export function MailViews({ summary, chosen }: MailViewsProps) {
  const total = summary && mailStates.reduce((sum, state) => sum + summary[state], 0);
  const usual = summary?.folder ? ["waiting", "failed", "kept"] : ["waiting", "sent", "failed"];
  const shown = mailStates.filter((state) => usual.includes(state) || state === chosen || (summary?.[state] ?? 0) > 0);
  return (
    <Views
      label={copy.filterMails}
      name="state"
      chosen={chosen === "all" ? "" : chosen}
      filters={[]}
      views={[
        { value: "", label: mailCopy.filters.all, count: total },
        ...shown.map((state) => ({
          value: state,
          label: mailCopy.filters[state],
          count: summary?.[state],
          urgent: state === "failed",
        })),
      ]}
    />
  );
}
