import "server-only";
import { log, traceOf } from "./log";

const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug", trace: "debug" } as const;

/**
 * Sends console output of libraries to the log without its text, which may quote user input. Warnings of the process keep their
 * text, because programmers wrote it.
 */
export function quietConsole(): void {
  // The listener of Node, which prints them as errors.
  process.removeAllListeners("warning").on("warning", ({ name, message, code }: Error & { code?: string }) => {
    log().warn({ warning: { name, ...(code !== undefined && { code }), message } }, "process warning");
  });
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, (typeof levels)["error"]][]) {
    console[method] = (...words: unknown[]) => {
      const error = words.find((word) => word instanceof Error) ?? new Error(method);
      log()[level]({ error: traceOf(error) }, `console.${method}`);
    };
  }
}
