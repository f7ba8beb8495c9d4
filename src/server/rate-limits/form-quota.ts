import "server-only";
import { AppError } from "@/lib/errors";
import { say } from "@/server/messages";
import { consume, type Limit, pointsUsed, refund } from "./rate-limit";

type PublicForm = "application" | "message";

// The limit of a network is below the daily total, so that one network cannot block a form for everyone.
const ofNetwork = (form: PublicForm): Limit => ({ name: form, points: 20, seconds: 60 * 60 });
const ofDay = (form: PublicForm): Limit => ({ name: `${form}-day`, points: 500, seconds: 24 * 60 * 60, untold: true });
const everyone = "everyone";

/**
 * Counts a public form against the hourly limit of its network and the daily total. @throws AppError TOO_MANY_REQUESTS
 */
export async function countForm(form: PublicForm, network: string | undefined): Promise<void> {
  if (network === undefined) return;
  await consume(ofNetwork(form), network);
  try {
    await consume(ofDay(form), everyone);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // Do not charge the network for a form that we reject.
    await refund(ofNetwork(form), network);
    throw new AppError(error.code, say("tooManyForms"), undefined, error.headers);
  }
}

async function dayOf(form: PublicForm): Promise<{ sent: number; most: number }> {
  const { points: most } = ofDay(form);
  return { sent: Math.min(await pointsUsed(ofDay(form), everyone), most), most };
}

/** Usage and limit of each public form in the current day. */
export async function formsStatus() {
  const [applications, messages] = await Promise.all([dayOf("application"), dayOf("message")]);
  return { applications, messages };
}
