import { shownDateHere } from "@/content/institute";
import { corrections as copy } from "../messages-corrections";
import { correctionInWords } from "../rules";
import type { CorrectionView } from "../schema";

/** The corrections of a result with reasons, newest first; renders nothing for none. */
export function Corrections({
  corrections,
  small = false,
}: {
  corrections: readonly CorrectionView[];
  small?: boolean;
}) {
  if (corrections.length === 0) return null;
  return (
    <ul className={`grid w-full grid-cols-1 gap-1 text-ink-soft print:text-xs ${small ? "text-xs" : "text-sm"}`}>
      {corrections.map((correction) => (
        <li key={correction.at.toISOString()} className="break-words">
          {correctionInWords(correction, shownDateHere(correction.at))} {correction.reason}
        </li>
      ))}
    </ul>
  );
}

type WithdrawalProps = {
  at: Date;
  reason: string | null;
  isOfExam?: boolean;
  isCorrection?: boolean;
  small?: boolean;
};

export function Withdrawal({ at, reason, isOfExam = false, isCorrection = false, small = false }: WithdrawalProps) {
  const day = shownDateHere(at);
  const tooEarly = isCorrection ? copy.correctionTooEarly(day) : copy.tooEarly(day, isOfExam);
  return (
    <p className={`break-words text-ink-soft ${small ? "text-xs" : "text-sm"}`}>
      {reason === null ? tooEarly : copy.withdrawn(day, reason)}
    </p>
  );
}
