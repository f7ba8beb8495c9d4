import { Alert } from "@/components/ui/alert";
import { useClock } from "@/components/ui/clock";
import { Dialog } from "@/components/ui/dialog";
import { office as copy } from "../messages-office";
import { wordsOfWarning } from "../rules-office";
import type { Warning } from "../schema-warnings";
import type { useWarnings } from "./use-warnings";

/** Warnings, one per line. */
export function WarningLines({ warnings }: { warnings: readonly Warning[] }) {
  const clock = useClock();
  return (
    <ul className="grid gap-1">
      {warnings.map((warning) => (
        <li key={warning.code} className="wrap-anywhere">
          {wordsOfWarning(warning, clock)}
        </li>
      ))}
    </ul>
  );
}

/** Warnings about the typed values. */
export function TypedWarnings({ warnings }: { warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert tone="warning" title={copy.warnings.title}>
      <WarningLines warnings={warnings} />
    </Alert>
  );
}

/** Asks to confirm warnings before submitting. */
export function WarningsQuestion({ question }: { question: ReturnType<typeof useWarnings>["question"] }) {
  if (!question) return null;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || question.answer(false)}
      title={question.isChanged ? copy.changedQuestion : copy.question}
      description={<WarningLines warnings={question.warnings} />}
      confirmLabel={copy.goOn}
      confirmVariant="primary"
      cancelLabel={copy.goBack}
      onConfirm={() => question.answer(true)}
    />
  );
}
