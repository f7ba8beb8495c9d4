type Pace = { now: Date; midnight: Date; room: number; perMinute: number | null; perDay: number | null };

const [minute, day] = [60_000, 24 * 60 * 60_000];

/** When the email at this place of the queue is sent, if today has room for `room` more and the server stays up. */
export function momentOfPlace(place: number, { now, midnight, room, perMinute, perDay }: Pace): Date {
  const step = perMinute === null ? 0 : minute / perMinute;
  const free = perDay === null ? place : Math.max(0, room);
  if (place <= free) return new Date(now.getTime() + (place - 1) * step);
  const behind = place - free - 1;
  const days = Math.floor(behind / (perDay ?? 1));
  return new Date(midnight.getTime() + days * day + (behind - days * (perDay ?? 1)) * step);
}

/**
 * How many of `count` emails, behind `ahead` others, are sent on each day within the daily limits; the last number is the
 * rest.
 */
export function spread(count: number, ahead: number, rooms: readonly number[]): number[] {
  let [left, waiting] = [count, ahead];
  const days = rooms.map((room) => {
    const free = Math.max(0, room);
    const own = Math.min(left, Math.max(0, free - waiting));
    waiting = Math.max(0, waiting - free);
    left -= own;
    return own;
  });
  return [...days, left];
}
