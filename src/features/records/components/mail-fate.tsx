import { Moment } from "@/components/ui/clock";
import { dateHere } from "@/content/institute";
import { copy } from "../messages";
import { isOnItsWay } from "../rules";
import type { MailView } from "../schema";
import { mailCopy } from "./mail-messages";
import { Minute } from "./minute";

type MailFateProps = {
  mail: MailView;
  /** A mail server is configured; otherwise emails are stored as files. */
  leaves: boolean;
  /** No email can be sent or stored at the moment. */
  isStopped: boolean;
};

/** When it was sent, when it will be retried, or how many attempts failed. */
export function MailFate({ mail, leaves, isStopped }: MailFateProps) {
  const { state, attempts, dueAt, leavesAt, createdAt, sentAt } = mail;
  if (state === "kept" || state === "held" || state === "gathered") return null;
  if (state === "waiting" && isStopped) return leaves ? mailCopy.waitsForServer : mailCopy.waitsForFolder;
  if (isOnItsWay(mail) && mail.isUnwanted) return mailCopy.unwanted;
  if (isOnItsWay(mail) && leavesAt === null) return leaves ? copy.onItsWay : mailCopy.onItsWayToFolder;
  if (isOnItsWay(mail) && leavesAt) {
    return (
      <>
        {leaves ? mailCopy.leavesAbout : mailCopy.writtenAbout} <Moment at={leavesAt} />
      </>
    );
  }
  if (state === "failed") return copy.attempts(attempts);
  if (sentAt) {
    // The creation date is in the same row.
    const [day, before] = [sentAt, createdAt].map(dateHere);
    return day === before ? <Minute at={sentAt} /> : <Moment at={sentAt} />;
  }
  return (
    <>
      {copy.nextTry} <Moment at={dueAt} />
    </>
  );
}
