import "server-only";
import type { ServerResponse } from "node:http";
import { AppError } from "@/lib/errors";
import { plainPage } from "./plain-page";
import { refuse } from "./refusals";
import { refuseTrpc } from "./trpc";

/** The headers of safety. @param scripts the hashes of a page's own scripts; absent for what is no page */
export type SafetyOf = (scripts?: string[]) => Record<string, string>;

/** In seconds. */
const pause = 5;
const sentence = "Too many people are here right now. Please try again in a few seconds.";
const error = new AppError("SERVICE_UNAVAILABLE", sentence, undefined, { "retry-after": String(pause) });

const page = plainPage({
  title: "One moment, please",
  text: `${sentence} This page does so by itself.`,
  asksAgainAfter: pause,
});

/** Answers a request that cannot be taken on, in the way its sender understands, at the least cost. */
export function answerTooBusy(path: string, response: ServerResponse, safetyOf: SafetyOf): void {
  if (!path.startsWith("/api/")) {
    response.writeHead(503, {
      ...safetyOf([]),
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "retry-after": String(pause),
    });
    response.end(page);
    return;
  }
  const answer = path.startsWith("/api/trpc/") ? refuseTrpc(error) : refuse(error, path);
  void answer.text().then((text) => {
    response.writeHead(answer.status, { ...safetyOf(), ...Object.fromEntries(answer.headers) });
    response.end(text);
  });
}
