import "server-only";
import { AppError } from "@/lib/errors";
import { countTry, type Limit, triesOf, uncountTry } from "./limits";

type PublicForm = "application" | "message";

// One network alone sends fewer in a day than all together may: it cannot shut a form for the others.
const ofNetwork = (form: PublicForm): Limit => ({ name: form, points: 20, seconds: 60 * 60 });
const ofDay = (form: PublicForm): Limit => ({ name: `${form}-day`, points: 500, seconds: 24 * 60 * 60, untold: true });
const everyone = "everyone";

const full = "Too many forms have reached us today. Please call us, or try again tomorrow.";

/**
 * Counts a form that anyone may send, in the hour of its network and in the day of everyone together.
 * @throws AppError TOO_MANY_REQUESTS
 */
export async function countForm(form: PublicForm, network: string | undefined): Promise<void> {
  if (network === undefined) return;
  await countTry(ofNetwork(form), network);
  try {
    await countTry(ofDay(form), everyone);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // What was not taken in is not held against the network.
    await uncountTry(ofNetwork(form), network);
    throw new AppError(error.code, full, undefined, error.headers);
  }
}

async function dayOf(form: PublicForm): Promise<{ sent: number; most: number }> {
  const { points: most } = ofDay(form);
  return { sent: Math.min(await triesOf(ofDay(form), everyone), most), most };
}

/** How many of each public form have been sent in the day since the first of them, and how many may be. */
export async function formsStatus() {
  const [applications, messages] = await Promise.all([dayOf("application"), dayOf("message")]);
  return { applications, messages };
}
