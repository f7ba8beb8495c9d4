import { shownZone, stampIn } from "./dates";

const quarter = 91 * 24 * 60 * 60 * 1000;

/** A time's own moment; for a time that is still to be typed, one in each season, since it can be on any day. */
const momentsOf = (moment: Date | undefined, now: Date) =>
  moment ? [moment] : [0, 1, 2, 3].map((count) => new Date(now.getTime() + count * quarter));

/** A time zone beside a time, with the offset at that time; beside one to be typed, only with an offset of the whole year. */
export function zoneAt(timeZone: string, moment?: Date, now = new Date()): string {
  const [zone, ...others] = new Set(momentsOf(moment, now).map((one) => shownZone(timeZone, one)));
  return zone === undefined || others.length > 0 ? timeZone : zone;
}

/** {@link zoneAt}, if the clocks in the zone `here` show another time then; undefined otherwise. */
export function zoneUnlike(here: string, timeZone: string, moment?: Date, now = new Date()): string | undefined {
  const isSame = momentsOf(moment, now).every((one) => stampIn(here, one) === stampIn(timeZone, one));
  return isSame ? undefined : zoneAt(timeZone, moment, now);
}
