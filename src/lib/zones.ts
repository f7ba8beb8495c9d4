import { shownZone, stampIn } from "./dates";

const quarter = 91 * 24 * 60 * 60 * 1000;

/** The given moment; without one, a moment in each season, since a time that is still to be typed can be on any day. */
const momentsOf = (moment: Date | undefined, now: Date) =>
  moment ? [moment] : [0, 1, 2, 3].map((count) => new Date(now.getTime() + count * quarter));

/**
 * The name of a time zone beside a time, with the offset at that time; without a moment, with the offset only if it is the same
 * all year.
 */
export function zoneAt(timeZone: string, moment?: Date, now = new Date()): string {
  const [zone, ...others] = new Set(momentsOf(moment, now).map((one) => shownZone(timeZone, one)));
  return zone === undefined || others.length > 0 ? timeZone : zone;
}

/** {@link zoneAt}, if the clocks in the zone `here` show another time then; undefined otherwise. */
export function zoneUnlike(here: string, timeZone: string, moment?: Date, now = new Date()): string | undefined {
  const isSame = momentsOf(moment, now).every((one) => stampIn(here, one) === stampIn(timeZone, one));
  return isSame ? undefined : zoneAt(timeZone, moment, now);
}
