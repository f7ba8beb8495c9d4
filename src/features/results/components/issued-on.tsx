import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { shownDateHere } from "@/content/institute";
import { copy } from "../messages";

const today = () => shownDateHere(new Date());

/** Today's date when printing, also if the page was opened earlier. */
export function IssuedOn() {
  const [day, setDay] = useState(today);
  useEffect(() => {
    const renew = () => flushSync(() => setDay(today()));
    window.addEventListener("beforeprint", renew);
    return () => window.removeEventListener("beforeprint", renew);
  }, []);
  return (
    <p suppressHydrationWarning className="figures shrink-0 text-ink-soft text-sm">
      {copy.issued(day)}
    </p>
  );
}
