import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { screens as copy } from "../messages-screens";
import type { ImportView } from "../schema";

export function ImportUndone({ view: { reversed, leftOver } }: { view: ImportView }) {
  return (
    <>
      <Alert tone={leftOver.length > 0 ? "info" : "success"} title={copy.reversed(reversed)}>
        {leftOver.length > 0 && copy.leftOver(leftOver.length)}
      </Alert>
      {leftOver.length > 0 && (
        <ul
          aria-label={copy.leftOver(leftOver.length)}
          className="divide-y divide-line rounded-md border border-line bg-surface text-sm"
        >
          {leftOver.map(({ no, name, state, why }) => (
            <li key={no} className="flex items-center gap-3 px-3.25 py-2">
              <span className="figures w-10 shrink-0 text-ink-soft text-xs">{no}</span>
              <span className="grid min-w-0 grow">
                {name && <span className="wrap-anywhere font-semibold">{name}</span>}
                <span className="text-ink-soft text-xs">{why}</span>
              </span>
              <Badge tone={state === "kept" ? "neutral" : "danger"}>{copy.leftStates[state]}</Badge>
            </li>
          ))}
        </ul>
      )}
      <div>
        <ButtonLink href="/admin/import" variant="secondary">
          {copy.another}
        </ButtonLink>
      </div>
    </>
  );
}
