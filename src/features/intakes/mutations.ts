import "server-only";
import { listWithoutIntake } from "@/features/admissions/data";
import { listYears } from "@/features/years/data";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { type Transaction, transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { takeLock } from "@/server/db/locks";
import { invalidate } from "@/server/response-cache/versions";
import { listIntakes } from "./data";
import { intakesOfEarlier } from "./data-later";
import { say } from "./messages";
import type { IntakeView, SaveIntakesInput } from "./schema";

/** Assigns open applications that came before their class had an intake to the new intake, so that its seats include them. */
async function attachEarlier(tx: Transaction, classNames: number[]): Promise<void> {
  const chosen = await intakesOfEarlier(await listWithoutIntake(classNames));
  // Skips applications that were erased or got an intake in the meantime.
  for (const [intakeId, ids] of chosen)
    await tx.submission.updateMany({ where: { id: { in: ids }, intakeId: null }, data: { intakeId } });
}

/** Requires that nobody has changed a class since the caller saw it. @throws AppError CONFLICT */
async function requireUnchanged({ year, intakes }: SaveIntakesInput): Promise<void> {
  const stored = (await listIntakes()).filter(({ yearId }) => yearId === year);
  const changed = intakes.filter(({ was, ...row }) => {
    const found = daysAndSeats(stored.find(({ className }) => className === row.className));
    return was !== undefined && found !== daysAndSeats(was) && found !== daysAndSeats(row);
  });
  if (changed.length > 0)
    throw new AppError("CONFLICT", say("changedMeanwhile", changed.map(({ className }) => className).join(", ")));
}

type Row = Pick<IntakeView, "seats"> & { opensOn: string | null; closesOn: string | null };

const daysAndSeats = (row: Row | null | undefined) =>
  JSON.stringify(row && row.opensOn !== null ? [row.seats, row.opensOn, row.closesOn] : null);

/**
 * Sets the intakes of a year; classes that are left out stay unchanged.
 * @throws AppError NOT_FOUND, CONFLICT if a class was changed in the meantime, or if a deleted intake has taken seats
 */
export async function saveIntakes(input: SaveIntakesInput, by: Principal): Promise<void> {
  const { year, intakes } = input;
  await transaction(async (tx) => {
    await takeLock(tx, "intakes");
    const found = (await listYears()).find(({ _id }) => _id === year);
    if (!found) throw new AppError("NOT_FOUND", say("noSuchYear"));
    await requireUnchanged(input);
    const given = intakes.filter(({ opensOn }) => opensOn !== null);
    const without = intakes.flatMap(({ opensOn, className }) => (opensOn === null ? [className] : []));
    const left = { schoolYearId: year, className: { in: without } };
    // The taken seats could not be counted again, because the forms of enrolled children are deleted.
    await tx.intake.deleteMany({ where: { ...left, taken: 0 } });
    const kept = await tx.intake.findMany({ where: left, orderBy: { className: "asc" }, take: 12 });
    if (kept.length > 0)
      throw new AppError("CONFLICT", say("seatsTaken", kept.map(({ className }) => className).join(", ")));
    const ids = newIds(given.length);
    const rows = JSON.stringify(given.map((intake, index) => ({ ...intake, id: ids[index] })));
    await tx.$executeRaw`
      insert into intakes (id, school_year_id, class_name, seats, opens_on, closes_on)
      select id, ${year}::uuid, "className", seats, "opensOn", "closesOn" from json_to_recordset(${rows}::json)
        as row (id uuid, "className" smallint, seats smallint, "opensOn" date, "closesOn" date)
      on conflict (school_year_id, class_name) do update
        set seats = excluded.seats, opens_on = excluded.opens_on, closes_on = excluded.closes_on`;
    await attachEarlier(
      tx,
      given.map(({ className }) => className),
    );
    await record(tx, { action: "intake-changed", by, detail: { year: found.label, count: intakes.length } });
  });
  invalidate();
}
