/** Runs once before the server takes its first request; a build renders pages but opens no data. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.NEXT_PHASE === "phase-production-build") return;
  const { start } = await import("./api/start");
  const host = globalThis as typeof globalThis & { lyceumHost?: { say(line: string): void; running?: unknown } };
  const say = host.lyceumHost?.say ?? (() => {});
  const running = await start(say);
  if (host.lyceumHost) host.lyceumHost.running = running;
}
