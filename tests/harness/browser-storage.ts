import { vi } from "vitest";

/** Stubs one of a browser's storages. Returns its contents. */
function stubStorage(name: "localStorage" | "sessionStorage" = "localStorage"): Map<string, string> {
  const kept = new Map<string, string>();
  const memory = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const getOwnPropertyDescriptor = (_: object, key: string | symbol) =>
    kept.has(String(key)) ? { enumerable: true, configurable: true, value: kept.get(String(key)) } : undefined;
  vi.stubGlobal(name, new Proxy(memory, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor }));
  return kept;
}

/** Stubs the parts of a browser that a sheet uses. Returns the contents of its storage. */
export function stubBrowser(): Map<string, string> {
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("window", new EventTarget());
  return stubStorage();
}
