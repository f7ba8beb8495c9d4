import { keepPreviousData } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { placeOfTyped } from "../rules-office";
import type { Warning } from "../schema-warnings";

/** Debounce time of warnings. In milliseconds. */
const pause = 300;

type Place = NonNullable<ReturnType<typeof placeOfTyped>> & { id?: string };

type Question = { warnings: Warning[]; isChanged: boolean; answer: (yes: boolean) => void };

/** The person cancelled the confirmation of warnings. */
export class WentBack extends Error {}

const names = ["className", "sections", "testDate", "testTime", "minutes"] as const;

function placeIn(form: HTMLFormElement): ReturnType<typeof placeOfTyped> {
  const data = new FormData(form);
  const [className, sections, testDate, testTime, minutes] = names.map((name) => String(data.get(name) ?? ""));
  return placeOfTyped({
    className: className ?? "",
    sections: sections ?? "",
    testDate: testDate ?? "",
    testTime: testTime ?? "",
    minutes: minutes ?? "",
  });
}

/** The values that determine who is notified of a test at a place, and when. */
export const toldOf = ({ id, className, sections, testDate, testTime }: Place) => ({
  ...(id && { id }),
  className,
  sections,
  place: { testDate, testTime },
});

/** Warnings about the typed date and time, and the confirmation on submit. */
export function useWarnings(id?: string) {
  const { schedules } = api.useUtils();
  const [typed, setTyped] = useState<Place | null>(null);
  const [question, setQuestion] = useState<Question>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const check = api.schedules.check.useQuery(typed ?? { className: "1", testDate: "2000-01-01", testTime: "00:00" }, {
    enabled: typed !== null,
    placeholderData: keepPreviousData,
  });

  function watch({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const place = placeIn(form);
      setTyped(place && { ...place, ...(id && { id }) });
    }, pause);
  }

  /** Undefined if the check fails: submitting then shows the same error. */
  const look = (place: Place) => schedules.check.fetch(place, { staleTime: 0 }).catch(() => undefined);

  /** The confirmed fingerprint, after asking if there are warnings. @throws WentBack */
  async function ask(place: Place | null, before?: string): Promise<string> {
    if (!place) return "";
    const found = await look(place);
    if (!found || found.warnings.length === 0) return "";
    const { warnings, fingerprint } = found;
    const isChanged = before !== undefined && before !== "";
    const yes = await new Promise<boolean>((answer) => setQuestion({ warnings, isChanged, answer }));
    setQuestion(undefined);
    if (!yes) throw new WentBack();
    return fingerprint;
  }

  /** Submits with the fingerprint, and asks again if the warnings have changed. @throws WentBack */
  async function confirmAndSend<Answer>(
    place: Place | null,
    send: (confirmed: string) => Promise<Answer>,
  ): Promise<Answer> {
    let confirmed = await ask(place);
    for (;;) {
      try {
        return await send(confirmed);
      } catch (error) {
        if (codeOf(error) !== "CONFLICT" || !place) throw error;
        const found = await look(place);
        // The request failed for another reason.
        if (!found || found.fingerprint === confirmed) throw error;
        confirmed = await ask(place, confirmed);
      }
    }
  }

  return {
    watch,
    forget: () => setTyped(null),
    /** The typed values that determine who is notified. */
    told: typed && toldOf(typed),
    /** The warnings about the typed values. */
    warnings: (typed && check.data?.warnings) || [],
    question,
    confirmAndSend,
  };
}
