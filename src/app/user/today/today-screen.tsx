import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { institute } from "@/content/institute";
import { ChildArch } from "@/features/guardians/components/child-arch";
import { ChildrenOverview } from "@/features/guardians/components/children-overview";
import { ResultArch } from "@/features/guardians/components/result-arch";
import { aboutOf, addressFor, newsOf, youCome } from "@/features/guardians/rules";
import { MaterialLine, NoticeLine, TestLine } from "@/features/today/components/lines";
import { NewestCard } from "@/features/today/components/newest-card";
import { OwnResult } from "@/features/today/components/own-result";
import { Part } from "@/features/today/components/part";
import { SuddenChanges } from "@/features/today/components/sudden-changes";
import { ToConfirm } from "@/features/today/components/to-confirm";
import { copy } from "@/features/today/messages";
import { childrenIn } from "@/features/today/rules";
import type { OwnToday, Today } from "@/features/today/schema";
import { dayOf } from "@/lib/curves";
import { shownDate } from "@/lib/dates";

type TodayScreenProps = {
  found: Today;
  today: string;
  /** The person has no address that could be confirmed. */
  lacksAddress: boolean;
};

/** Today's page of a student, or of a guardian's children: urgent things first, such as a test today. */
export function TodayScreen({ found, today, lacksAddress }: TodayScreenProps) {
  const { own, children, cards, sudden, notices, hasMoreNotices } = found;
  if (own === null && children.length === 0) return <ChildrenOverview found={children} today={today} pages="user" />;
  const toConfirm = notices.filter((notice) => notice.toConfirm);
  const unread = notices.filter((notice) => !notice.toConfirm);
  const closed = lacksAddress ? { ...copy.askForCode, href: "/join" } : { ...copy.confirmFirst, href: "/user/results" };
  const isTestToday = own?.tests[0]?.testDate === today;
  const comes = own?.coming && youCome(own.coming);
  const tests = own && (
    <Part
      title={copy.tests}
      more={own.tests.length > 0 ? { href: "/user/tests/calendar", label: copy.addToCalendar } : allTests}
      none={own.isHidden ? closed.hint : own.hasClass ? copy.noTest : comes ? `${comes.title}.` : copy.noClass}
    >
      {own.tests.map((test) => (
        <TestLine key={test._id} test={test} today={today} />
      ))}
    </Part>
  );
  return (
    <div className="grid grid-cols-1 gap-8">
      {sudden.length > 0 && <SuddenChanges changes={sudden} />}
      {toConfirm.length > 0 && <ToConfirm notices={toConfirm} />}
      {children.length > 0 && <ChildrenOverview found={children} today={today} pages="user" />}
      <div
        className={clsx(
          "grid grid-cols-1 gap-x-5 gap-y-8 lg:grid-cols-2 lg:items-start",
          // The three parts of a guardian: the second one is beside both others.
          !own && "lg:grid-rows-auto-rest lg:[&>:nth-child(2)]:row-span-2",
        )}
      >
        {isTestToday && tests}
        {(own || cards.length > 0) && (
          <Part {...(own ? resultsPart : cardsPart)}>
            {own && (
              <OwnResult
                own={own}
                noClass={comes ? `${comes.title}. ${comes.hint}` : copy.firstHintNoClass}
                closed={closed}
                arch={<ResultArch latest={own.latest} isNew={own.unread > 0} />}
                news={own.latest && own.unread === 0 ? aboutOf(own.latest) : newsOf(own)}
                facts={factsOf(own)}
              />
            )}
            {own?.card && <NewestCard card={own.card} href={toCards} />}
            {cards.map((card) => (
              <NewestCard
                key={card.studentId}
                card={card}
                href={addressFor(toCards, card.studentId)}
                child={children.find(({ _id }) => _id === card.studentId)?.name}
              />
            ))}
          </Part>
        )}
        {!isTestToday && tests}
        <Materials found={found} none={own?.isHidden ? closed.hint : copy.noMaterial} />
        <Part
          title={copy.notices}
          more={{ href: "/user/notices", label: copy.allNotices }}
          none={own?.isHidden ? closed.hint : toConfirm.length > 0 ? copy.nothingElse : copy.noNotice}
        >
          {[
            ...unread.map((notice) => <NoticeLine key={notice._id} notice={notice} />),
            ...(hasMoreNotices ? [<More key="more" href="/user/notices" label={copy.moreNotices} />] : []),
          ]}
        </Part>
      </div>
    </div>
  );
}

const toCards = "/user/report-cards";
const resultsPart = { title: copy.results, more: { href: "/user/results", label: copy.allResults } };
const cardsPart = { title: copy.cards, more: { href: toCards, label: copy.allCards } };
const allTests = { href: "/user/tests", label: copy.allTests };

/** Marks and day of the newest result; the marks of an unread result are shown only on the results page. */
function factsOf({ latest, unread }: OwnToday): ReactNode {
  if (latest === null) return null;
  return (
    <>
      {unread === 0 && `${copy.marks(latest.score, latest.totalMarks)}, `}
      <span className="inline-block">{shownDate(dayOf(latest, institute.timeZone))}</span>
    </>
  );
}

function More({ href, label }: { href: string; label: string }) {
  return (
    <li className="py-2">
      <Link href={href} className="link inline-flex min-h-11 items-center">
        {label}
      </Link>
    </li>
  );
}

const toMaterials = (child: { _id: string } | undefined) =>
  child ? addressFor("/user/my-materials", child._id) : "/user/my-materials";

function Materials({ found: { materials, moreMaterials, children: of }, none }: { found: Today; none: string }) {
  return (
    <Part title={copy.materials} more={{ href: toMaterials(of[0]), label: copy.allMaterials }} none={none}>
      {[
        ...materials.map((material) => {
          const readers = of.length > 1 ? childrenIn(of, material.className) : [];
          return (
            <MaterialLine
              key={material._id}
              material={material}
              names={readers.map(({ name }) => name)}
              marks={readers.map(({ _id, name }) => <ChildArch key={_id} name={name} />)}
            />
          );
        }),
        ...moreMaterials.map((className) => (
          <More
            key={className}
            href={toMaterials(childrenIn(of, className)[0])}
            label={copy.moreMaterials(className)}
          />
        )),
      ]}
    </Part>
  );
}
