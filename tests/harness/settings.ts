import { afterAll } from "vitest";
import { type Env, env, readEnv } from "@/env";

function replace(settings: Env, by: Env): void {
  for (const name of Object.keys(settings) as (keyof Env)[]) delete settings[name];
  Object.assign(settings, by);
}

/** Changes settings that this process has already read. Returns a function that restores them for the files that follow. */
export function changeSettings(own: Record<string, string>): () => void {
  const settings = env();
  const before = { ...settings };
  replace(settings, readEnv({ ...process.env, ...own }));
  return () => replace(settings, before);
}

/** Gives the current test file settings of its own. */
export function withSettings(own: Record<string, string>): void {
  afterAll(changeSettings(own));
}
