import { useMailMode } from "@/components/ui/mail-mode";
import { copy } from "../messages";
import { commonStateOf } from "../rules";
import type { MailView } from "../schema";
import { mailCopy } from "./mail-messages";
import { MailRow } from "./mail-row";
import { type Column, RecordsTable } from "./records-table";

const names = copy.mailColumns;

/** From 1280 pixels on, an address of 40 letters fits on one line. */
const columnsOf = (isStated: boolean): Column[] => [
  { name: names.to, width: isStated ? "md:w-72 xl:w-80" : "md:w-48 xl:w-80" },
  { name: names.mail },
  ...(isStated ? [] : [{ name: names.state, width: "md:w-36" }]),
  { name: names.ordered, width: "md:w-36" },
  { name: names.more, width: "md:w-14", silent: true },
];

type MailTableProps = {
  mails: readonly MailView[];
  /** A mail server is configured; otherwise emails are stored as files. */
  leaves: boolean;
  /** No email can be sent or stored at the moment. */
  isStopped: boolean;
};

/** Emails as rows; a state that all of them share is shown once, above. */
export function MailTable({ mails, leaves, isStopped }: MailTableProps) {
  const isMailOn = useMailMode();
  const common = commonStateOf(mails);
  // Without a mail server, the line below the title already says so.
  const isSaid = common !== undefined && (isMailOn || common !== "kept");
  return (
    <>
      {isSaid && <p className="pb-2 text-ink-soft text-sm">{mailCopy.commonState[common]}</p>}
      <RecordsTable label={copy.mailTitle} columns={columnsOf(common !== undefined)}>
        <tbody className="max-md:block">
          {mails.map((mail) => (
            <MailRow key={mail._id} mail={mail} leaves={leaves} isStopped={isStopped} isStated={common !== undefined} />
          ))}
        </tbody>
      </RecordsTable>
    </>
  );
}
