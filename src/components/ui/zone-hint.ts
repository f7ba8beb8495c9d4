"use client";

import { useEffect, useState } from "react";
import { institute } from "@/content/institute";
import { zoneUnlike } from "@/lib/zones";

/** Says whose clocks count if the reader's own clock shows another time at `moment`, or without a moment, at any time of the year. */
export function useZoneHint(moment?: Date): string | undefined {
  const [hint, setHint] = useState<string>();
  const time = moment?.getTime();
  useEffect(() => {
    const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zone = zoneUnlike(here, institute.timeZone, time === undefined ? undefined : new Date(time));
    setHint(zone && `On the institute's clocks: ${zone}.`);
  }, [time]);
  return hint;
}
