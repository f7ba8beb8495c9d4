import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Moment, Time } from "@/components/ui/clock";
import { institute } from "@/content/institute";
import { stampIn } from "@/lib/dates";
import { statusScreens as copy } from "../messages-status";
import { sizeOf, verdictsOf } from "../rules-status";
import type { StatusView } from "../schema-status";
import { StatusCard, StatusRow } from "./status-card";

const names = copy.facts;

const pages = {
  mail: { href: "/admin/mail", label: copy.openMail },
  forms: { href: "/admin/get-info", label: copy.openSubmissions },
  backup: { href: "/admin/backup", label: copy.openBackup },
};

const urgency = { bad: 0, attention: 1, good: 2 } as const;
const tones = { bad: "error", attention: "warning", good: "success" } as const;

/** The verdict, then what needs attention as cards, the worst first, then what works as rows. */
export function StatusBoard({ status }: { status: StatusView }) {
  const verdicts = verdictsOf(status);
  const parts = partsOf(status).sort(([one], [other]) => urgency[verdicts[one].level] - urgency[verdicts[other].level]);
  const troubled = parts.filter(([part]) => verdicts[part].level !== "good");
  const working = parts.filter(([part]) => verdicts[part].level === "good");
  const [worst] = troubled;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone={tones[worst ? verdicts[worst[0]].level : "good"]}>
        {worst ? copy.needAttention(troubled.length, parts.length) : copy.allWell}, {copy.checkedAt}{" "}
        <Time at={stampIn(institute.timeZone, status.at).slice(-5)} />
      </Alert>
      {troubled.length > 0 && (
        <ul className={clsx("grid grid-cols-1 gap-4", troubled.length > 1 && "lg:grid-cols-2")}>
          {troubled.map(([part, facts]) => (
            <StatusCard
              key={part}
              title={copy.parts[part]}
              verdict={verdicts[part]}
              page={pages[part as keyof typeof pages]}
              forServer={settingsFor(part, status)}
              facts={facts}
            />
          ))}
        </ul>
      )}
      {working.length > 0 && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {working.map(([part, facts]) => (
            <StatusRow key={part} title={copy.parts[part]} says={verdicts[part].says} facts={facts} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Which settings to look at; undefined if they are not the cause. */
function settingsFor(part: keyof typeof copy.parts, { storage, mail }: StatusView): string | undefined {
  if (part === "storage") return filesSettings(storage);
  return part === "mail" ? mailSettings(mail) : undefined;
}

function filesSettings({ isLost, lacksCallback }: StatusView["storage"]): string | undefined {
  if (isLost) return copy.server.filesLost;
  return lacksCallback ? copy.server.noAddress : undefined;
}

function mailSettings({ isConfigured, hasLocalLinks, outage }: StatusView["mail"]): string | undefined {
  if (!isConfigured) return outage ? undefined : copy.server.mailKept;
  if (outage) return copy.server.mailRefused;
  return hasLocalLinks ? copy.server.noAddress : undefined;
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
