import { afterAll } from "vitest";
import { type Env, env, readEnv } from "@/env";

function replace(settings: Env, by: Env): void {
  for (const name of Object.keys(settings) as (keyof Env)[]) delete settings[name];
  Object.assign(settings, by);
}

/** Gives the current test file settings of its own: its process has read them already, and other files follow in it. */
export function withSettings(own: Record<string, string>): void {
  const settings = env();
  const before = { ...settings };
  replace(settings, readEnv({ ...process.env, ...own }));
  afterAll(() => replace(settings, before));
}
