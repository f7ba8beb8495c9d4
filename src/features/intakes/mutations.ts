import "server-only";
import { listYears } from "@/features/years/data";
import { AppError } from "@/lib/errors";
import type { Principal } from "@/lib/principal";
import { record } from "@/server/audit/audit";
import { transaction } from "@/server/db/client";
import { newIds } from "@/server/db/ids";
import { invalidate } from "@/server/response-cache/versions";
import { say } from "./messages";
import type { SaveIntakesInput } from "./schema";

/** Sets the intakes of a year; classes that are left out have none. @throws AppError NOT_FOUND */
export async function saveIntakes({ year, intakes }: SaveIntakesInput, by: Principal): Promise<void> {
  await transaction(async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtext('intakes'))`;
    const found = (await listYears()).find(({ _id }) => _id === year);
    if (!found) throw new AppError("NOT_FOUND", say("noSuchYear"));
    const classes = intakes.map(({ className }) => className);
    await tx.intake.deleteMany({ where: { schoolYearId: year, className: { notIn: classes } } });
    const ids = newIds(intakes.length);
    const rows = JSON.stringify(intakes.map((intake, index) => ({ ...intake, id: ids[index] })));
    await tx.$executeRaw`
      insert into intakes (id, school_year_id, class_name, seats, opens_on, closes_on)
      select id, ${year}::uuid, "className", seats, "opensOn", "closesOn" from json_to_recordset(${rows}::json)
        as row (id uuid, "className" smallint, seats smallint, "opensOn" date, "closesOn" date)
      on conflict (school_year_id, class_name) do update
        set seats = excluded.seats, opens_on = excluded.opens_on, closes_on = excluded.closes_on`;
    await record(tx, { action: "intake-changed", by, detail: { year: found.label, count: intakes.length } });
  });
  invalidate();
}
