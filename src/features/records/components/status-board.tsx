import type { ReactNode } from "react";
import { Moment } from "@/components/ui/clock";
import { copy } from "../messages";
import { sizeOf, verdictsOf } from "../rules";
import type { StatusView } from "../schema";
import { StatusCard } from "./status-card";

const names = copy.facts;

const pages = {
  mail: { href: "/admin/mail", label: copy.openMail },
  forms: { href: "/admin/get-info", label: copy.openSubmissions },
  backup: { href: "/admin/backup", label: copy.openBackup },
};

const urgency = { bad: 0, attention: 1, good: 2 } as const;

/** The parts of the product, with what needs attention first. */
export function StatusBoard({ status }: { status: StatusView }) {
  const verdicts = verdictsOf(status);
  const parts = partsOf(status).sort(([one], [other]) => urgency[verdicts[one].level] - urgency[verdicts[other].level]);
  return (
    <ul className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 2xl:grid-cols-3">
      {parts.map(([part, facts]) => (
        <StatusCard
          key={part}
          title={copy.parts[part]}
          verdict={verdicts[part]}
          page={pages[part as keyof typeof pages]}
          facts={facts}
        />
      ))}
    </ul>
  );
}

type Facts = [name: string, value: ReactNode][];

function partsOf(status: StatusView): [keyof typeof copy.parts, Facts][] {
  const { product, database, storage, mail, jobs, forms, trail, backup } = status;
  return [
    [
      "product",
      [
        [names.version, product.version],
        [names.node, product.node],
        [names.since, <Moment key="since" at={product.since} />],
      ],
    ],
    [
      "database",
      [
        [names.server, database.isEmbedded ? names.embedded : names.ownServer],
        [names.postgres, database.version],
        [names.size, sizeOf(database.bytes)],
        [names.answered, copy.milliseconds(database.milliseconds)],
        [names.migrations, database.migrations],
      ],
    ],
    [
      "storage",
      [
        [names.place, storage.isEmbedded ? names.embedded : names.cloud],
        [names.access, storage.isPrivate ? copy.privateFiles : copy.openFiles],
        [names.files, storage.files],
        [names.size, sizeOf(storage.bytes)],
        ...(storage.freeBytes !== null && storage.diskBytes !== null
          ? ([[names.free, copy.free(sizeOf(storage.freeBytes), sizeOf(storage.diskBytes))]] satisfies Facts)
          : []),
      ],
    ],
    [
      "mail",
      [
        [names.waiting, mail.waiting],
        [names.failed, mail.failed],
        ...(mail.kept > 0 ? ([[names.kept, mail.kept]] satisfies Facts) : []),
        ...(mail.held > 0 ? ([[names.held, mail.held]] satisfies Facts) : []),
        [names.lastSent, mail.lastSentAt ? <Moment key="sent" at={mail.lastSentAt} /> : names.never],
      ],
    ],
    [
      "jobs",
      [
        [names.waiting, jobs.waiting],
        [names.failed, jobs.failed],
      ],
    ],
    [
      "forms",
      [
        [names.applications, copy.ofMost(forms.applications.sent, forms.applications.most)],
        [names.messages, copy.ofMost(forms.messages.sent, forms.messages.most)],
      ],
    ],
    ["trail", [[names.sealed, trail.links]]],
    [
      "backup",
      backup
        ? [
            [names.at, <Moment key="at" at={backup.at} />],
            [names.size, sizeOf(backup.bytes)],
          ]
        : [],
    ],
  ];
}
