import "server-only";
import { dateHere } from "@/content/institute";
import { isOnlyGuardian } from "@/features/guardians/data";
import { listOverview, placesOf } from "@/features/guardians/data-overview";
import { listNewOf } from "@/features/materials/data-new";
import { listOpen } from "@/features/notices/data-open";
import { listNewestCards } from "@/features/report-cards/data-cards";
import { countUnread, listPlaces } from "@/features/results/data";
import { seesResults } from "@/features/results/data-access";
import { listLatestOf } from "@/features/results/data-latest";
import { inOrder, listNextTests } from "@/features/schedules/data-next";
import { listSudden } from "@/features/schedules/data-sudden";
import type { Principal } from "@/lib/principal";
import { isMailConfigured } from "@/server/mail/outbox";
import { findComingPlace } from "@/server/roster/enrolments";
import type { OwnToday, Today } from "./schema";

/** Maximum number of materials for each class, and of notices. */
const mostShown = 4;

/** The data of today's page for a student or a guardian's children. Each table is read once for all children. */
export async function getToday(principal: Principal, now: Date): Promise<Today> {
  const [children, own, notices] = await Promise.all([
    principal.isGuardian ? listOverview(principal, now) : [],
    isOnlyGuardian(principal.userId).then((isOnly) => (isOnly ? null : ownOf(principal, now))),
    listOpen(principal, now, mostShown + 1),
  ]);
  const places = [...(own?.places ?? []), ...placesOf(children)];
  const seen = children.filter(({ seesResults: isShown }) => isShown).map(({ _id }) => _id);
  const ofWhom = seesResults(principal) ? [...(own ? [principal.userId] : []), ...seen] : [];
  const [materials, sudden, cards] = await Promise.all([
    listNewOf(
      places.map(({ className }) => Number(className)),
      now,
      mostShown,
    ),
    listSudden(places, now),
    listNewestCards(ofWhom),
  ]);
  const ownCard = cards.find(({ studentId }) => studentId === principal.userId) ?? null;
  return {
    own: own ? { ...own, card: ownCard } : null,
    children,
    cards: cards.filter((card) => card !== ownCard),
    sudden,
    materials: materials.items,
    moreMaterials: materials.more,
    notices: notices.slice(0, mostShown),
    hasMoreNotices: notices.length > mostShown,
  };
}

type Own = Omit<OwnToday, "card"> & { places: Awaited<ReturnType<typeof listPlaces>> };

async function ownOf(principal: Principal, now: Date): Promise<Own> {
  const isKnown = seesResults(principal);
  const [places, latest, unread] = await Promise.all([
    listPlaces(principal),
    isKnown ? listLatestOf([principal.userId], null) : new Map(),
    countUnread(principal),
  ]);
  const tests = await listNextTests(places, dateHere(now));
  return {
    // Without a mail server, a student cannot confirm an address; a student without an address needs a code.
    isHidden: !isKnown && (principal.email === null || isMailConfigured()),
    hasClass: places.length > 0,
    coming: isKnown && places.length === 0 ? await findComingPlace(principal.userId) : null,
    latest: latest.get(principal.userId) ?? null,
    unread,
    tests: inOrder(tests),
    places,
  };
}
