import "server-only";
import { log, traceOf } from "./log";

const levels = { error: "error", warn: "warn", info: "info", log: "info", debug: "debug", trace: "debug" } as const;

/**
 * What libraries write to the console goes to the log, without its words: they quote what people typed. The place it comes
 * from, and an error's name and code, say enough to find it.
 */
export function quietConsole(): void {
  for (const [method, level] of Object.entries(levels) as [keyof typeof levels, (typeof levels)["error"]][]) {
    console[method] = (...words: unknown[]) => {
      const error = words.find((word) => word instanceof Error) ?? new Error(method);
      log()[level]({ error: traceOf(error) }, `console.${method}`);
    };
  }
}
