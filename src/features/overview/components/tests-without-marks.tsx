import { ClipboardCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/clock";
import { EmptyState } from "@/components/ui/empty-state";
import { shownDay } from "@/lib/dates";
import { copy } from "../messages";
import type { TestsWithoutMarks as Tests } from "../schema";

/** The tests without an exam, with links to create one. */
export function TestsWithoutMarks({ tests }: { tests: Tests }) {
  if (tests.length === 0) return <EmptyState icon={<ClipboardCheck />} title={copy.noTests} hint={copy.noTestsHint} />;
  return (
    <Card padding="none">
      <ul className="divide-y divide-line">
        {tests.map(({ _id, className, sections, subject, testDate, testTime }) => (
          <li key={_id} className="flex items-center gap-4 px-4 py-2">
            <p className="grid min-w-0 grow leading-snug">
              <span className="wrap-anywhere font-semibold text-sm">
                {subject}, {copy.place(String(className), sections.join(", "))}
              </span>
              <span className="figures text-ink-soft text-xs">
                {shownDay(testDate)}, <Time at={testTime} />
              </span>
            </p>
            <span className="shrink-0 whitespace-nowrap">
              <ButtonLink
                href={`/admin/results?test=${_id}`}
                variant="secondary"
                size="small"
                aria-label={copy.enterOf(`${subject}, ${shownDay(testDate)}`)}
              >
                {copy.enter}
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
