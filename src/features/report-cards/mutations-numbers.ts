import "server-only";
import { isoDate } from "@/lib/dates";
import type { Transaction } from "@/server/db/client";
import { noteEnded } from "@/server/privacy/ended";
import type { SetRow } from "./data";
import type { SheetRow } from "./data-sheet";
import { numberOf, placeIn, placeOfNumber, seriesOf } from "./rules";

type Series = { prefix: string; last: number };

/**
 * The number of each row's card: the next place of the class, or the next version of the former card. Numbers are never
 * reused, whatever happens to the cards; they are also logged outside of the database, in case an older backup is restored.
 */
export async function nextNumbers(tx: Transaction, set: SetRow, rows: readonly SheetRow[]) {
  const places = await nextPlaces(tx, set, rows.filter(({ card }) => card === null).length);
  const versions = await nextVersions(
    tx,
    rows.flatMap(({ card }) => (card ? [{ prefix: placeOfNumber(card.number), last: card.version + 1 }] : [])),
  );
  await noteEnded(
    "report_card_series",
    [...(places ? [places] : []), ...versions].map(({ prefix, last }) => `${prefix}:${last}`),
  );
  const versionOf = new Map(versions.map(({ prefix, last }) => [prefix, last]));
  let place = (places?.last ?? 0) - (rows.length - versions.length);
  return rows.map(({ card }) => {
    if (card === null) place += 1;
    const own = card ? placeOfNumber(card.number) : placeIn(places?.prefix ?? "", place);
    const version = versionOf.get(own) ?? 1;
    return { number: numberOf(own, version), version };
  });
}

async function nextPlaces(tx: Transaction, set: SetRow, count: number): Promise<Series | null> {
  if (count === 0) return null;
  const prefix = seriesOf(isoDate(set.schoolYear.firstDay), set);
  return tx.reportCardSeries.upsert({
    where: { prefix },
    create: { prefix, last: count },
    update: { last: { increment: count } },
  });
}

/** The version after the former card, or after the last logged one, which may be later after a restore. */
function nextVersions(tx: Transaction, wanted: readonly Series[]): Promise<Series[]> {
  return tx.$queryRaw<Series[]>`
    insert into report_card_series as s (prefix, last)
    select prefix, last from json_to_recordset(${JSON.stringify(wanted)}::json) as w (prefix text, last int)
    on conflict (prefix) do update set last = greatest(s.last + 1, excluded.last)
    returning s.prefix, s.last`;
}
