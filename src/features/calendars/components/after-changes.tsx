import { copy } from "../messages";

/** How calendars show moved and cancelled tests, and with what delay. */
export function AfterChanges() {
  const { changes } = copy;
  return (
    <section aria-label={copy.changesTitle} className="ruled grid grid-cols-1 gap-4 pt-6">
      <h2 className="text-2xl in-data-family:text-xl">{copy.changesTitle}</h2>
      <p className="max-w-text">{copy.changesLead}</p>
      <dl className="grid grid-cols-1 gap-4 cards:grid-cols-2">
        {copy.rows.map(({ program, moved, cancelled, late }) => (
          <div key={program} className="grid grid-cols-1 content-start gap-1 border-line border-t pt-3 text-sm">
            <dt className="font-semibold">{program}</dt>
            <dd>
              <Told label={changes.moved}>{moved}</Told>
              <Told label={changes.cancelled}>{cancelled}</Told>
              <Told label={changes.late}>{late}</Told>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-ink-soft text-sm">{copy.gone}</p>
    </section>
  );
}

function Told({ label, children }: { label: string; children: string }) {
  return (
    <p>
      <span className="text-ink-soft">{label}:</span> {children}
    </p>
  );
}
