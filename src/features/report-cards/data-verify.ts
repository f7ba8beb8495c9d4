import "server-only";
import { AppError } from "@/lib/errors";
import { hashOfToken } from "@/server/auth/passwords";
import { db } from "@/server/db/client";
import { consume, type Limit } from "@/server/rate-limits/rate-limit";
import { say } from "./messages";
import { typedNumber } from "./rules";
import { cardState, type VerifiedView, type VerifyInput } from "./schema-cards";
import { cardContent } from "./schema-content";

// Attempts are limited for known and unknown codes alike, so that the error reveals nothing.
const ofSquare: Limit = { name: "card-checks", points: 10, seconds: 60 * 60, untold: true };
const ofNetwork: Limit = { name: "card-checks-network", points: 100, seconds: 60 * 60, untold: true };

/**
 * The facts of a card, given the secret of its QR code and the printed number.
 * @throws AppError TOO_MANY_REQUESTS, NOT_FOUND for a wrong number as well as for an unknown secret
 */
export async function verifyCard({ token, number }: VerifyInput, network: string | undefined): Promise<VerifiedView> {
  if (network !== undefined) await consume(ofNetwork, network);
  await consume(ofSquare, token);
  const card = await db().reportCard.findUnique({ where: { verifyHash: hashOfToken(token) } });
  const isShown = card !== null && card.state !== "draft" && typedNumber(number) === card.number;
  if (!isShown) throw new AppError("NOT_FOUND", say("unknown"));
  return {
    number: card.number,
    state: cardState.parse(card.state),
    endedAt: card.endedAt,
    content: cardContent.parse(card.content),
  };
}
