import { Alert } from "@/components/ui/alert";

type BulkOutcomeProps = {
  /** The number of rows that were changed, in words; undefined before anything was done. */
  done: string | undefined;
  refused: readonly { id: string; name: string; why: string }[];
  /** A changed filter has cleared the selection. */
  isDropped: boolean;
};

/** The outcome for the ticked rows: how many were changed, and who was refused and why. */
export function BulkOutcome({ done, refused, isDropped }: BulkOutcomeProps) {
  const isRefused = refused.length > 0;
  return (
    <>
      {done !== undefined && (
        <Alert
          tone={isRefused ? "error" : "success"}
          title={isRefused ? `${done} ${refused.length.toLocaleString("en-IN")} refused:` : done}
        >
          {isRefused && (
            <ul>
              {refused.map(({ id, name, why }) => (
                <li key={id}>{name ? `${name}: ${why}` : why}</li>
              ))}
            </ul>
          )}
        </Alert>
      )}
      {isDropped && (
        <p role="status" className="text-ink-soft text-sm">
          The filter has changed, so nothing is selected any more.
        </p>
      )}
    </>
  );
}
