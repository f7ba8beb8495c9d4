import { posix } from "node:path";
import { factsOf, type Import } from "./source-facts";

const vocabulary = [
  "feature.ts",
  "pages.ts",
  "schema.ts",
  "rules.ts",
  "messages.ts",
  "data.ts",
  "mutations.ts",
  "emails.ts",
  "router.ts",
  "rest.ts",
];
const attic = /^((.*[-.])?(utils?|helpers?|manager)|common|misc|.*\.service)$/;

/** The layers by path below `src`; the first match counts. Each kind of file in a feature is a layer of its own. */
const rooms: [room: string, path: RegExp][] = [
  ["env", /^env$/],
  ["start", /^instrumentation(-\w+)*$/],
  ["door", /^(proxy|app\/api\/.+|app\/(.+\/)?route)$/],
  ["page", /^app\/./],
  ["main", /^main\/./],
  ["http", /^http\/./],
  ["feature components", /^features\/[^/]+\/components\/./],
  // Large files are split by noun: `mutations-links` belongs to the layer `mutations`.
  ["features", /^features(\/index)?$/],
  ["all pages", /^features\/pages$/],
  ["manifest", /^features\/feature$/],
  ["feature $", /^features\/[^/]+\/([^/-]+)(?:-[^/]+)?$/],
  ["database", /^server\/(db\/client$|generated\/)/],
  ["server", /^server\/./],
  ["trpc", /^trpc\/./],
  ["form", /^components\/form\/./],
  ["components", /^components\/./],
  ["content", /^content\/./],
  ["lib", /^lib\/./],
];

/**
 * The allowed imports of each layer, downwards only. `own` is the same feature, `other` another one. `types` are those that
 * must use `import type`.
 */
const arrows: Record<string, { may: string[]; types?: string[]; why: string }> = {
  start: { may: ["main", "database", "server", "env", "lib"], why: "the start leads to src/main, nothing else" },
  door: { may: ["http", "env", "lib"], why: "a door only opens: what it does lives in src/http" },
  page: {
    may: [
      ...["page", "http", "features", "all pages", "components", "form", "trpc", "content", "env", "lib"],
      ...["feature components", "feature schema", "feature rules", "feature messages"],
    ],
    why: "a page shows a feature's components; its data comes from procedures and src/http",
  },
  main: {
    may: [
      ...["main", "http", "features", "manifest", "database", "server", "content", "env", "lib"],
      ...["feature mutations"],
    ],
    why: "the process starts, stops and runs jobs; screens and procedures are not its business",
  },
  http: {
    may: [
      ...["http", "features", "all pages", "server", "content", "env", "lib"],
      ...["feature schema", "feature rules", "feature messages"],
    ],
    why: "the doors reach the features through their list",
  },
  features: {
    may: ["manifest", "feature feature", "feature data", "server"],
    why: "the list of features composes their manifests",
  },
  "all pages": { may: ["manifest", "feature pages"], why: "the list of pages composes those of the features" },
  manifest: {
    may: ["server", "database", "components", "lib"],
    why: "a manifest declares what the machinery and the doors take",
  },
  "feature feature": {
    may: [
      ...["manifest", "own router", "own rest", "own emails", "own data", "own mutations", "own schema", "own rules"],
      ...["server", "content", "env", "lib"],
    ],
    why: "a manifest hands over what its own feature has",
  },
  "feature pages": { may: ["manifest"], why: "pages are read by browser and server alike" },
  "feature components": {
    may: ["own components", "own rules", "own schema", "own messages", "form", "components", "trpc", "content", "lib"],
    why: "a screen knows its own feature's rules and the typed client, never the server or another feature",
  },
  "feature emails": {
    may: ["own data", "own mutations", "own rules", "own schema", "own messages", "server", "content", "env", "lib"],
    why: "a letter is written from what its own feature reads",
  },
  "feature router": {
    may: [
      ...["own router", "own data", "own mutations", "own schema", "own rules", "own messages"],
      ...["other schema", "server", "content", "env", "lib"],
    ],
    why: "a procedure checks its input and calls its own data and mutations",
  },
  "feature rest": {
    may: ["own router", "own data", "own mutations", "own schema", "own rules", "own messages", "server", "env", "lib"],
    why: "a REST path translates for its own feature",
  },
  "feature data": {
    may: [
      ...["own rules", "own schema", "own messages", "own data"],
      ...["other data", "database", "server", "content", "env", "lib"],
    ],
    why: "reads stand on the rules and the database",
  },
  "feature mutations": {
    may: [
      ...["own data", "own mutations", "own rules", "own schema", "own messages"],
      ...["other data", "database", "server", "content", "env", "lib"],
    ],
    why: "writes stand on the rules and the database; of another feature they may only read",
  },
  "feature rules": {
    may: ["own rules", "own schema", "own messages", "lib"],
    types: ["own data", "server"],
    why: "rules are pure decisions",
  },
  "feature schema": {
    may: ["own schema", "own messages", "other schema", "content", "lib"],
    why: "a schema is read by browser and server alike",
  },
  "feature messages": { may: ["lib"], why: "messages are sentences and import only the catalogue" },
  database: { may: ["database", "server", "env", "lib"], why: "the database knows no feature" },
  server: { may: ["server", "database", "content", "env", "lib"], why: "the machinery knows no feature and no screen" },
  trpc: { may: ["trpc", "lib"], why: "the typed clients take the routers' types alone (import type)" },
  form: { may: ["form", "components", "trpc", "lib"], why: "a form sends by the typed client and knows no feature" },
  components: { may: ["components", "content", "lib"], why: "shared parts know no feature" },
  content: { may: ["content", "lib"], why: "facts import nothing above them" },
  env: { may: ["lib"], why: "the settings stand alone" },
  lib: { may: ["lib"], why: "lib imports nothing of the house" },
};

/** Exceptions to the allowed imports; `typeOnly` ones must use `import type`. */
const exceptions: { from: string; to: RegExp; typeOnly?: true }[] = [
  { from: "trpc", to: /^(features|http\/upload-router)$/, typeOnly: true },
  { from: "server/audit/audit", to: /^features$/, typeOnly: true },
  { from: "feature data", to: /^features\/feature$/, typeOnly: true },
  // One setting says which classes there are.
  { from: "lib/classes", to: /^content\/institute$/ },
];

/** Packages fenced in; `only` lists all that a room may import, `fence` the rooms a package may enter. */
const only: Record<string, RegExp> = {
  "feature schema": /^zod$/,
  "feature rules": /^zod$/,
  "feature messages": /^$/,
  "feature pages": /^$/,
};
const fence = { packages: /^(@prisma\/|pg$|graphile-worker)/, rooms: ["database", "server"] };

/** What starts with `import "server-only"`, and who may touch `process.env`, and how. */
const serverOnly =
  /^(features\/index|features\/[^/]+\/(data|mutations|emails|router|feature)(-[^/]+)?|server\/db\/client)$/;
const environment: Record<string, RegExp> = {
  env: /^reads/,
  // Passes settings to libraries that read their own variables.
  "main/start": /^writes/,
  // Next sets these variables; the start must run only on the server, and not during the build.
  instrumentation: /^reads NEXT_(RUNTIME|PHASE)$/,
};

/** Files that may build SQL from text: table names cannot be parameters. None of the text comes from users. */
const makesSql = /^server\/(postgres\/database|backup\/(tables|restore))$/;

function roomOf(file: string): string | undefined {
  for (const [room, path] of rooms) {
    const found = path.exec(file);
    if (found) return room.replace("$", found[1] ?? "");
  }
  return undefined;
}

function featureOf(file: string): string | undefined {
  return /^features\/([^/]+)/.exec(file)?.[1];
}

/** The path below `src` without extension; undefined for a package. */
function targetOf(file: string, specifier: string): string | undefined {
  const own = specifier.startsWith("@/") ? specifier.slice(2) : undefined;
  if (own === undefined && !/^\.{0,2}(\/|$)/.test(specifier)) return undefined;
  const path = posix.normalize(own ?? posix.join(posix.dirname(file), specifier));
  return path.replace(/\.[cm]?[jt]sx?$/, "").replace(/\/index$/, "");
}

function isAllowed(file: string, room: string, target: string, typeOnly: boolean): boolean {
  const excepted = exceptions.find(({ from, to }) => (from === room || from === file) && to.test(target));
  if (excepted) return typeOnly || !excepted.typeOnly;
  const { may = [], types = [] } = arrows[room] ?? {};
  const allowed = typeOnly ? [...may, ...types] : may;
  const reached = roomOf(target);
  if (reached && allowed.includes(reached)) return true;
  const [kind, part] = reached?.split(" ") ?? [];
  const owner = featureOf(file) === featureOf(target) ? "own" : "other";
  const place = part === undefined ? kind : `${featureOf(file) === undefined ? kind : owner} ${part}`;
  return place !== undefined && allowed.includes(place);
}

function brokenArrow(file: string, room: string, { specifier, typeOnly }: Import): string | undefined {
  const target = targetOf(file, specifier);
  if (target !== undefined) return isAllowed(file, room, target, typeOnly) ? undefined : arrows[room]?.why;
  const name = specifier.replace(/^node:/, "");
  if (/\s/.test(name)) return "an import must be a literal path";
  if (name === "process") return "process is a global";
  if (only[room]?.test(name) === false) return arrows[room]?.why;
  return fence.packages.test(name) && !fence.rooms.includes(room)
    ? "only src/server speaks to the database"
    : undefined;
}

function wrongName(path: string): string | undefined {
  const bad = path.split("/").find((part) => attic.test(part.replace(/\.[jt]sx?$/, "")));
  if (bad) return `${bad} says nothing: a helper lives with its noun or earns a name in lib`;
  const [top, feature, name, below] = path.split("/");
  if (top !== "features") return undefined;
  if (name === undefined) {
    const known = ["index.ts", "pages.ts", "feature.ts"].includes(feature ?? "");
    return known ? undefined : "features holds the list of its rooms, their pages and the type of a manifest";
  }
  const word = name?.replace(/^(data|mutations|messages|rest|router|rules|schema)-[a-z-]+\.ts$/, "$1.ts") ?? "";
  const known = below === undefined ? vocabulary.includes(word) : name === "components";
  return known ? undefined : `a feature holds only ${vocabulary.join(", ")} and components/`;
}

function faultsOf(path: string, text: string): string[] {
  const name = wrongName(path);
  if (name) return [name];
  if (!/\.[jt]sx?$/.test(path)) return [];
  const file = path.replace(/\.[jt]sx?$/, "");
  const room = roomOf(file);
  if (room === undefined || !(room in arrows)) return ["no room of the house has this path"];
  const facts = factsOf(path, text);
  if (!facts) return ["cannot be parsed"];
  const faults = facts.imports.flatMap((one) => {
    const why = brokenArrow(file, room, one);
    return why === undefined ? [] : [`imports ${one.specifier}: ${why}`];
  });
  if (serverOnly.test(file) && !facts.serverOnlyFirst) faults.push('must start with import "server-only"');
  if (!makesSql.test(file)) {
    for (const way of facts.madeSql) faults.push(`${way} with a text put together: values travel as parameters`);
  }
  for (const sentence of facts.sentences) faults.push(`${sentence}: errors and logic know a sentence by its key`);
  for (const touch of facts.environment) {
    if (!environment[file]?.test(touch)) faults.push(`${touch} of process.env: only src/env.ts reads the environment`);
  }
  return faults;
}

/** Every violation of the architecture and naming rules in `files`, which maps paths below `src` to texts. */
export function violations(files: ReadonlyMap<string, string>): string[] {
  return [...files].flatMap(([path, text]) => faultsOf(path, text).map((fault) => `src/${path} ${fault}`));
}
